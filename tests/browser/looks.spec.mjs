// The page in every width and both themes: nothing scrolls sideways, nothing is cut off. The pictures stay.

import { expect, test } from "./fixtures.mjs";
import { choosePreset, enter, openPage, parts, planned } from "./parts.mjs";
import { SIZES, crowded, expectToFit, picture } from "./pictures.mjs";

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

test("a table of GPUs that is wider than a phone says so and leads to its end and back", async ({ page, site }) => {
  await page.setViewportSize(SIZES[0]);
  await page.goto(site.url);
  await page.getByRole("button", { name: "Scenario", exact: true }).click();
  const last = parts(page).gpu(1, "active power in W");
  await expect(last).not.toBeInViewport();
  await page.getByRole("button", { name: "More columns" }).click();
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "First columns" }).click();
  await expect(last).not.toBeInViewport();
  await page.setViewportSize(SIZES[1]);
  await expect(page.getByRole("button", { name: "More columns" })).toHaveCount(0);
});

test("long figures keep their units, and many GPUs their cell", async ({ page, site }) => {
  await openPage(page, site.url);
  const { figure } = parts(page);
  const within = async (name) => {
    const cell = await figure(name).boundingBox();
    for (const part of await figure(name).locator("span:not(:empty), svg").all()) {
      const box = await part.boundingBox();
      expect(box.x + box.width, `${name}: ${await part.innerHTML()}`).toBeLessThanOrEqual(cell.x + cell.width);
    }
  };
  await enter(page.getByLabel("Batch, samples", { exact: true }), "8192");
  await planned(page);
  // 155.4 + 127.7 + 156.2 + 164.7 + 1,023 · 164.7 ms, of which the page shows one decimal.
  await expect(figure("Iteration time")).toContainText(/16\d,\d{3}\.\d\s*ms/);
  await within("Iteration time");
  await within("Energy");
  await choosePreset(page, "Energy against time, 14 GPUs");
  await expect(figure("GPUs used")).toContainText("of 14");
  await within("GPUs used");
});

test("the timeline's legend stays beside its title", async ({ page, site }) => {
  await openPage(page, site.url);
  const timeline = page.getByRole("region", { name: "Timeline", exact: true });
  for (const width of [720, 1099, 1100, 1140, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const title = await timeline.getByRole("heading").boundingBox();
    for (const part of [timeline.getByRole("list", { name: "Legend" }), timeline.getByRole("button", { name: "Table" })]) {
      const box = await part.boundingBox();
      const middle = box.y + box.height / 2;
      expect(Math.abs(middle - title.y - title.height / 2), `at ${width} px`).toBeLessThan(4);
    }
  }
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
