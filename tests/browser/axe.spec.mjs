// What axe-core finds on the page in its states, in both themes, on a desk and on a phone: nothing serious.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "./fixtures.mjs";
import { enter, offeredLink, openFile, openPage, openTables, parts } from "./parts.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const INFEASIBLE = new URL("../data/golden/infeasible-2x24.json", import.meta.url);
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

const points = (page) =>
  parts(page).answer.getByRole("region", { name: "Time and energy", exact: true }).getByRole("option");

const STATES = {
  async main(page) {
    await expect(points(page).first()).toBeAttached();
  },
  async picked(page) {
    const chart = page.getByRole("listbox");
    await expect(points(page).first()).toBeAttached();
    await chart.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(parts(page).figure("How good")).toContainText("Picked plan");
  },
  async problems(page) {
    await parts(page).gpu(4, "memory in GB").fill("-24");
    await expect(parts(page).problems).toBeVisible();
  },
  async link(page) {
    const link = await offeredLink(page);
    await page.goto("about:blank");
    await openPage(page, link);
    await expect(parts(page).linked).toBeVisible();
  },
  async infeasible(page) {
    const { scenario } = JSON.parse(await readFile(INFEASIBLE, "utf8"));
    await openFile(page, "infeasible.json", JSON.stringify(scenario));
    await expect(parts(page).answer.getByText("No plan fits", { exact: true })).toBeVisible();
  },
};

/** Serious and critical findings, one a line. The script comes in by evaluation, which the page's policy allows. */
async function findings(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return grave.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`),
    );
  });
}

for (const [name, bring] of Object.entries(STATES)) {
  test(`axe finds nothing serious in the state “${name}”`, async ({ page, site }) => {
    await openPage(page, site.url);
    await bring(page);
    const look = async (where) => {
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        expect(await findings(page), `${where}, ${colorScheme}`).toEqual([]);
      }
    };
    await page.setViewportSize(DESK);
    await look("on a desk");
    await page.setViewportSize(PHONE);
    for (const half of ["Answer", "Scenario"]) {
      await page.getByRole("button", { name: half, exact: true }).click();
      await look(`on a phone, ${half}`);
    }
  });
}

test("axe finds what is wrong with a page that is wrong", async ({ page, site }) => {
  await openPage(page, site.url);
  await page.evaluate(() => document.querySelector(".scenario-name").removeAttribute("aria-label"));
  await page.evaluate(() => document.querySelector(".scenario-name").removeAttribute("title"));
  expect((await findings(page)).join()).toContain("label: #cell-document-name");
});

test("a training run is counted for the tokens one sets, and the count is remembered", async ({ page, site }) => {
  await openPage(page, site.url);
  const run = parts(page).answer.getByRole("region", { name: "Training run" });
  const tokens = run.getByLabel("Tokens of the training run");
  await enter(tokens, "131.072 M");
  // 131,072 tokens an iteration.
  await expect(run).toContainText("1,000 iterations");
  await enter(tokens, "some");
  await expect(run).toContainText("Write a number of tokens");
  await expect(tokens).toHaveAttribute("aria-invalid", "true");
  await enter(tokens, "20 M");
  await page.reload();
  await expect(tokens).toHaveValue("20 M");
});

test("axe finds nothing serious in the paper’s tables", async ({ page, site }) => {
  await openPage(page, site.url);
  await openTables(page);
  for (const size of [DESK, PHONE]) {
    for (const colorScheme of ["light", "dark"]) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      expect(await findings(page), `${size.width} px, ${colorScheme}`).toEqual([]);
    }
  }
});
