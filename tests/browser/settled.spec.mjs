// Nothing on the page jumps when results come, and with all of them it still fits every width. The pictures stay.

import { answered, points, region } from "./answers.mjs";
import { expect, test } from "./fixtures.mjs";
import { parts } from "./parts.mjs";
import { expectToFit, picture } from "./pictures.mjs";

const SIZES = [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** How far things on the page have moved without anybody touching it, as browsers score it, and what moved. */
const shifts = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const observer = new PerformanceObserver((list) => {
          const unasked = list.getEntries().filter((entry) => !entry.hadRecentInput);
          const name = ({ node }) => node?.className || node?.parentElement?.className || node?.nodeName;
          done(unasked.map((entry) => ({ value: entry.value, moved: entry.sources.map(name) })));
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // Without any there is nothing to be told of; a paint later all have been told.
        requestAnimationFrame(() => requestAnimationFrame(() => done([])));
      }),
  );

const total = (shifts) => shifts.reduce((sum, { value }) => sum + value, 0);

for (const size of SIZES) {
  test(`loading and planning shift nothing at ${size.width} px`, async ({ page, site }) => {
    await page.setViewportSize(size);
    await page.goto(site.url);
    await answered(page);
    const moved = await shifts(page);
    expect(total(moved), JSON.stringify(moved)).toBeLessThan(0.02);
    // What moves is seen: with this much air above the figures all below them moves.
    await page.getByRole("region", { name: "Figures" }).evaluate((figures) => {
      figures.style.paddingTop = "160px";
    });
    await expect.poll(async () => total(await shifts(page))).toBeGreaterThan(0.02);
  });

  for (const theme of ["light", "dark"]) {
    test(`with a plan picked and the tables open all fits ${size.width} px in ${theme}`, async ({ page, site }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(size);
      await page.goto(site.url);
      await answered(page);
      await expectToFit(page);
      await picture(page, `answer-${size.width}-${theme}`);
      await region(page, "Time and energy").getByRole("listbox").focus();
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await expect(points(page).last()).toHaveAttribute("aria-selected", "true");
      for (const name of ["Time and energy", "Timeline"]) {
        await region(page, name).getByRole("button", { name: "Table" }).click();
      }
      await parts(page).answer.getByRole("heading", { name: "Assumptions" }).click();
      await expectToFit(page);
      await picture(page, `picked-${size.width}-${theme}`);
    });
  }
}
