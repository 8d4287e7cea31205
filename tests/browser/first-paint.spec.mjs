// What a person sees before they have done anything.

import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.mjs";
import { figure, openPage, parts, planInTable } from "./parts.mjs";

const PUBLISHED = new URL("../data/paper-tables/published.json", import.meta.url);

test("the page opens on a solved example, at the optimum of the paper's three-site pool", async ({ page, site }) => {
  const { times } = JSON.parse(await readFile(PUBLISHED, "utf8"));
  const { optimum_ms } = times.find(({ scenario }) => scenario === "network-lat50-bw10");

  await openPage(page, site.url);
  await expect(parts(page).scenarioName).toHaveValue("Three sites, seven GPUs");
  const time = await figure(page, "Iteration time");
  expect(time.text).toBe("1,756.8 ms");
  expect(time.exact).toBeCloseTo(optimum_ms, 2);
  // g3 and g4 are equal and share a site: either may come first.
  expect(await planInTable(page)).toMatch(/^(g3:4,g4:1|g4:4,g3:1),g6:1,g5:6$/);
  expect((await figure(page, "GPUs used")).text).toBe("4 of 7");
});

test("the other figures of the example follow from its time by hand", async ({ page, site }) => {
  await openPage(page, site.url);
  // 64 samples of 2,048 tokens in 1.756785 s.
  expect((await figure(page, "Throughput")).text).toBe("74,609 tok/s");
  // Σ τ + 7 · max τ: the table's own figures give the time back, up to their rounding.
  const service = await parts(page).stages.evaluate((table) => {
    const column = [...table.querySelectorAll("thead th")].findIndex((head) => head.textContent.includes("τ"));
    return [...table.querySelectorAll("tbody tr")].map((row) => Number.parseFloat(row.cells[column].title));
  });
  expect(service).toHaveLength(4);
  const sum = service.reduce((total, stage) => total + stage, 0) + 7 * Math.max(...service);
  expect((await figure(page, "Iteration time")).exact).toBeCloseTo(sum, 6);
});
