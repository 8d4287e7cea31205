// Where no plan is possible: what binds is said, and the changes that are offered help.

import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.mjs";
import { choosePreset, enter, offeredLink, openFile, openPage, parts, planned, planInTable } from "./parts.mjs";
import { expectToFit } from "./pictures.mjs";

const INFEASIBLE = new URL("../data/golden/infeasible-2x24.json", import.meta.url);

const why = (page) => parts(page).answer.getByRole("region", { name: "About this answer" });
const changes = (page) => why(page).getByRole("listitem");
const tryIt = (page, what) => why(page).getByRole("button", { name: new RegExp(`^Try it: ${what}`) });

/** Two T4 that hold three of 24 layers, worked out in the native tests. */
async function openInfeasible(page, site) {
  const { scenario } = JSON.parse(await readFile(INFEASIBLE, "utf8"));
  await openPage(page, site.url);
  await openFile(page, "infeasible.json", JSON.stringify(scenario));
  await expect(why(page)).toBeVisible();
}

async function expectExplained(page) {
  await expect(why(page).getByRole("heading", { level: 2 })).toHaveText("These two GPUs hold at most 3 of 24 layers");
  await expect(why(page)).toContainText("Memory binds");
  const rows = why(page).getByRole("table", { name: "Layers that fit" }).getByRole("row");
  await expect(rows).toHaveText([/Pipeline depth/, /^1 stage\s*2$/, /^2 stages\s*3$/]);
  await expect(changes(page)).toHaveText([/^Memory of each t4 \(2 GPUs, T4\): 16 → 80\.7 GB/, /^Layers: 24 → 3/]);
}

test("a pool that is too small says what binds and what helps", async ({ page, site }) => {
  await openInfeasible(page, site);
  await expectExplained(page);
});

for (const [what, cell, plan] of [
  ["Memory", (page) => parts(page).gpu(1, "memory in GB"), /^t4-\d:\d+,t4-\d:\d+$/],
  ["Layers", (page) => page.getByLabel("Layers", { exact: true }), /^t4-\d:2,t4-\d:1$/],
]) {
  test(`“Try it” at ${what.toLowerCase()} leads to a plan, and Undo back`, async ({ page, site }) => {
    await openInfeasible(page, site);
    const before = await cell(page).inputValue();
    await tryIt(page, what).click();
    await planned(page);
    expect(await planInTable(page)).toMatch(plan);
    await expect(why(page)).toHaveCount(0);
    await expect(cell(page)).toHaveValue(what === "Memory" ? "80.7" : "3");

    await parts(page).undo.click();
    await expect(cell(page)).toHaveValue(before);
    await expectExplained(page);
  });
}

test("the keyboard alone tries a change", async ({ page, site }) => {
  await openInfeasible(page, site);
  await tryIt(page, "Layers").focus();
  await page.keyboard.press("Enter");
  await planned(page);
});

test("a missing link can be tried", async ({ page, site }) => {
  await openPage(page, site.url);
  const { scenario } = JSON.parse(await readFile(INFEASIBLE, "utf8"));
  // Two sites of one GPU each, every one of them too small for both layers and the head.
  scenario.model.layers = 3;
  scenario.gpus[0].count = 1;
  scenario.gpus.push({ ...scenario.gpus[0], name: "other", site: "B" });
  await openFile(page, "apart.json", JSON.stringify(scenario));
  await expect(why(page).getByRole("heading", { level: 2 })).toContainText("Linked as they are, these two GPUs");
  await tryIt(page, "Link between A and B").click();
  await planned(page);
  expect(await planInTable(page)).toMatch(/^(t4:2,other:1|other:2,t4:1)$/);
});

test("an answer to other rows can't be tried on these", async ({ page, site }) => {
  await openInfeasible(page, site);
  await enter(parts(page).gpu(1, "memory in GB"), "-1");
  await expect(tryIt(page, "Memory")).toBeDisabled();
  await enter(parts(page).gpu(1, "memory in GB"), "16");
  await expect(tryIt(page, "Memory")).toBeEnabled();
});

test("what came by link is explained without buttons", async ({ page, site }) => {
  await openInfeasible(page, site);
  const link = await offeredLink(page);
  await page.goto("about:blank");
  await page.goto(link);
  await expect(changes(page)).toHaveCount(2);
  await expect(why(page).getByRole("button")).toHaveCount(0);
});

test("it fits on a phone and on a large screen", async ({ page, site }) => {
  await openPage(page, site.url);
  await choosePreset(page, "Three sites, seven GPUs");
  await enter(page.getByLabel("Layers", { exact: true }), "24");
  await expect(changes(page)).toHaveText([
    /^Memory in use of g2 \(RTX 3090\): 0\.90 → 0\.91/,
    /^Memory of g2 \(RTX 3090\): 24 → 24\.3 GB/,
    /^Micro-batch: 8 → 4 samples/,
    /^Layers: 24 → 23/,
  ]);
  for (const width of [360, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
  }
});
