// The states that a person meets, each brought about as they would. The pictures stay.

import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.mjs";
import {
  choosePreset, enter, makeSearchLong, offeredLink, openFile, openPage, openTables, parts, planUntilBusy, planned, share,
} from "./parts.mjs";
import { SIZES, expectToFit, picture } from "./pictures.mjs";

const INFEASIBLE = new URL("../data/golden/infeasible-2x24.json", import.meta.url);

const STATES = {
  async problems(page, site) {
    await openPage(page, site.url);
    await enter(parts(page).gpu(7, "share of compute in use"), "60");
    await parts(page).gpu(4, "memory in GB").fill("-24");
    await expect(parts(page).problems).toContainText("2 cells");
    await expect(page.getByRole("button", { name: "Use 24" }).first()).toBeVisible();
  },
  async progress(page, site) {
    await openPage(page, site.url);
    await makeSearchLong(page);
    await planUntilBusy(page);
    await page.getByText("Memetic parameters").click();
  },
  async link(page, site) {
    await openPage(page, site.url);
    const link = await offeredLink(page);
    await page.goto("about:blank");
    await openPage(page, link);
    await expect(parts(page).linked).toBeVisible();
  },
  async share(page, site) {
    await openPage(page, site.url);
    await share(page);
    await expect(page.getByLabel("Link to this scenario")).toHaveValue(/#g1/);
  },
  async infeasible(page, site) {
    const { scenario } = JSON.parse(await readFile(INFEASIBLE, "utf8"));
    await openPage(page, site.url);
    await openFile(page, "infeasible.json", JSON.stringify(scenario));
    await expect(parts(page).answer.getByText("No plan fits", { exact: true })).toBeVisible();
    await expect(page.getByText("No references: there is no plan that they could follow")).toBeVisible();
    await expect(page.getByText("Appears when a plan fits")).toHaveCount(4);
    await expect(page.getByText("0 points")).toHaveCount(0);
  },
  async refused(page, site) {
    await openPage(page, site.url);
    await openFile(page, "letter.json", "Dear colleague");
    await expect(parts(page).alert).toContainText("was not opened");
  },
  async single(page, site) {
    await openPage(page, site.url);
    await enter(page.getByLabel("Layers", { exact: true }), "1");
    await expect(page.getByText("One plan is best at every λ")).toHaveCount(2);
  },
  async many(page, site) {
    await openPage(page, site.url);
    await choosePreset(page, "Energy against time, 14 GPUs");
    await planned(page);
  },
  async refusedLink(page, site) {
    await openPage(page, `${site.url}#g1.AAAA`);
    await expect(parts(page).alert).toContainText("can’t be opened");
  },
  async picked(page, site) {
    await openPage(page, site.url);
    await page.getByRole("region", { name: "Compared" }).getByRole("row", { name: /^Metis, all GPUs/ }).click();
    await expect(parts(page).figure("How good")).toContainText("Picked");
  },
  async paper(page, site) {
    await openPage(page, site.url);
    await openTables(page);
  },
};

for (const [name, bring] of Object.entries(STATES)) {
  test(`the state “${name}” fits in every width and both themes`, async ({ page, site }) => {
    await bring(page, site);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const theme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: theme });
        await expectToFit(page);
        await picture(page, `state-${name}-${size.width}-${theme}`);
      }
    }
  });
}
