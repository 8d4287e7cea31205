// The panels of the answer, and how they write what the native command answers.

import { expect } from "./fixtures.mjs";
import { native } from "./native.mjs";
import { openPage, parts, savedFile } from "./parts.mjs";

/** A panel of the answer, by its heading. */
export const region = (page, name) => parts(page).answer.getByRole("region", { name, exact: true });

/** The points of the trade-off, as the chart lists them. */
export const points = (page) => region(page, "Time and energy").getByRole("option");

/** A number as the page writes it: 1,756.8. */
export const decimals = (value, count = 1) =>
  value.toLocaleString("en", { minimumFractionDigits: count, maximumFractionDigits: count });

/** The change from `reference` to `value`: −12.0 %. */
export function change(value, reference) {
  const percent = 100 * (value / reference - 1);
  const size = decimals(Math.abs(percent));
  const sign = size === "0.0" ? "" : percent < 0 ? "−" : "+";
  return `${sign}${size} %`;
}

/** What is visible of an element, on one line. */
export const words = async (locator) => (await locator.innerText()).replace(/\s+/g, " ").trim();

/** The page with the trade-off and the left-out GPUs worked out. Returns the scenario on it, as a file. */
export async function openAnswered(page, address) {
  await openPage(page, address);
  await answered(page);
  return (await savedFile(page)).text;
}

/** Waits until what is worked out beside the plan is there too. */
export async function answered(page) {
  await expect(points(page).first()).toBeAttached();
  await expect(region(page, "Left out").getByText("Working")).toHaveCount(0);
  await expect(region(page, "Left out").getByRole("row").last()).toContainText(/\d %$/);
}

/** What `geotrain` says of one plan of a scenario. */
export const evaluate = (scenario, plan) => native(["evaluate", "-", "--plan", plan], scenario);

/** How `geotrain` plays one plan of a scenario out. */
export const timeline = (scenario, plan) => native(["timeline", "-", "--plan", plan], scenario);
