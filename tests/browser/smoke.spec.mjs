import { expect, test } from "./fixtures.mjs";

test("the built page starts under a sub-path without a complaint", async ({ page, site }) => {
  await page.goto(site.url);
  await expect(page.locator("#starting")).toHaveCount(0);
  await expect(page).toHaveTitle(/GeoTrain/);
});

test("the strict policy is the first thing in the head", async ({ page, site }) => {
  await page.goto(site.url);
  const first = page.locator("head > *").first();
  await expect(first).toHaveAttribute("http-equiv", "Content-Security-Policy");
  const policy = (await first.getAttribute("content")).split("; ");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toContain("style-src 'self'");
  const scripts = policy.find((directive) => directive.startsWith("script-src"));
  expect(scripts).toMatch(/^script-src 'self' 'wasm-unsafe-eval' 'sha256-[A-Za-z0-9+/]{43}='$/);
});
