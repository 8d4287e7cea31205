// The strict policy stops what it should, and the page under it needs none of that.

import { createServer } from "node:http";
import { expect, test } from "./fixtures.mjs";
import { figure, openPage, parts, planned } from "./parts.mjs";

/** A server of another origin that counts who asks it for anything. */
async function elsewhere() {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { origin: `http://127.0.0.1:${server.address().port}`, asked: () => asked, close: () => server.close() };
}

/** The page goes on as if nothing had happened. */
async function expectUnharmed(page) {
  await expect(page).not.toHaveTitle("overrun");
  await parts(page).plan.click();
  await planned(page);
  expect((await figure(page, "Iteration time")).text).toBe("1,756.8 ms");
}

const INTRUSIONS = {
  script() {
    const script = document.createElement("script");
    script.textContent = "document.title = 'overrun'";
    document.body.append(script);
  },
  handler() {
    const button = document.createElement("button");
    button.setAttribute("onclick", "document.title = 'overrun'");
    document.body.append(button);
    button.click();
    button.remove();
  },
  address() {
    const anchor = document.createElement("a");
    anchor.href = "javascript:void(document.title = 'overrun')";
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
  },
  // In a task of its own, because what a test evaluates may itself evaluate text.
  text() {
    setTimeout(() => {
      try {
        new Function("document.title = 'overrun'")();
      } catch {
        // As it should be.
      }
    });
  },
  style() {
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    document.head.append(style);
  },
  attribute() {
    document.body.setAttribute("style", "display: none");
  },
};

test("code and style that did not come in the page's files are stopped", async ({ page, site, provoke }) => {
  await openPage(page, site.url);
  const stopped = {
    script: [/violation: script-src-elem/, /^console: .*inline script/],
    handler: [/violation: script-src-attr/, /^console: .*inline event handler/],
    address: [/violation: script-src-elem/, /^console: .*JavaScript/i],
    text: [/violation: script-src eval/],
    style: [/violation: style-src-elem/, /^console: .*inline style/],
    attribute: [/violation: style-src-attr/, /^console: .*inline style/],
  };
  for (const [what, complaints] of Object.entries(stopped)) {
    await test.step(what, () => provoke(complaints, () => page.evaluate(INTRUSIONS[what])));
  }
  await expect(page.locator("body")).toBeVisible();
  await expectUnharmed(page);
});

test("nothing in the page can reach another server", async ({ page, site, provoke }) => {
  const other = await elsewhere();
  await openPage(page, site.url);
  const complaints = ["script-src", "img-src", "style-src", "connect-src", "frame-src", "media-src"].map(
    (directive) => new RegExp(`violation: ${directive}.*${other.origin}`),
  );
  const console = new RegExp(`^console: .*${other.origin}`);
  await provoke([...complaints, console, new RegExp(`^request to another origin: ${other.origin}`)], () =>
    page.evaluate((url) => {
      const element = (name, properties) =>
        document.body.append(Object.assign(document.createElement(name), properties));
      element("script", { src: url });
      element("img", { src: url });
      element("link", { rel: "stylesheet", href: url });
      element("iframe", { src: url });
      element("video", { src: url });
      fetch(url).catch(() => undefined);
      navigator.sendBeacon(url, "everything");
    }, `${other.origin}/`),
  );
  await expectUnharmed(page);
  expect(other.asked()).toBe(0);
  other.close();
});

test("the policy allows nothing inline, no evaluation of text and no other origin", async ({ page, site }) => {
  await openPage(page, site.url);
  const metas = page.locator("meta[http-equiv='Content-Security-Policy' i]");
  await expect(metas).toHaveCount(1);
  const policy = await metas.getAttribute("content");
  const words = policy.split(/[\s;]+/);
  for (const loophole of ["'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "http:", "https:", "blob:", "*"]) {
    expect(words).not.toContain(loophole);
  }
  const directives = new Map(policy.split("; ").map((directive) => directive.split(/ (.*)/)));
  expect(directives.get("default-src")).toBe("'none'");
  expect(directives.get("connect-src")).toBe("'self'");
  expect(directives.get("worker-src")).toBe("'self'");
  expect(directives.get("base-uri")).toBe("'none'");
  expect(directives.get("form-action")).toBe("'none'");
});
