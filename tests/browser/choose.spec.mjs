// A plan picked anywhere is the plan everywhere, and travels in the link.

import { expect, test } from "./fixtures.mjs";
import { native } from "./native.mjs";
import { figure, offeredLink, openPage, parts, planInTable, savedFile } from "./parts.mjs";

const region = (page, name) => parts(page).answer.getByRole("region", { name, exact: true });
const chart = (page) => region(page, "Time and energy").getByRole("listbox");
const points = (page) => chart(page).getByRole("option");

/** The page with the trade-off worked out, and its scenario. */
async function opened(page, site) {
  await openPage(page, site.url);
  await expect(points(page).first()).toBeAttached();
  return (await savedFile(page)).text;
}

/** What the native command says that plan takes, and that every panel shows it. */
async function expectOnView(page, scenario, plan) {
  const expected = await native(["evaluate", "-", "--plan", plan], scenario);
  await expect.poll(() => planInTable(page)).toBe(plan);
  expect((await figure(page, "Iteration time")).exact).toBeCloseTo(expected.time_ms, 6);
  expect((await figure(page, "Energy")).exact).toBeCloseTo(expected.energy_j, 6);
  const time = expected.time_ms.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const compared = region(page, "Compared").getByRole("row");
  await expect(compared.filter({ has: page.locator("[aria-pressed=true]") })).toContainText(time);
  await expect(region(page, "Timeline")).toContainText(time);
}

/** How many colours the chart is painted in. */
const colours = (page) =>
  chart(page).locator("canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });

test("a point chosen by keyboard is the plan everywhere, Escape goes back", async ({ page, site }) => {
  const scenario = await opened(page, site);
  const own = await planInTable(page);
  expect(await colours(page)).toBeGreaterThan(8);
  await chart(page).focus();
  await page.keyboard.press("End");
  await expect(chart(page)).toHaveAttribute("aria-activedescendant", await points(page).last().getAttribute("id"));
  await page.keyboard.press("Enter");
  const frugal = (await points(page).last().textContent()).split("plan ")[1];
  await expectOnView(page, scenario, frugal);
  await expect(points(page).last()).toHaveAttribute("aria-selected", "true");
  await expect(region(page, "Time and energy").getByRole("status")).toContainText(`plan ${frugal}`);
  await page.keyboard.press("Escape");
  await expect.poll(() => planInTable(page)).toBe(own);
});

test("a row of each table chooses its plan", async ({ page, site }) => {
  const scenario = await opened(page, site);
  const own = await planInTable(page);
  await region(page, "Time and energy").getByRole("button", { name: "Table" }).click();
  for (const name of ["Time and energy", "Left out", "Compared"]) {
    const row = region(page, name).getByRole("row").last();
    await row.getByRole("button").focus();
    await page.keyboard.press("Enter");
    const plan = await row.getAttribute("title");
    expect(plan).not.toBe(own);
    await expectOnView(page, scenario, plan);
    await region(page, "Compared").getByRole("row").nth(1).click();
    await expect.poll(() => planInTable(page)).toBe(own);
  }
});

test("the link opens to the plan that was picked", async ({ page, site, freshProfile }) => {
  const scenario = await opened(page, site);
  const second = (await points(page).nth(1).textContent()).split("plan ")[1];
  await chart(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expectOnView(page, scenario, second);

  const receiver = await freshProfile();
  await openPage(receiver, await offeredLink(page));
  await expectOnView(receiver, scenario, second);
});
