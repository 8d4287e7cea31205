// Every planner beside the one that was chosen: the quick ones unasked, the long ones when asked, all of them truthful.

import { expect, test } from "./fixtures.mjs";
import { native } from "./native.mjs";
import { choosePreset, enter, openPage, parts, planInTable, planned, savedFile } from "./parts.mjs";

const compared = (page) => parts(page).answer.getByRole("region", { name: "Compared", exact: true });
const row = (page, name) => compared(page).getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
const one = (figure) => figure.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The planners with their names on the page. */
const QUICK = [["local-search", "Local search"], ["metis-improved", "Improved Metis"], ["metis", "Metis, all GPUs"]];

test("quick planners run unasked and say what the native command says", async ({ page, site }) => {
  await openPage(page, site.url);
  const scenario = (await savedFile(page)).text;
  const best = await native(["plan", "-", "--planner", "brute-force"], scenario);
  for (const [planner, name] of QUICK) {
    const expected = await native(["plan", "-", "--planner", planner], scenario);
    const line = row(page, name);
    await expect(line.getByRole("cell").nth(0)).toHaveText(one(expected.time_ms));
    await expect(line.getByRole("cell").nth(2)).toHaveText(one(expected.energy_j));
    await expect(line.getByRole("cell").nth(3)).toHaveText(String(expected.stages.length));
    const worse = 100 * (expected.objective / best.objective - 1);
    await expect(line.getByRole("cell").nth(1)).toHaveText(`${worse > 0.05 ? "+" : ""}${worse.toFixed(1)} %`);
  }
  await expect(row(page, "Improved Metis").getByRole("cell").last()).toHaveText("reference");
});

test("a planner run on demand proves its plan, and its row shows it", async ({ page, site }) => {
  await openPage(page, site.url);
  await enter(page.getByLabel("Layers", { exact: true }), "11");
  await planned(page);
  const scenario = (await savedFile(page)).text;
  for (const [planner, name] of [["brute-force", "Brute force"], ["branch-and-bound", "Branch and bound"]]) {
    const expected = await native(["plan", "-", "--planner", planner], scenario);
    expect(expected.status).toBe("optimal");
    const line = row(page, name);
    await page.getByRole("button", { name: `Run ${name}` }).click();
    await expect(line.getByRole("cell").nth(0)).toHaveText(one(expected.time_ms));
    await expect(line.getByRole("cell").last()).toHaveText("Optimal");
  }
  const metis = await native(["plan", "-", "--planner", "metis"], scenario);
  await row(page, "Metis, all GPUs").click();
  await expect.poll(() => planInTable(page)).toBe(metis.plan);
  await expect(parts(page).answer.getByRole("region", { name: "Timeline" })).toContainText(one(metis.time_ms));
});

test("a long one tells how far it is and can be cancelled, and the rest of the answer stays", async ({ page, site }) => {
  await openPage(page, site.url);
  // Some 70 million plans: seconds of work.
  await enter(page.getByLabel("Layers", { exact: true }), "17");
  await planned(page);
  const own = await planInTable(page);
  const line = row(page, "Brute force");
  await page.getByRole("button", { name: "Run Brute force" }).click();
  await expect(line).toContainText(/[1-9]\d? % done/);
  await page.getByRole("button", { name: "Cancel Brute force" }).click();
  await expect(line.getByRole("cell").last()).toHaveText("stopped");
  await expect(line.getByRole("cell").first()).toHaveText(/^[\d,]+\.\d$/);
  expect(await planInTable(page)).toBe(own);
  await expect(parts(page).answer.getByRole("listbox").getByRole("option").first()).toBeAttached();
  // The spare has taken over: other planners can still be run.
  await page.getByRole("button", { name: "Run Branch and bound" }).click();
  await expect(row(page, "Branch and bound").getByRole("cell").last()).toHaveText("Optimal");
});

test("a planner that would take for ever says so instead of a plan", async ({ page, site }) => {
  await openPage(page, site.url);
  await choosePreset(page, "Energy against time, 14 GPUs");
  await expect(parts(page).scenarioName).toHaveValue("Energy against time, 14 GPUs");
  await planned(page);
  await page.getByRole("button", { name: "Run Brute force" }).click();
  await expect(row(page, "Brute force").getByRole("cell").last()).toHaveText("no plan");
  await expect(compared(page)).toContainText(/Brute force: There are .* plans, more than the/);
});

test("cancelling one planner lets the others that were asked go on", async ({ page, site }) => {
  await openPage(page, site.url);
  await enter(page.getByLabel("Layers", { exact: true }), "17");
  await planned(page);
  await page.getByRole("button", { name: "Run Brute force" }).click();
  await page.getByRole("button", { name: "Run Branch and bound" }).click();
  await page.getByRole("button", { name: "Cancel Brute force" }).click();
  await expect(row(page, "Branch and bound").getByRole("cell").last()).toHaveText("Optimal");
});

test("the reference is one row, whoever plans, and no limit changes it", async ({ page, site }) => {
  await openPage(page, site.url);
  await expect(row(page, "Improved Metis").getByRole("cell").first()).toHaveText(/^[\d,]+\.\d$/);
  const reference = await row(page, "Improved Metis").getByRole("cell").first().innerText();
  await enter(page.getByLabel("Evaluation limit"), "5");
  await planned(page);
  await expect(row(page, "Improved Metis").getByRole("cell").first()).toHaveText(reference);
  await expect(row(page, "Improved Metis").getByRole("cell").last()).toHaveText("reference");
  await parts(page).undo.click();
  await page.getByLabel("Planner", { exact: true }).selectOption("metis-improved");
  await planned(page);
  await expect(row(page, "Improved Metis")).toHaveCount(1);
  await expect(row(page, "Improved Metis").getByRole("cell").last()).toHaveText("reference");
});
