// What a link shows can't be changed by accident: it is read until a copy is kept.

import { expect, test } from "./fixtures.mjs";
import { enter, kept, offeredLink, openPage, parts, planned } from "./parts.mjs";

test("nothing of a link's scenario can be edited until a copy is kept", async ({ page, site, freshProfile }) => {
  await openPage(page, site.url);
  const link = await offeredLink(page);

  const other = await freshProfile();
  await openPage(other, link);
  const { gpu, linked, undo } = parts(other);
  await expect(linked).toBeVisible();
  const layers = other.getByLabel("Layers", { exact: true });
  const fields = [
    gpu(1, "name"),
    gpu(4, "memory in GB"),
    gpu(1, "on"),
    layers,
    other.getByLabel("Precision", { exact: true }),
    other.getByLabel("A to B, Gbps", { exact: true }),
    other.getByLabel("Weight of time against energy"),
  ];
  for (const field of fields) await expect(field).not.toBeEditable();
  const before = await layers.inputValue();
  await gpu(4, "memory in GB").focus();
  await other.keyboard.type("1");
  await expect(gpu(4, "memory in GB")).toHaveValue("24");
  // Whatever way it comes.
  await gpu(4, "memory in GB").evaluate((cell) => {
    const data = new DataTransfer();
    data.setData("text/plain", "1\t2\n3\t4");
    cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(gpu(4, "memory in GB")).toHaveValue("24");
  await expect(undo).toBeDisabled();
  expect(await kept(other)).toEqual({});

  await other.getByRole("button", { name: "Keep a copy" }).click();
  for (const field of fields) await expect(field).toBeEditable();
  await enter(layers, String(Number(before) + 1));
  await planned(other);
  await other.reload();
  await planned(other);
  await expect(layers).toHaveValue(String(Number(before) + 1));
});
