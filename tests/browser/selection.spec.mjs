// One plan is on view: whichever panel it is picked in, every panel shows it, and so does the link.

import { answered, change, decimals, evaluate, openAnswered, points, region, timeline, words } from "./answers.mjs";
import { expect, test } from "./fixtures.mjs";
import { native } from "./native.mjs";
import { figure, offeredLink, openPage, parts, planInTable } from "./parts.mjs";

/** Every panel of the answer shows this plan, with the figures that the native command has for it. */
async function expectEverywhere(page, scenario, plan) {
  const [costs, played] = await Promise.all([evaluate(scenario, plan), timeline(scenario, plan)]);
  const [time, energy] = [decimals(costs.time_ms), decimals(costs.energy_j)];
  const gpus = costs.stages.map((stage) => stage.gpu);
  const { answer } = parts(page);

  await expect.poll(() => planInTable(page)).toBe(plan);
  expect((await figure(page, "Iteration time")).text).toBe(`${time} ms`);
  expect((await figure(page, "Energy")).exact).toBeCloseTo(costs.energy_j, 6);
  expect((await figure(page, "GPUs used")).text).toBe(`${gpus.length} of 7`);
  const bubble = decimals(100 * Math.max(0, played.bubble_share));
  expect((await figure(page, "Bubble share")).text).toBe(`${bubble} %`);

  const along = `Timeline of ${gpus.length} stage${gpus.length > 1 ? "s" : ""} on ${gpus.join(", ")}`;
  await expect(region(page, "Timeline").getByRole("application", { name: along })).toBeVisible();
  await expect(region(page, "Timeline")).toContainText(`${decimals(played.makespan_ms)} ms`);
  const sums = region(page, "The sum").getByRole("paragraph");
  await expect(sums.filter({ hasText: /^T / })).toContainText(`= ${time} ms`);
  await expect(sums.filter({ hasText: /^E / })).toContainText(`= ${energy} J`);

  const compared = region(page, "Compared").getByRole("row").filter({ has: page.locator("[aria-pressed=true]") });
  await expect(compared).toHaveCount(1);
  await expect(compared).toHaveAttribute("title", plan);
  await expect(compared).toContainText(time);
  const placed = region(page, "Where it runs").getByRole("list", { name: "Sites and links" });
  for (const [index, gpu] of gpus.entries()) {
    await expect(placed).toContainText(new RegExp(`\\b${gpu} [^,.]*stage ${index + 1}[,.]`));
  }
  await expect(placed).not.toContainText(`stage ${gpus.length + 1}`);
  // A point of the trade-off is marked where this plan is one.
  const { points: found } = await native(["frontier", "-", "--method", "exact"], scenario);
  const index = found.findIndex((point) => decimals(point.time_ms) === time && decimals(point.energy_j) === energy);
  await expect(points(page).and(page.locator("[aria-selected=true]"))).toHaveCount(index < 0 ? 0 : 1);
  if (index >= 0) await expect(points(page).nth(index)).toHaveAttribute("aria-selected", "true");
  await expect(answer.getByText("Last good answer")).toHaveCount(0);
}

const backToThePlanners = (page) => parts(page).answer.getByRole("button", { name: "Back to the planner’s" });
const leftOut = (page) => region(page, "Left out");

test("a picked point is on view everywhere, in a fresh profile too, until one goes back", async ({
  page,
  site,
  freshProfile,
}) => {
  const scenario = await openAnswered(page, site.url);
  const own = await planInTable(page);
  await expectEverywhere(page, scenario, own);
  await expect(leftOut(page)).toContainText("3 GPUs, 0 W counted");
  await expect(backToThePlanners(page)).toHaveCount(0);

  const { points: found } = await native(["frontier", "-", "--method", "exact"], scenario);
  const frugal = found.at(-1).plan;
  await region(page, "Time and energy").getByRole("listbox").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expectEverywhere(page, scenario, frugal);
  await expect(leftOut(page)).toContainText("3 GPUs, by the planner’s plan");
  expect(await words(parts(page).figure("How good"))).toContain("Picked plan");

  const receiver = await freshProfile();
  await openPage(receiver, await offeredLink(page));
  await answered(receiver);
  await expectEverywhere(receiver, scenario, frugal);

  await backToThePlanners(page).click();
  await expectEverywhere(page, scenario, own);
  await expect(backToThePlanners(page)).toHaveCount(0);
  await expect(leftOut(page)).toContainText("3 GPUs, 0 W counted");
});

test("each left-out GPU has a plan that uses it and costs what it says; its row puts that on view", async ({
  page,
  site,
}) => {
  const scenario = await openAnswered(page, site.url);
  const own = await native(["plan", "-"], scenario);
  const used = own.stages.map((stage) => stage.gpu);
  const unused = JSON.parse(scenario).gpus.map((gpu) => gpu.name).filter((name) => !used.includes(name));
  const table = leftOut(page).getByRole("table", { name: "GPUs left out" });
  const shown = await table.evaluate((table) =>
    [...table.tBodies[0].rows].map((row) => [row.title, ...[...row.cells].map((cell) => cell.innerText.trim())]),
  );
  const named = shown.flatMap(([, name]) => name.match(/\bg\d+\b/g));
  expect(named.toSorted()).toEqual(unused.toSorted());
  for (const [plan, name, , time, cost] of shown) {
    const costs = await evaluate(scenario, plan);
    const [required] = costs.stages.map((stage) => stage.gpu).filter((gpu) => unused.includes(gpu));
    expect(name.match(/\bg\d+\b/g)).toContain(required);
    expect(costs).toMatchObject({ feasible: true });
    expect(costs.time_ms).toBeGreaterThanOrEqual(own.time_ms);
    expect(time).toBe(decimals(costs.time_ms));
    expect(cost).toBe(change(costs.time_ms, own.time_ms));
  }
  for (const [plan] of shown) {
    await table.locator(`tr[title="${plan}"]`).click();
    await expectEverywhere(page, scenario, plan);
  }
});
