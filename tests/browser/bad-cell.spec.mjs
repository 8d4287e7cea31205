// A number that can't be is marked where it stands and said in words; nothing is planned and nothing is lost.

import { expect, test } from "./fixtures.mjs";
import { enter, figure, openPage, parts, planned, says } from "./parts.mjs";

/** The row of g3, counted as the labels count. */
const G3 = 4;

const CASES = [
  ["a negative number", "-24", /g3, memory must be more than 0 GB; it says −24/],
  ["a word", "abc", /g3, memory.*“abc”/],
  ["nothing", "", /g3, memory/],
  ["more than there can be", "1e9", /g3, memory must be at most 1,000,000 GB/],
];

test("a GPU's memory that can't be blocks planning in words, until it is put right", async ({ page, site }) => {
  await openPage(page, site.url);
  const { gpu, plan, problems, answer } = parts(page);
  const memory = gpu(G3, "memory in GB");
  for (const [kind, text, words] of CASES) {
    await test.step(kind, async () => {
      await expect(memory).toHaveValue("24");
      await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);

      await enter(memory, text);
      await expect(plan).toBeDisabled();
      await expect(problems).toContainText("1 cell to fix before planning");
      await expect(problems).toContainText(words);
      await expect(memory).toHaveAttribute("aria-invalid", "true");
      await expect(page.locator("[aria-invalid=true]")).toHaveCount(1);
      await expect(says(page, "Waiting for 1 cell")).toBeVisible();
      // The last answer stays, and is said to be old.
      await expect(answer).toContainText("Last good answer.");
      await expect(answer).toContainText("Out of date");
      expect((await figure(page, "Iteration time")).text).toBe("1,756.8 ms");

      await problems.getByRole("button", { name: "g3, memory", exact: true }).click();
      await expect(memory).toBeFocused();
      await expect(memory).toBeInViewport();

      await enter(memory, "24");
      await planned(page);
      await expect(problems).toHaveCount(0);
      await expect(plan).toBeEnabled();
      await expect(answer).not.toContainText("Out of date");
    });
  }
});

test("the cell's message offers the number that was meant, and takes it at a press", async ({ page, site }) => {
  await openPage(page, site.url);
  const memory = parts(page).gpu(G3, "memory in GB");
  await memory.fill("-16");
  await expect(memory).toHaveAccessibleDescription(/^Must be more than 0 GB/);
  const message = page.getByRole("status").filter({ hasText: "Must be more than 0 GB" });
  await message.getByRole("button", { name: "Use 16" }).click();
  await expect(memory).toHaveValue("16");
  await planned(page);
});

test("a minus is a true one while it is typed and after, and a wrong share is shown as it was entered", async ({
  page,
  site,
}) => {
  await openPage(page, site.url);
  const memory = parts(page).gpu(G3, "memory in GB");
  await memory.click();
  await memory.fill("16");
  await memory.press("Home");
  await memory.press("-");
  await memory.press("2");
  await expect(memory).toHaveValue("−216");
  await memory.blur();
  await expect(memory).toHaveValue("−216");
  const share = parts(page).gpu(7, "share of compute in use");
  await enter(share, "60");
  await expect(share).toHaveValue("60");
});

test("the message of a cell leaves other wrong cells in sight", async ({ page, site }) => {
  await openPage(page, site.url);
  const { gpu } = parts(page);
  const [upper, lower] = [gpu(G3, "memory in GB"), gpu(G3 + 1, "memory in GB")];
  await enter(lower, "-1");
  const message = page.getByRole("status").filter({ hasText: "Must be more than 0 GB" });
  for (const [cell, other] of [[upper, lower], [lower, upper]]) {
    await enter(cell, "-2");
    await cell.focus();
    await expect(message).toBeVisible();
    const [covering, covered] = [await message.boundingBox(), await other.boundingBox()];
    const apart = covering.y >= covered.y + covered.height || covering.y + covering.height <= covered.y;
    expect(apart, JSON.stringify([covering, covered])).toBe(true);
  }
});

test("every problem is listed at once, and the list leads to each", async ({ page, site }) => {
  await openPage(page, site.url);
  const { gpu, problems, plan } = parts(page);
  const share = gpu(7, "share of compute in use");
  const microBatch = page.getByLabel("Micro-batch, samples");
  await enter(gpu(G3, "memory in GB"), "-24");
  await enter(share, "60");
  await enter(microBatch, "7");
  await expect(problems).toContainText("3 cells to fix before planning");
  await expect(problems.getByRole("listitem")).toHaveCount(3);
  await expect(plan).toBeDisabled();
  await problems.getByRole("button", { name: "g6, compute in use", exact: true }).click();
  await expect(share).toBeFocused();
  await problems.getByRole("button", { name: /[Mm]icro-batch/ }).click();
  await expect(microBatch).toBeFocused();

  await problems.getByRole("button", { name: "Use 0.60" }).click();
  await expect(problems).toContainText("2 cells to fix before planning");
  for (let step = 0; step < 3; step += 1) await parts(page).undo.click();
  await expect(problems).toContainText("1 cell to fix before planning");
  await parts(page).undo.click();
  await planned(page);
});

test("a cell that is wrong is not shared, saved or stored", async ({ page, site }) => {
  await openPage(page, site.url);
  await enter(parts(page).gpu(G3, "memory in GB"), "0");
  await expect(page.getByText("Not saved: 1 cell")).toBeVisible();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeDisabled();
  await page.getByRole("button", { name: "Save file" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Fix the marked cells first" })).toBeVisible();
  // Leaving and coming back finds the last scenario that was whole.
  await page.goto("about:blank");
  await openPage(page, site.url);
  await expect(parts(page).gpu(G3, "memory in GB")).toHaveValue("24");
});
