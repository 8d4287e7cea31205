// The chart and the table of the trade-off show the points that the native command finds, and point at them.

import { change, decimals, openAnswered, points, region } from "./answers.mjs";
import { expect, test } from "./fixtures.mjs";
import { native } from "./native.mjs";
import { choosePreset, openPage, parts, planInTable, planned, savedFile } from "./parts.mjs";

const panel = (page) => region(page, "Time and energy");
const chart = (page) => panel(page).getByRole("listbox");
const tip = (page) => panel(page).locator(".chart-tip");
const frontierOf = (scenario) => native(["frontier", "-", "--method", "exact"], scenario);

const weights = ({ time_weight_range: range }) =>
  range ? range.map((weight) => decimals(weight, 2)).join(" – ") : "none";

/** Where on the page each point is: the middle of the places from which a pointer meets it. */
function places(page) {
  return chart(page).evaluate(async (chart) => {
    const canvas = chart.querySelector("canvas");
    const drawn = () => new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(undefined);
    });
    const { left, top, right, bottom } = canvas.getBoundingClientRect();
    const met = new Map([...chart.querySelectorAll("[role=option]")].map(({ id }) => [id, []]));
    for (let y = top; y < bottom; y += 12) {
      for (let x = left; x < right; x += 12) {
        canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y, bubbles: true }));
        await drawn();
        met.get(chart.getAttribute("aria-activedescendant"))?.push({ x, y });
      }
    }
    const mean = (places, side) => places.reduce((sum, place) => sum + place[side], 0) / places.length;
    return [...met.values()].map((places) => ({ x: mean(places, "x"), y: mean(places, "y") }));
  });
}

for (const title of ["Three sites, seven GPUs", "Energy against time, 14 GPUs"]) {
  test(`the table twin of “${title}” lists what the native command finds`, async ({ page, site }) => {
    await openPage(page, site.url);
    await choosePreset(page, title);
    await planned(page);
    const frontier = await frontierOf((await savedFile(page)).text);
    await expect(points(page)).toHaveCount(frontier.points.length);
    await panel(page).getByRole("button", { name: "Table" }).click();
    const table = panel(page).getByRole("table", { name: "Points of the trade-off" });
    const shown = await table.evaluate((table) =>
      [...table.tBodies[0].rows].map((row) => [row.title, ...[...row.cells].map((cell) => cell.innerText.trim())]),
    );
    const own = await planInTable(page);
    const marks = ({ plan, knee }) => [plan === own && "Selected", knee && "Knee"].filter(Boolean).join(", ");
    const row = (point) => [
      point.plan,
      decimals(point.time_ms),
      decimals(point.energy_j),
      weights(point),
      marks(point).replace(", Knee", ", knee"),
    ];
    expect(shown).toEqual(frontier.points.map(row));
    await expect(panel(page)).toContainText(`${frontier.points.length} points, complete`);
  });
}

test("pointing at a point tells of it, a click shows its plan", async ({ page, site }) => {
  const scenario = await openAnswered(page, site.url);
  const { points: found } = await frontierOf(scenario);
  const own = await planInTable(page);
  await chart(page).scrollIntoViewIfNeeded();
  const at = await places(page);
  // Faster is further left, more energy is higher.
  const inOrder = (values) => expect(values).toEqual([...values].sort((one, other) => one - other));
  inOrder(at.map(({ x }) => x));
  inOrder(at.map(({ y }) => y));

  const [fastest, last] = [found[0], found.at(-1)];
  const index = found.length - 1;
  await page.mouse.move(at[index].x, at[index].y);
  await expect(tip(page)).toContainText(`${decimals(last.time_ms)} ms · ${decimals(last.energy_j)} J`);
  await expect(tip(page)).toContainText(last.plan);
  await expect(tip(page)).toContainText(weights(last));
  const [time, energy] = ["time_ms", "energy_j"].map((figure) => change(last[figure], fastest[figure]));
  await expect(tip(page)).toContainText(`${time} time, ${energy} energy`);
  expect(own).toBe(fastest.plan);

  await page.mouse.click(at[index].x, at[index].y);
  await expect.poll(() => planInTable(page)).toBe(last.plan);
  await expect(points(page).nth(index)).toHaveAttribute("aria-selected", "true");
  await expect(tip(page)).not.toContainText("Against the selected");
  await page.mouse.click(at[0].x, at[0].y);
  await expect.poll(() => planInTable(page)).toBe(own);
  await page.mouse.move(1, 1);
  await expect(tip(page)).toHaveCount(0);
});

test("the keyboard tells of points without choosing them", async ({ page, site }) => {
  const scenario = await openAnswered(page, site.url);
  const { points: found } = await frontierOf(scenario);
  const own = await planInTable(page);
  await chart(page).focus();
  await page.keyboard.press("Home");
  for (const point of found) {
    await expect(tip(page)).toContainText(`${decimals(point.time_ms)} ms · ${decimals(point.energy_j)} J`);
    await expect(tip(page)).toContainText(point.plan);
    const id = await points(page).nth(found.indexOf(point)).getAttribute("id");
    await expect(chart(page)).toHaveAttribute("aria-activedescendant", id);
    await page.keyboard.press("ArrowRight");
  }
  expect(await planInTable(page)).toBe(own);
});

test("the weight of time says where the plan changes: where two plans come to the same", async ({ page, site }) => {
  const scenario = await openAnswered(page, site.url);
  const { points: found, ...frontier } = await frontierOf(scenario);
  // λ T/T_ref + (1−λ) E/E_ref of the fastest plan and of the most frugal are equal at one λ.
  const [fast, frugal] = [found[0], found.at(-1)];
  const slower = (frugal.time_ms - fast.time_ms) / frontier.reference_time_ms;
  const dearer = (fast.energy_j - frugal.energy_j) / frontier.reference_energy_j;
  const change = dearer / (dearer + slower);
  expect(found.filter(({ supported }) => supported)).toEqual([fast, frugal]);
  expect(decimals(change, 2)).toBe("0.56");
  await expect(page.locator("#weight-changes")).toHaveText("plan changes at 0.56");
  await expect(page.getByLabel("Weight of time against energy")).toHaveAccessibleDescription("plan changes at 0.56");
  await expect(parts(page).answer).toContainText(fast.plan);
});
