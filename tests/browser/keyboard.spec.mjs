// Everything with the keyboard alone, and always in sight of where one is.

import { expect, test } from "./fixtures.mjs";
import { choosePreset, figure, openPage, parts, planInTable, planned } from "./parts.mjs";

/** Presses Tab until `target` has the focus; fails where the focus comes round without meeting it. */
async function tabTo(page, target, most = 200) {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${most} presses of Tab did not reach ${target}`);
}

/** What can show that an element has the focus: the outlines and rings of itself and of the box around it. */
const rings = (target) =>
  target.evaluate((element) => {
    const ring = (element) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
      return `${outlineStyle === "none" ? "" : `${outlineWidth} ${outlineColor}`} ${boxShadow}`;
    };
    return [element, element.parentElement].map(ring).join(", ");
  });

test("Tab leads to presets, Plan and the first GPU cell, each with a ring around it", async ({ page, site }) => {
  await openPage(page, site.url);
  const { plan, gpu } = parts(page);
  const targets = {
    scenarioName: parts(page).scenarioName,
    presets: page.getByRole("button", { name: "Presets" }),
    plan,
    share: page.getByRole("button", { name: "Share", exact: true }),
    view: page.getByRole("button", { name: "View", exact: true }),
    addGpu: page.getByRole("button", { name: "Add GPU" }),
    on: gpu(1, "on"),
    name: gpu(1, "name"),
    memory: gpu(1, "memory in GB"),
    bandwidth: page.getByLabel("A to B, Gbps", { exact: true }),
    layers: page.getByLabel("Layers", { exact: true }),
    precision: page.getByLabel("Precision", { exact: true }),
    weight: page.getByLabel("Weight of time against energy"),
    seed: parts(page).seed,
  };
  for (const [name, target] of Object.entries(targets)) {
    const before = await rings(target);
    await tabTo(page, target);
    await expect(target, name).toBeInViewport();
    const after = await rings(target);
    expect(after, `${name} shows the focus`).not.toBe(before);
    expect(after, `${name} has a ring of 2 px`).toMatch(/\b2px\b/);
  }
});

test("a preset is chosen, planned and edited without a mouse", async ({ page, site }) => {
  await openPage(page, site.url);
  await tabTo(page, page.getByRole("button", { name: "Presets" }));
  await page.keyboard.press("Enter");
  const choice = page.getByRole("button", { name: /^Six nodes, FP32/ });
  await expect(choice).toBeVisible();
  await tabTo(page, choice, 10);
  await page.keyboard.press("Enter");
  await expect(choice).toBeHidden();
  await planned(page);
  await expect(parts(page).scenarioName).toHaveValue("Six nodes, FP32");

  const before = await figure(page, "Iteration time");
  await page.getByLabel("Layers", { exact: true }).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("8");
  await planned(page);
  expect((await figure(page, "Iteration time")).exact).toBeLessThan(before.exact);
  await page.keyboard.press("Control+z");
  await planned(page);
  expect(await figure(page, "Iteration time")).toEqual(before);
});

test("typing into a field that Tab led to replaces what was there", async ({ page, site }) => {
  await openPage(page, site.url);
  await choosePreset(page, "Energy against time, 14 GPUs");
  await planned(page);
  // Figures of every form: with a comma at rest, shortened at rest, plain, empty.
  const fields = [
    [parts(page).gpu(1, "share of compute in use"), "0.5"],
    [parts(page).gpu(1, "memory in GB"), "48"],
    [page.getByLabel("Hidden size", { exact: true }), "1024"],
    [page.getByLabel("Reference time, ms"), "900"],
  ];
  for (const [field, text] of fields) {
    await field.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
    await expect(field).toHaveValue(text);
  }
});

test("Escape closes a popover and the focus is back on its button", async ({ page, site }) => {
  await openPage(page, site.url);
  for (const name of ["Presets", "Share", "View"]) {
    const button = page.getByRole("button", { name, exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("[popover]:popover-open")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.locator("[popover]:popover-open")).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test("Enter and the arrows walk down and up a column of the table", async ({ page, site }) => {
  await openPage(page, site.url);
  const { gpu } = parts(page);
  await gpu(2, "memory in GB").focus();
  await page.keyboard.press("Enter");
  await expect(gpu(3, "memory in GB")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(gpu(4, "memory in GB")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(gpu(3, "memory in GB")).toBeFocused();
  // What had been there is selected: typing replaces it.
  await page.keyboard.type("25");
  await expect(gpu(3, "memory in GB")).toHaveValue("25");
  expect(await planInTable(page)).not.toBe("");
});

test("every control has a name", async ({ page, site }) => {
  await openPage(page, site.url);
  for (const summary of await page.locator("summary").all()) await summary.click();
  const tree = await page.locator("body").ariaSnapshot();
  const isControl = (line) => /^ *- (button|textbox|checkbox|combobox|slider|link)\b/.test(line);
  const controls = tree.split("\n").filter(isControl);
  expect(controls.length).toBeGreaterThan(100);
  expect(controls.filter((line) => !/^ *- \w+ "[^"]/.test(line))).toEqual([]);
});
