// Files from outside: what can't be planned says why, what is no scenario is refused, and nothing is lost.

import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.mjs";
import { choosePreset, figure, openFile, openPage, parts, planned, savedFile } from "./parts.mjs";

const INFEASIBLE = new URL("../data/golden/infeasible-2x24.json", import.meta.url);

test("a pool that can hold no plan is said to be so, with the reason, and the page goes on", async ({ page, site }) => {
  const { scenario, optimum } = JSON.parse(await readFile(INFEASIBLE, "utf8"));
  expect(optimum.status).toBe("infeasible");
  await openPage(page, site.url);
  await openFile(page, "infeasible.json", JSON.stringify(scenario));

  const { answer, stages, plan } = parts(page);
  await expect(answer.getByText("No plan fits", { exact: true })).toBeVisible();
  await expect(answer).toContainText("Memory binds: at most 3 layers fit");
  // Eq. 5, 6 by hand: 14.4 GB hold (14.4 − 4.94) ÷ 4.29 = 2 layers and the head in one stage; in two stages, with a
  // micro-batch more to keep, 14.4 ÷ 5.64 = 2 layers and (14.4 − 4.94) ÷ 5.64 = 1 with the head.
  await expect(answer).toContainText("at most 3 of 24 layers");
  await expect(stages).toBeHidden();
  expect((await figure(page, "Iteration time")).text).toBe("–");

  await plan.click();
  await expect(answer).toContainText("No plan fits");
  await choosePreset(page, "Three sites, seven GPUs");
  await planned(page);
  expect((await figure(page, "Iteration time")).text).toBe("1,756.8 ms");
});

test("a saved file opens to what was saved", async ({ page, site, freshProfile }) => {
  await openPage(page, site.url);
  await choosePreset(page, "Energy against time, 14 GPUs");
  await planned(page);
  const file = await savedFile(page);
  const other = await freshProfile();
  await openPage(other, site.url);
  await openFile(other, file.name, file.text);
  await planned(other);
  expect(await figure(other, "Iteration time")).toEqual(await figure(page, "Iteration time"));
  expect((await savedFile(other)).text).toBe(file.text);
});

const HOSTILE = [
  ["no JSON", "notes.json", "Dear colleague,\n\nhere is the pool.", /stops being JSON/],
  ["empty", "empty.json", "", /The file is empty/],
  ["bytes that are no text", "picture.json", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00]), /JSON/],
  ["another program's JSON", "package.json", '{"name":"x","version":"1.0.0"}', /geotrain-scenario|format/],
  ["of a later version", "later.json", '{"format":"geotrain-scenario","version":99}', /version/],
  ["nested without end", "deep.json", "[".repeat(1 << 20), /JSON|deep|nest/],
  ["20 MB", "huge.json", Buffer.alloc(20_000_000, 0x78), /larger than 16 MiB/],
  ["15 MB of nonsense", "large.json", Buffer.alloc(15_000_000, 0x78), /JSON/],
];

test("a file that is no scenario is refused in words and changes nothing", async ({ page, site }) => {
  await openPage(page, site.url);
  const { alert, scenarioName, plan, undo } = parts(page);
  for (const [kind, name, contents, words] of HOSTILE) {
    await test.step(kind, async () => {
      await openFile(page, name, contents);
      await expect(alert).toContainText(`“${name}” was not opened`);
      await expect(alert).toContainText(words);
      await expect(scenarioName).toHaveValue("Three sites, seven GPUs");
      await expect(undo).toBeDisabled();
    });
  }
  await plan.click();
  await planned(page);
  expect((await figure(page, "Iteration time")).text).toBe("1,756.8 ms");
});

test("a file's texts are shown as texts, never as markup", async ({ page, site }) => {
  await openPage(page, site.url);
  const scenario = JSON.parse((await savedFile(page)).text);
  const markup = "<img src=x onerror=alert(1)>";
  scenario.name = markup;
  scenario.gpus[3].model = markup;
  scenario.gpus[4].site = "<b>B</b>";
  await openFile(page, "markup.json", JSON.stringify(scenario));
  await planned(page);
  await expect(parts(page).scenarioName).toHaveValue(markup);
  await expect(parts(page).answer).toContainText(markup);
  await expect(page.getByText("<b>B</b>").first()).toBeVisible();
  expect(await page.locator("img, .page b, [onerror]").count()).toBe(0);
});

test("a file with problems is refused with each of them, and the scenario stays", async ({ page, site }) => {
  await openPage(page, site.url);
  const scenario = JSON.parse((await savedFile(page)).text);
  scenario.gpus[3].memory_gb = -24;
  scenario.training.micro_batch_size = 7;
  scenario.model.colour = "red";
  await openFile(page, "wrong.json", JSON.stringify(scenario));
  const { alert, scenarioName } = parts(page);
  await expect(alert).toContainText("“wrong.json” was not opened");
  await expect(alert).toContainText(/g3, memory must be more than 0 GB; it says −24/);
  await expect(alert).toContainText(/[Mm]icro-batch/);
  await expect(alert).toContainText(/colour/);
  await expect(scenarioName).toHaveValue("Three sites, seven GPUs");
});
