// A link that can't be opened says what is wrong with it, each kind in its own words, and costs nobody anything.

import { expect, test } from "./fixtures.mjs";
import { enter, figure, kept, offeredLink, openPage, parts, planned, share } from "./parts.mjs";

const REFUSED = "This link can’t be opened; your own scenario is untouched.";

function changed(fragment) {
  const middle = fragment.length >> 1;
  const other = fragment[middle] === "A" ? "B" : "A";
  return fragment.slice(0, middle) + other + fragment.slice(middle + 1);
}

const KINDS = [
  ["damaged", changed, /damaged: some of its characters have changed/],
  ["cut off", (fragment) => fragment.slice(0, -40), /The end of this link is missing/],
  ["from a newer version", () => "g2.abc", /made by a newer version/],
];

async function fragmentOf(page, site) {
  await openPage(page, site.url);
  return (await offeredLink(page)).split("#")[1];
}

for (const [kind, breakIt, words] of KINDS) {
  test(`a link that is ${kind} is explained, beside the example`, async ({ page, site, freshProfile }) => {
    const broken = breakIt(await fragmentOf(page, site));
    const other = await freshProfile();
    await openPage(other, `${site.url}#${broken}`);
    const { alert, scenarioName, linked } = parts(other);
    await expect(alert).toContainText(REFUSED);
    await expect(alert).toContainText(words);
    await expect(linked).toHaveCount(0);
    await expect(scenarioName).toHaveValue("Three sites, seven GPUs");
    expect((await figure(other, "Iteration time")).text).toBe("1,756.8 ms");
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await expect(alert).toHaveCount(0);
    expect(await kept(other)).toEqual({});
  });
}

test("no two kinds of broken links are explained in the same words", async ({ page, site }) => {
  const fragment = await fragmentOf(page, site);
  const told = new Set();
  for (const [, breakIt] of [...KINDS, ["an anchor", () => "chapter-3"]]) {
    await share(page);
    await page.getByLabel("Link to open").fill(`${site.url}#${breakIt(fragment)}`);
    await page.getByRole("button", { name: "Open link" }).click();
    await expect(parts(page).alert).toContainText(REFUSED);
    told.add(await parts(page).alert.innerText());
    await parts(page).alert.getByRole("button", { name: "Dismiss" }).click();
  }
  expect(told.size).toBe(KINDS.length + 1);
});

test("a broken link leaves a draft of one's own on the page and in the browser", async ({ page, site }) => {
  const fragment = await fragmentOf(page, site);
  await enter(page.getByLabel("Layers", { exact: true }), "14");
  await planned(page);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const stored = await kept(page);
  expect(stored).not.toEqual({});

  await page.goto("about:blank");
  await openPage(page, `${site.url}#${changed(fragment)}`);
  await expect(parts(page).alert).toContainText(REFUSED);
  await expect(page.getByLabel("Layers", { exact: true })).toHaveValue("14");
  expect(await kept(page)).toEqual(stored);
});
