// The page in every width and both themes: nothing scrolls sideways, nothing is cut off. The pictures stay.

import { expect, test } from "./fixtures.mjs";
import { openPage, parts, planned } from "./parts.mjs";
import { crowded, expectToFit, picture } from "./pictures.mjs";

const SIZES = [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

for (const theme of ["light", "dark"]) {
  for (const size of SIZES) {
    test(`${size.width} px wide and ${theme}, the page fits and shows all its words`, async ({ page, site }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(size);
      await page.goto(site.url);
      await expect(parts(page).figure("Iteration time")).toContainText("1,756.8");
      const check = async (name) => {
        await expectToFit(page);
        await picture(page, name);
      };
      await check(`page-${size.width}-${theme}`);
      if (size.width < 720) {
        await page.getByRole("button", { name: "Scenario", exact: true }).click();
        await expect(parts(page).gpu(1, "name")).toBeVisible();
        await check(`page-${size.width}-${theme}-scenario`);
      }
    });
  }
}

test("no width between a phone and a wall makes the page scroll sideways", async ({ page, site }) => {
  await openPage(page, site.url);
  const tooWide = [];
  for (const width of [320, 360, 412, 600, 719, 720, 768, 820, 900, 1024, 1099, 1100, 1366, 1599, 1600, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const needed = await page.evaluate(() => document.scrollingElement.scrollWidth);
    if (needed > width) tooWide.push(`${needed} px in ${width}`);
  }
  expect(tooWide).toEqual([]);
});

test("the theme that was chosen holds after loading again, whatever the system says", async ({ page, site }) => {
  const background = () => parts(page).answer.evaluate((answer) => getComputedStyle(answer).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await openPage(page, site.url);
  const light = await background();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await planned(page);
  expect(await background()).toBe(dark);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Light" }).click();
  await expect.poll(background).toBe(light);
});

test("the popovers of the header have room for their buttons on a phone", async ({ page, site }) => {
  await page.setViewportSize(SIZES[0]);
  await page.goto(site.url);
  await expect(parts(page).figure("Iteration time")).toContainText("1,756.8");
  for (const name of ["Share", "View"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await picture(page, `phone-${name.toLowerCase()}`);
    expect(await crowded(page)).toEqual([]);
    await page.keyboard.press("Escape");
  }
});
