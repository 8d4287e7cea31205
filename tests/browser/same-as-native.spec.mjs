// The page and the native command are one library: from the same file they come to the same plan, to the last digit.

import { expect, test } from "./fixtures.mjs";
import { native } from "./native.mjs";
import { choosePreset, enter, figure, openPage, parts, planInTable, planned, planWords, savedFile } from "./parts.mjs";

/** Saves what the page shows, plans that file natively, and compares. Returns the native answer. */
async function compare(page) {
  const file = await savedFile(page);
  const answer = await native(["plan", "-"], file.text);
  expect(await planInTable(page)).toBe(answer.plan);
  await expect(parts(page).planPanel).toContainText(planWords(answer.plan));
  expect((await figure(page, "Iteration time")).exact).toBe(answer.time_ms);
  expect((await figure(page, "Energy")).exact).toBe(answer.energy_j);
  expect(JSON.parse(file.text).plan).toBe(answer.plan);
  return { answer, file };
}

const PRESETS = [
  ["Three sites, seven GPUs", "three-sites-seven-gpus.geotrain.json"],
  ["Energy against time, 14 GPUs", "energy-against-time-14-gpus.geotrain.json"],
  ["Six nodes, FP32", "six-nodes-fp32.geotrain.json"],
];

for (const [title, name] of PRESETS) {
  test(`“${title}” plans as the native command plans the saved file`, async ({ page, site }) => {
    await openPage(page, site.url);
    await choosePreset(page, title);
    await planned(page);
    const { answer, file } = await compare(page);
    expect(file.name).toBe(name);
    expect(answer).toMatchObject({ planner: "exact", status: "optimal", seed: 1 });
  });
}

test("an edited scenario with another seed plans as the native command does", async ({ page, site }) => {
  await openPage(page, site.url);
  await choosePreset(page, "Energy against time, 14 GPUs");
  await enter(page.getByLabel("Weight of time, λ"), "0.35");
  await enter(page.getByLabel("Layers", { exact: true }), "29");
  await enter(parts(page).gpu(6, "memory in GB"), "48.5");
  await enter(parts(page).gpu(10, "site"), "Lyon");
  await enter(parts(page).seed, "4711");
  await planned(page);
  const { answer, file } = await compare(page);
  expect(answer.seed).toBe(4711);
  const saved = JSON.parse(file.text);
  expect(saved.objective.time_weight).toBe(0.35);
  expect(saved.model.layers).toBe(29);
  expect(saved.gpus[5].memory_gb).toBe(48.5);
  expect(saved.gpus[9].site).toBe("Lyon");
});

test("every planner on offer comes to what the native command comes to", async ({ page, site }) => {
  await openPage(page, site.url);
  await choosePreset(page, "Six nodes, FP32");
  const planner = page.getByLabel("Planner", { exact: true });
  const names = await planner.locator("option").evaluateAll((options) => options.map((option) => option.value));
  expect(names).toEqual(expect.arrayContaining(["memetic", "metis", "metis-improved", "branch-and-bound"]));
  // Six GPUs and 32 layers make 147 million plans, which brute force does not begin with.
  for (const name of names.filter((name) => name !== "brute-force")) {
    await test.step(name, async () => {
      await planner.selectOption(name);
      // Too many plans to look at unasked.
      if (name === "branch-and-bound") await parts(page).plan.click();
      await planned(page);
      expect((await compare(page)).answer.planner).toBe(name === "auto" ? "exact" : name);
    });
  }
});
