// The watch itself: each thing that no other test may do is done here once, and must be complained of.

import { expect, test } from "./fixtures.mjs";
import { fileFor } from "./server.mjs";

const ELSEWHERE = "http://127.0.0.1:9/elsewhere";

test("an inline script and an inline style are blocked and noticed", async ({ page, site, provoke }) => {
  await page.goto(site.url);
  const kinds = [
    /violation: script-src/, /violation: style-src/, /^console: .*inline script/, /^console: .*inline style/,
  ];
  await provoke(kinds, () =>
    page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'overrun'";
      document.head.append(script);
      document.body.setAttribute("style", "color: red");
    }),
  );
  await expect(page).not.toHaveTitle("overrun");
});

test("a request of the page to another origin is blocked and noticed", async ({ page, site, provoke }) => {
  await page.goto(site.url);
  await provoke([/violation: connect-src/, /^console: .*elsewhere/], () =>
    page.evaluate((url) => fetch(url).catch(() => undefined), ELSEWHERE),
  );
});

test("a request of a worker to another origin is noticed, though no policy covers a worker", async ({
  page,
  site,
  provoke,
}) => {
  site.replace("stray.js", `fetch(${JSON.stringify(ELSEWHERE)}).catch(() => undefined);`);
  await page.goto(site.url);
  await provoke([/^request to another origin: .*elsewhere/], () =>
    page.evaluate(() => void new Worker("./stray.js", { type: "module" })),
  );
});

test("an error that nobody catches and a missing file are noticed", async ({ page, site, provoke }) => {
  await page.goto(site.url);
  await provoke([/^uncaught: .*lost/, /^console: .*404/], () =>
    page.evaluate(() => {
      setTimeout(() => {
        throw new Error("lost");
      });
      return fetch("./missing.json");
    }),
  );
});

test("a complaint of a second profile is noticed as well", async ({ site, freshProfile, provoke }) => {
  const page = await freshProfile();
  await page.goto(site.url);
  await provoke([/violation: connect-src/, /^console: .*elsewhere/], () =>
    page.evaluate((url) => fetch(url).catch(() => undefined), ELSEWHERE),
  );
});

test("the server stays inside its folder and its sub-path", () => {
  const base = "/some/where/geotrain/";
  expect(fileFor("/dist", base)).toBe("/dist/index.html");
  expect(fileFor("/dist", `${base}page.js`)).toBe("/dist/page.js");
  const inside = ["../x", "%2e%2e/x", "..%2f..%2fetc/passwd", "/etc/passwd", "%", "%00"].map((name) => base + name);
  for (const path of ["/", "/page.js", "/some/where/", ...inside]) {
    expect(fileFor("/dist", path), path).toBeUndefined();
  }
});
