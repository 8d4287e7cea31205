// What is proven is said, and nothing more: the plan, the trade-off, and where the proof is cut short.

import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.mjs";
import { enter, openFile, openPage, parts, planned } from "./parts.mjs";

const JIT_20 = new URL("../data/instances/jit_n20_l24_lam1_s4101.json", import.meta.url);
const HOMO_12 = new URL("../data/instances/homo_n12_l48_lam1_s134.json", import.meta.url);

const quality = (page) => parts(page).figure("How good");
const panel = (page) => parts(page).answer.getByRole("region", { name: "Time and energy", exact: true });

test("the first plan is proven optimal, and the trade-off complete", async ({ page, site }) => {
  await openPage(page, site.url);
  await expect(quality(page)).toContainText("Proven optimal");
  await expect(quality(page)).toContainText("No plan is faster");
  await expect(panel(page)).toContainText("3 points, complete");
  await enter(page.getByLabel("Weight of time, λ"), "0");
  await planned(page);
  await expect(quality(page)).toContainText("No plan uses less energy");
});

test("the trade-off has the plans that no weight finds", async ({ page, site }) => {
  const { scenario, frontier_time_ms_energy_j: expected } = JSON.parse(await readFile(HOMO_12, "utf8"));
  await openPage(page, site.url);
  await openFile(page, "homo.json", JSON.stringify({ ...scenario, search: { ...scenario.search, planner: "auto" } }));
  await expect(panel(page)).toContainText(`${expected.length} points, complete`, { timeout: 30_000 });
  await panel(page).getByRole("button", { name: "Table" }).click();
  const rows = panel(page).getByRole("table", { name: "Points of the trade-off" }).locator("tbody tr");
  await expect(rows).toHaveCount(expected.length);
  const one = (figure) => figure.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const shown = await rows.evaluateAll((rows) => rows.map((row) => [...row.cells].slice(0, 2).map((cell) => cell.innerText)));
  expect(shown).toEqual(expected.map((point) => point.map(one)));
  // Those off the lower convex hull are best for no λ.
  const above = ([x0, y0], [x, y], [x1, y1]) => (x1 - x0) * (y - y0) >= (y1 - y0) * (x - x0) - 1e-9 * Math.abs(x1 * y1);
  const missed = expected.filter((point, index) =>
    expected.slice(0, index).some((left) => expected.slice(index + 1).some((right) => above(left, point, right))));
  expect(missed.length).toBeGreaterThan(0);
  await expect(rows.filter({ has: page.getByRole("cell", { name: "none", exact: true }) })).toHaveCount(missed.length);
});

test("a proof that a limit cuts short is not claimed", async ({ page, site }) => {
  const { scenario } = JSON.parse(await readFile(JIT_20, "utf8"));
  await openPage(page, site.url);
  const search = { ...scenario.search, planner: "auto", max_evaluations: 20_000 };
  await openFile(page, "jit.json", JSON.stringify({ ...scenario, search }));
  await expect(quality(page)).toContainText(/Within \d+\.\d % of bound|Best found/, { timeout: 30_000 });
  await expect(parts(page).answer).not.toContainText("Proven optimal");
});
