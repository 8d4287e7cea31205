// What the browser keeps of one's own scenario, and what happens when that is broken.

import { expect, test } from "./fixtures.mjs";
import { enter, figure, kept, openPage, parts, planInTable, planned } from "./parts.mjs";

const saved = (page) => expect(page.getByText("Saved", { exact: true })).toBeVisible();

test("a draft survives a reload, with its plan", async ({ page, site }) => {
  await openPage(page, site.url);
  await enter(parts(page).scenarioName, "Half a pool");
  await enter(parts(page).gpu(6, "memory in GB"), "33.5");
  await parts(page).gpu(1, "on").uncheck();
  await planned(page);
  await saved(page);
  const [plan, time] = [await planInTable(page), await figure(page, "Iteration time")];

  await page.reload();
  await planned(page);
  await expect(parts(page).scenarioName).toHaveValue("Half a pool");
  await expect(parts(page).gpu(6, "memory in GB")).toHaveValue("33.5");
  await expect(parts(page).gpu(1, "on")).not.toBeChecked();
  expect(await planInTable(page)).toBe(plan);
  expect(await figure(page, "Iteration time")).toEqual(time);
});

test("an edit made just before leaving is kept", async ({ page, site }) => {
  await openPage(page, site.url);
  await parts(page).scenarioName.fill("Last words");
  await page.reload();
  await expect(parts(page).scenarioName).toHaveValue("Last words");
});

test("a first visit stores nothing of the example", async ({ page, site }) => {
  await openPage(page, site.url);
  await saved(page);
  await page.reload();
  await planned(page);
  expect(await kept(page)).toEqual({});
});

const BROKEN = [
  ["no JSON", "{"],
  ["JSON of something else", "[1, 2, 3]"],
  ["empty", ""],
  ["a scenario with an impossible number", (draft) => draft.replace('"memory_gb": 24', '"memory_gb": -24')],
  ["cut in half", (draft) => draft.slice(0, draft.length / 2)],
];

test("a stored draft that can't be read is answered by the example and a sentence", async ({ page, site }) => {
  await openPage(page, site.url);
  const { alert, scenarioName } = parts(page);
  for (const [kind, broken] of BROKEN) {
    await test.step(kind, async () => {
      await enter(scenarioName, `Soon ${kind}`);
      await saved(page);
      const [key, draft] = Object.entries(await kept(page)).find(([, text]) => text.includes(`Soon ${kind}`));
      const text = typeof broken === "string" ? broken : broken(draft);
      expect(text).not.toBe(draft);
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [key, text]);

      await page.reload();
      await planned(page);
      await expect(alert).toContainText("The scenario kept in this browser can’t be read, so this is the example.");
      await expect(scenarioName).toHaveValue("Three sites, seven GPUs");
      expect((await figure(page, "Iteration time")).text).toBe("1,756.8 ms");
      // What could not be read is still there for someone who can.
      expect(Object.values(await kept(page))).toContain(text);
    });
  }
  await enter(scenarioName, "Begun again");
  await saved(page);
  await page.reload();
  await planned(page);
  await expect(scenarioName).toHaveValue("Begun again");
  await expect(alert).toHaveCount(0);
});

test("a browser that keeps nothing still plans, and says that it can't save", async ({ page, site }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    }),
  );
  await openPage(page, site.url);
  await expect(page.getByText("This browser can’t save")).toBeVisible();
  await enter(page.getByLabel("Layers", { exact: true }), "13");
  await planned(page);
});

test("a browser whose storage is full says so, and saves again when there is room", async ({ page, site }) => {
  await openPage(page, site.url);
  await page.evaluate(() => {
    for (let size = 1 << 22; size > 0; size >>= 1) {
      for (let part = 0; part < 4; part += 1) {
        try {
          localStorage.setItem(`ballast-${size}-${part}`, "x".repeat(size));
        } catch {
          break;
        }
      }
    }
  });
  await enter(parts(page).scenarioName, "Does not fit");
  await expect(page.getByText("This browser can’t save")).toBeVisible();
  await expect(parts(page).scenarioName).toHaveValue("Does not fit");
  await page.evaluate(() => localStorage.clear());
  await enter(parts(page).scenarioName, "Fits again");
  await saved(page);
});
