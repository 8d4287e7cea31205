// A copied link shows the same somewhere else, and takes nothing from whoever opens it.

import { expect, test } from "./fixtures.mjs";
import { native, run } from "./native.mjs";
import {
  choosePreset, enter, figure, kept, offeredLink, openPage, parts, planInTable, planned, planWords, savedFile, share,
} from "./parts.mjs";

/** All that a person would compare. */
async function shown(page) {
  return {
    name: await parts(page).scenarioName.inputValue(),
    plan: await planInTable(page),
    time: await figure(page, "Iteration time"),
    energy: await figure(page, "Energy"),
    throughput: await figure(page, "Throughput"),
    used: await figure(page, "GPUs used"),
    stages: await parts(page).stages.innerText(),
  };
}

/** A scenario of one's own: not the example, and stored. */
async function makeOwn(page) {
  await choosePreset(page, "Six nodes, FP32");
  await enter(parts(page).scenarioName, "Our cluster");
  await enter(page.getByLabel("Layers", { exact: true }), "17");
  await enter(parts(page).seed, "9");
  await planned(page);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
}

test("a copied link opens in a fresh profile to the same plan and the same figures", async ({
  context,
  page,
  site,
  freshProfile,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
  await openPage(page, site.url);
  await makeOwn(page);
  await share(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/some\/where\/geotrain\/#g1\.[\w-]+$/);
  await expect(page.getByText(`${link.length} characters`)).toBeVisible();
  await page.keyboard.press("Escape");

  const other = await freshProfile();
  await openPage(other, link);
  await expect(parts(other).linked).toBeVisible();
  expect(await shown(other)).toEqual(await shown(page));
  expect((await shown(other)).name).toBe("Our cluster");
});

test("the native command reads the link as what the page shows", async ({ page, site }) => {
  await openPage(page, site.url);
  await makeOwn(page);
  const scenario = await native(["open", await offeredLink(page)]);
  expect(scenario).toMatchObject({ name: "Our cluster", model: { layers: 17 }, search: { seed: 9 } });
  expect(scenario.plan).toBe(await planInTable(page));
});

test("a link is read-only and stores nothing until a copy is kept", async ({ page, site, freshProfile }) => {
  await openPage(page, site.url);
  await makeOwn(page);
  const link = await offeredLink(page);

  const other = await freshProfile();
  await openPage(other, link);
  await expect(other.getByText("Read-only", { exact: true })).toBeVisible();
  for (const field of [parts(other).scenarioName, parts(other).gpu(1, "memory in GB"), parts(other).seed]) {
    await expect(field).not.toBeEditable();
  }
  for (const control of [parts(other).gpu(1, "on"), other.getByLabel("Planner", { exact: true }), parts(other).plan]) {
    await expect(control).toBeDisabled();
  }
  await expect(other.getByRole("button", { name: "Add GPU" })).toHaveCount(0);
  await parts(other).scenarioName.press("x");
  // Leaving the page is the last moment at which something could be stored.
  await other.goto("about:blank");
  await openPage(other, link);
  expect(await kept(other)).toEqual({});
  await expect(parts(other).scenarioName).toHaveValue("Our cluster");

  await other.getByRole("button", { name: "Keep a copy" }).click();
  await expect(parts(other).linked).toHaveCount(0);
  await expect(other.getByText("Saved", { exact: true })).toBeVisible();
  await expect(parts(other).seed).toBeEditable();
  expect(JSON.stringify(await kept(other))).toContain("Our cluster");
  await other.reload();
  await planned(other);
  expect(new URL(other.url()).hash).toBe("");
  expect(await shown(other)).toEqual(await shown(page));
});

test("a link leaves the person's own scenario as it was, and gives it back", async ({ page, site, freshProfile }) => {
  const sender = await freshProfile();
  await openPage(sender, site.url);
  const link = await offeredLink(sender);

  await openPage(page, site.url);
  await makeOwn(page);
  const [mine, stored] = [await shown(page), await kept(page)];

  await page.goto("about:blank");
  await openPage(page, link);
  await expect(parts(page).scenarioName).toHaveValue("Three sites, seven GPUs");
  expect(await kept(page)).toEqual(stored);

  await page.getByRole("button", { name: "Back to mine" }).click();
  await planned(page);
  expect(await shown(page)).toEqual(mine);
  expect(await kept(page)).toEqual(stored);
  expect(new URL(page.url()).hash).toBe("");
});

test("a kept copy is one undo away from what was there before", async ({ page, site, freshProfile }) => {
  const sender = await freshProfile();
  await openPage(sender, site.url);
  const link = await offeredLink(sender);
  await openPage(page, site.url);
  await makeOwn(page);

  // A link into a page that is open already.
  await page.evaluate((link) => location.assign(link), link);
  await expect(parts(page).linked).toBeVisible();
  await page.getByRole("button", { name: "Keep a copy" }).click();
  await expect(parts(page).scenarioName).toHaveValue("Three sites, seven GPUs");
  await parts(page).undo.click();
  await expect(parts(page).scenarioName).toHaveValue("Our cluster");
});

test("a plan that came with a link stands beside the planner's own until it is dropped", async ({ page, site }) => {
  await openPage(page, site.url);
  const scenario = { ...JSON.parse((await savedFile(page)).text), plan: "g5:9,g6:3" };
  const expected = await native(["evaluate", "-", "--plan", scenario.plan], JSON.stringify(scenario));
  const link = await run(["link", "-"], JSON.stringify(scenario));

  const found = await planInTable(page);
  await page.goto("about:blank");
  await openPage(page, `${site.url}#${link.stdout.trim()}`);
  const compared = page.getByRole("region", { name: "Compared", exact: true });
  const shared = compared.getByRole("row").filter({ hasText: "Shared plan" });
  await expect(shared).toContainText(expected.time_ms.toLocaleString("en", { maximumFractionDigits: 1 }));
  await expect.poll(() => planInTable(page)).toBe(scenario.plan);
  await compared.getByRole("row").nth(1).click();
  await expect.poll(() => planInTable(page)).toBe(found);
  await page.getByRole("button", { name: "Keep a copy" }).click();
  await compared.getByRole("button", { name: "Drop the shared plan" }).click();
  await expect(shared).toHaveCount(0);
});

test("a link to a long search is not run unasked, and shows the plan that came with it", async ({ page, site }) => {
  await openPage(page, site.url);
  const scenario = JSON.parse((await savedFile(page)).text);
  scenario.search.planner = "memetic";
  Object.assign(scenario.search.memetic, { generations: 100_000, patience: 100_000 });
  const expected = await native(["evaluate", "-", "--plan", scenario.plan], JSON.stringify(scenario));
  const link = await run(["link", "-"], JSON.stringify(scenario));

  await page.goto("about:blank");
  await page.goto(`${site.url}#${link.stdout.trim()}`);
  await expect(parts(page).alert).toContainText("This link asks for more work than the page does unasked.");
  // 200 individuals in 100,000 generations.
  const plans = scenario.search.memetic.population * scenario.search.memetic.generations;
  await expect(parts(page).alert).toContainText(`Its search may look at ${plans.toLocaleString("en")} plans.`);
  await expect(parts(page).answer).toContainText(planWords(scenario.plan));
  await expect(parts(page).answer).toContainText("1,756.8");
  expect(expected.time_ms.toFixed(1)).toBe("1756.8");
  await expect(parts(page).progress).toHaveCount(0);
  await parts(page).plan.click();
  await expect(parts(page).cancel).toBeVisible();
  await parts(page).cancel.click();
});

test("the view and the lesson that a link asks for stay with it", async ({ page, site, freshProfile }) => {
  const sender = await freshProfile();
  await openPage(sender, site.url);
  const link = `${await offeredLink(sender)}&view=embed&lesson=bubble-1`;
  await openPage(page, link);
  const whole = page.locator(".page");
  await expect(whole).toHaveAttribute("data-presentation", "embed");
  await expect(whole).toHaveAttribute("data-lesson", "bubble-1");
  expect(await offeredLink(page)).toMatch(/&view=embed&lesson=bubble-1$/);

  await page.getByRole("button", { name: "Keep a copy" }).click();
  await expect(whole).not.toHaveAttribute("data-presentation");
  expect(await offeredLink(page)).not.toContain("&");
});
