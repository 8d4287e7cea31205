// How the page looks: pictures of it, and what measuring can say about them.

import { fileURLToPath } from "node:url";
import { expect } from "./fixtures.mjs";

const PICTURES = fileURLToPath(new URL("./artifacts/pictures/", import.meta.url));

/** A phone, a laptop and a projector. */
export const SIZES = [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** Keeps a picture of the page; where it scrolls as a whole, as if the window were as high as that. */
export async function picture(page, name) {
  const size = page.viewportSize();
  if (size.width < 1100) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...size, height: Math.max(height, size.height) });
  }
  await page.screenshot({ path: `${PICTURES}${name}.png` });
  await page.setViewportSize(size);
}

/** The page and its two halves stay as wide as the window lets them, and no words are cut off. */
export async function expectToFit(page) {
  expect(await tooWide(page)).toEqual([]);
  expect(await cutWords(page)).toEqual([]);
}

/** What scrolls sideways though it should not. */
function tooWide(page) {
  return page.evaluate(() =>
    [document.scrollingElement, ...document.querySelectorAll(".half")]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} in ${element.clientWidth} px`),
  );
}

/** Visible words that stick out of an element that hides that; where there is a title, it has them whole. */
function cutWords(page) {
  return page.evaluate(() => {
    const hides = (element) => ["hidden", "clip"].includes(getComputedStyle(element).overflowX);
    return [...document.querySelectorAll("h1, h2, p, span, td, th, button, summary, strong, label, li")]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1 && hides(element))
      .filter((element) => !element.closest(".hidden-text") && element.clientWidth > 1 && !element.title)
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent.trim().slice(0, 60)}`);
  });
}

/** What is cut off or lies over its neighbour among the controls of the open popover. */
export function crowded(page) {
  return page.locator("[popover]:popover-open").evaluate((popover) => {
    const visible = (control) => control.checkVisibility();
    const controls = [...popover.querySelectorAll("button, input, label")].filter(visible);
    const name = (control) => control.textContent.trim();
    const isCut = (control) => control.matches("button, label") && control.scrollWidth > control.clientWidth + 1;
    const meet = (one, other) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return wide > 1 && high > 1 && !one.contains(other) && !other.contains(one);
    };
    const isOver = (control) => controls.some((other) => other !== control && meet(control, other));
    return [
      ...controls.filter(isCut).map((control) => `“${name(control)}” is cut`),
      ...controls.filter(isOver).map((control) => `“${name(control)}” lies over another`),
    ];
  });
}
