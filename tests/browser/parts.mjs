// What a person finds on the page, by the names it has for them, and what they do there.

import { readFile } from "node:fs/promises";
import { expect } from "./fixtures.mjs";

/** The places of the page that the tests speak of. */
export function parts(page) {
  const button = (name) => page.getByRole("button", { name, exact: true });
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  return {
    answer,
    plan: button("Plan"),
    cancel: button("Cancel"),
    undo: button("Undo"),
    stages: page.getByRole("table", { name: "Plan by stage", exact: true }),
    planPanel: answer.getByRole("region", { name: "Plan", exact: true }),
    problems: page.getByRole("alert").filter({ hasText: "to fix before planning" }),
    progress: page.getByRole("progressbar", { name: "Planning" }),
    linked: page.getByRole("status", { name: "Opened from a link" }),
    alert: page.getByRole("alert"),
    scenarioName: page.getByLabel("Scenario name"),
    seed: page.getByLabel("Seed", { exact: true }),
    /** A cell of the table of GPUs; rows are counted from 1, as its label does. */
    gpu: (row, column) => page.getByLabel(`GPU row ${row}, ${column}`, { exact: true }),
    figure: (name) =>
      answer.getByRole("region", { name: "Figures" }).locator("div", { has: page.getByRole("heading", { name }) }),
  };
}

/** The figure under a heading of the answer: `text` as shown, `exact` as the hover has it. */
export async function figure(page, name) {
  const value = parts(page).figure(name).locator("p").first();
  const [text, hover] = [await value.innerText(), await value.getAttribute("title")];
  return { text: text.replace(/\s+/g, " ").trim(), exact: hover ? Number.parseFloat(hover) : Number.NaN };
}

/** The table of stages read row by row, as "g3:4,g4:1". */
export async function planInTable(page) {
  return parts(page).stages.evaluate((table) => {
    const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent.trim());
    const layers = heads.findIndex((head) => head === "Layers");
    const stage = (row) => {
      const gpu = row.querySelector("th").textContent.trim().split(" ")[0];
      return `${gpu}:${row.cells[layers].textContent.trim()}`;
    };
    return [...table.querySelectorAll("tbody tr:has(th)")].map(stage).join(",");
  });
}

/** The words of the planner's state, wherever the page has room for them. */
export const says = (page, words) => page.getByText(words).filter({ visible: true }).first();

/** A plan as the page writes it: "g5:9, g6:3". */
export const planWords = (plan) => new RegExp(plan.split(",").join(",\\s*"));

/** Waits until the page has planned what is in front of it, and all is well. */
export async function planned(page) {
  await expect(says(page, /^Planned in /)).toBeVisible();
}

/** The page, opened and planned. */
export async function openPage(page, address) {
  await page.goto(address);
  await planned(page);
}

/** Opens a scenario that comes with the page. */
export async function choosePreset(page, title) {
  await page.getByRole("button", { name: "Presets" }).click();
  await page.getByRole("button", { name: title }).click();
}

/** Shows the paper's tables instead of a scenario. */
export async function openTables(page) {
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("menuitemradio", { name: "Paper tables" }).click();
  await expect(page.getByRole("heading", { name: "Paper tables" })).toBeVisible();
}

/** Goes into a field, where it shows its exact value, replaces that and leaves. */
export async function enter(field, text) {
  await field.focus();
  await field.fill(text);
  await field.blur();
}

/** Opens the popover of links and files. */
export async function share(page) {
  await page.getByRole("button", { name: "Share", exact: true }).click();
}

/** The scenario that "Save file" hands out. */
export async function savedFile(page) {
  await share(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save file" }).click();
  const file = await download;
  await page.keyboard.press("Escape");
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** The link that the page offers for what it shows. */
export async function offeredLink(page) {
  await share(page);
  const field = page.getByLabel("Link to this scenario");
  await expect(field).toHaveValue(/#g1\./);
  const link = await field.inputValue();
  await page.keyboard.press("Escape");
  return link;
}

/** Hands a file to "Open file …". */
export async function openFile(page, name, contents) {
  await share(page);
  const buffer = Buffer.from(contents);
  await page.getByLabel("Open file").setInputFiles({ name, mimeType: "application/json", buffer });
}

/** Everything the browser keeps for this page. */
export const kept = (page) => page.evaluate(() => ({ ...localStorage }));

/** A search that goes on for a minute or two: far more generations than the page plans unasked. */
export async function makeSearchLong(page) {
  await page.getByLabel("Planner", { exact: true }).selectOption("memetic");
  await page.getByText("Memetic parameters").click();
  for (const [name, value] of [["Generations", "100000"], ["Patience", "100000"], ["Population", "2000"]]) {
    await enter(page.getByLabel(name, { exact: true }), value);
  }
}

/** Plans with the button, and waits until the best plan so far is on the page and the search goes on. */
export async function planUntilBusy(page) {
  const { plan, cancel, progress, stages } = parts(page);
  await plan.click();
  await expect(cancel).toBeVisible();
  await expect(progress).toBeVisible();
  await expect(says(page, /^Planning … [\d,]+ evaluations/)).toBeVisible();
  await expect(stages.locator("tbody th").first()).toBeVisible();
}

/** The file that the page starts its worker from. */
export const LOADER = "planner_worker_loader.js";

/** What the worker that was built says first, as it says it. */
export function hello(page) {
  return page.evaluate(
    (loader) =>
      new Promise((answer) => {
        const worker = new Worker(`./${loader}`, { type: "module" });
        worker.onmessage = ({ data }) => {
          worker.terminate();
          answer(data);
        };
      }),
    LOADER,
  );
}
