// What every browser test starts from: the built page on a server of its own, in a browser that tolerates no complaint.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, expect } from "@playwright/test";
import { startServer } from "./server.mjs";
import { watch } from "./watch.mjs";

export { expect };

const DIST = process.env.GEOTRAIN_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));

export const test = base.extend({
  /** The server of this test: `site.url` is the page; `site.hide` and `site.replace` break a file of it. */
  site: async ({}, use) => {
    if (!existsSync(`${DIST}/index.html`)) throw new Error("dist/ holds no page: run 'make build' first");
    const site = await startServer(DIST);
    await use(site);
    await site.close();
  },

  /** What a test makes the browser complain of; `provoke` fills them. */
  expectedComplaints: async ({}, use) => use([]),

  /** Everything that the browser complained of so far. */
  complaints: async ({ context, site, expectedComplaints }, use) => {
    const complaints = [];
    await watch(context, site.origin, complaints);
    await use(complaints);
    const unexpected = complaints.filter((text) => !expectedComplaints.some((pattern) => pattern.test(text)));
    expect(unexpected, "complaints of the browser").toEqual([]);
  },

  /** `provoke(patterns, act)` acts and waits until a complaint for each pattern has come, which is then no failure. */
  provoke: async ({ complaints, expectedComplaints }, use) =>
    use(async (patterns, act) => {
      expectedComplaints.push(...patterns);
      await act();
      for (const pattern of patterns) {
        await expect.poll(() => complaints, String(pattern)).toContainEqual(expect.stringMatching(pattern));
      }
    }),

  /** A page that fails its test at any complaint; it is blank until the test goes to `site.url`. */
  page: async ({ page, complaints }, use) => {
    void complaints;
    await use(page);
  },

  /** Opens a page in a browser profile that has never seen the project, watched like the first. */
  freshProfile: async ({ browser, site, complaints }, use) => {
    const contexts = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      await watch(context, site.origin, complaints);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});
