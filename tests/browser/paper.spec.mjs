// The paper's tables: worked out in the page as by the native command, and every row opens its scenario.

import { expect, test } from "./fixtures.mjs";
import { native } from "./native.mjs";
import { enter, openPage, openTables, parts, planned } from "./parts.mjs";
import { expectToFit, picture } from "./pictures.mjs";

const view = (page) => page.getByRole("main", { name: "Paper tables" });
const row = (page, table, name) =>
  view(page).getByRole("table", { name: table, exact: true }).getByRole("row").filter({
    has: page.getByRole("rowheader", { name, exact: true }),
  });

const allDone = (page) => expect(view(page).getByRole("status")).toContainText("print alike", { timeout: 50_000 });

test("every row is what the native command says, published and ours", async ({ page, site }) => {
  await openPage(page, site.url);
  await openTables(page);
  await allDone(page);
  const { rows } = await native(["reproduce"]);
  for (const { table, row: name, figures, plan, weight } of rows.filter(({ figures }) => figures.length > 0)) {
    const line = row(page, table, name);
    const cells = await line.getByRole("cell").allInnerTexts();
    figures.forEach(({ column, ours_text, published_text }, index) => {
      const [ours, printed] = cells[index].split("\n").map((text) => text.trim());
      if (!column.endsWith("planning")) expect(ours, `${table} ${name} ${column}`).toBe(ours_text ?? "–");
      expect(printed.startsWith(published_text ?? "–"), `${table} ${name} ${column}: ${printed}`).toBe(true);
    });
    expect(cells[figures.length]).toBe(plan ? plan.replaceAll(",", ", ") : "–");
    expect(cells[figures.length + 1]).toBe(weight);
  }
  const judged = rows.flatMap(({ figures }) => figures).filter(({ same }) => same !== null);
  const alike = judged.filter(({ same }) => same).length;
  await expect(view(page).getByRole("status")).toHaveText(`${alike} of ${judged.length} published figures print alike`);
});

test("a row opens its scenario, and Undo brings back what was there", async ({ page, site }) => {
  await openPage(page, site.url);
  await openTables(page);
  await page.getByRole("button", { name: "Open the scenario of Table 3, N = 12" }).click();
  await expect(view(page)).toHaveCount(0);
  await expect(parts(page).scenarioName).toHaveValue("Scaling, 12 GPUs, 12 layers");
  await planned(page);
  // Table 3 prints 996.6 ms.
  await expect(parts(page).figure("Iteration time")).toContainText("996.6");
  await parts(page).undo.click();
  await expect(parts(page).scenarioName).toHaveValue("Three sites, seven GPUs");
});

test("leaving the tables half done loses nothing, and planning goes first", async ({ page, site }) => {
  await openPage(page, site.url);
  await openTables(page);
  await expect(view(page).getByRole("status")).toContainText(/[1-9]\d* of \d+ rows/);
  await expect(page.getByRole("heading", { name: "Paper tables" })).toBeFocused();
  await view(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "View" })).toBeFocused();
  await enter(page.getByLabel("Layers", { exact: true }), "11");
  await planned(page);
  await openTables(page);
  await allDone(page);
});

test("what can't be reproduced says why", async ({ page, site }) => {
  await openPage(page, site.url);
  await openTables(page);
  await expect(view(page).getByRole("region", { name: "Table 4" })).toContainText(/L = 48\. Contradicts the row above/);
  await expect(view(page).getByRole("region", { name: "Table 2" })).toContainText("Measured on hardware");
});

for (const [width, height, theme] of [[360, 740, "light"], [360, 740, "dark"], [1280, 800, "light"], [1920, 1080, "dark"]]) {
  test(`the tables fit ${width} px, ${theme}`, async ({ page, site }) => {
    await openPage(page, site.url);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await openTables(page);
    await allDone(page);
    await expectToFit(page);
    await picture(page, `paper-${width}-${theme}`);
  });
}
