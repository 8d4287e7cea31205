// Changing a number changes the answer, and everything can be taken back.

import { expect, test } from "./fixtures.mjs";
import { native } from "./native.mjs";
import { enter, figure, openPage, parts, planInTable, planned, savedFile } from "./parts.mjs";

test("more memory on g5 gives another plan, as the native command says, and undo gives the first one back", async ({
  page,
  site,
}) => {
  await openPage(page, site.url);
  const before = { plan: await planInTable(page), time: await figure(page, "Iteration time") };
  const scenario = JSON.parse((await savedFile(page)).text);
  const row = scenario.gpus.findIndex(({ name }) => name === "g5");
  scenario.gpus[row].memory_gb = 64;
  const expected = await native(["plan", "-"], JSON.stringify(scenario));
  expect(expected.time_ms).toBeLessThan(before.time.exact);

  await enter(parts(page).gpu(row + 1, "memory in GB"), "64");
  await planned(page);
  expect(await planInTable(page)).toBe(expected.plan);
  expect((await figure(page, "Iteration time")).exact).toBe(expected.time_ms);

  await parts(page).undo.click();
  await expect(parts(page).gpu(row + 1, "memory in GB")).toHaveValue("40");
  await planned(page);
  expect(await planInTable(page)).toBe(before.plan);
  expect(await figure(page, "Iteration time")).toEqual(before.time);
});

test("a slower link between sites reaches the plan through the matrix and through the list of links", async ({
  page,
  site,
}) => {
  await openPage(page, site.url);
  const scenario = JSON.parse((await savedFile(page)).text);
  const edited = async () => {
    await planned(page);
    const expected = await native(["plan", "-"], JSON.stringify(scenario));
    expect(await planInTable(page)).toBe(expected.plan);
    expect((await figure(page, "Iteration time")).exact).toBe(expected.time_ms);
    return expected.time_ms;
  };
  const unedited = await edited();

  const index = scenario.network.site_links.findIndex(({ from, to }) => from === "B" && to === "C");
  const link = scenario.network.site_links[index];
  await enter(page.getByLabel("B to C, ms", { exact: true }), "400");
  link.latency_ms = 400;
  const slower = await edited();
  expect(slower).toBeGreaterThan(unedited);

  await page.getByText("All links, with utilisation").click();
  const inList = page.getByLabel(`Site link row ${index + 1}, latency in ms`, { exact: true });
  await expect(inList).toHaveValue("400");
  await enter(inList, "1");
  link.latency_ms = 1;
  expect(await edited()).toBeLessThan(slower);
});

test("a GPU that is switched off is in no plan", async ({ page, site }) => {
  await openPage(page, site.url);
  expect(await planInTable(page)).toContain("g5:");
  await parts(page).gpu(6, "on").uncheck();
  await planned(page);
  expect(await planInTable(page)).not.toContain("g5:");
  expect((await figure(page, "GPUs used")).text).toMatch(/ of 6$/);
  await page.keyboard.press("Control+z");
  await planned(page);
  expect(await planInTable(page)).toContain("g5:");
});
