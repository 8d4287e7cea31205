// Time to the first solved paint with an empty cache: `make bench-paint`, or with folders of several builds,
// `node benches/first-paint.mjs dist other/dist`. Builds take turns, ten visits each, so that one run compares them.
//
// Each visit starts a browser profile of its own. Files travel compressed with brotli over a connection of 10 Mbit/s and
// 40 ms, as a static host would send them to a laptop, and once more without any limit. The clock runs from the start of
// the navigation to the frame that shows the example's iteration time.

import { createServer } from "node:http";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const { chromium } = createRequire(new URL("../tests/browser/", import.meta.url))("playwright-core");
const VISITS = 10;
const SLOW = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Serves a build, each file compressed once. */
async function serve(folder) {
  const compressed = new Map();
  const body = async (name) => {
    if (!compressed.has(name)) {
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      compressed.set(name, brotliCompressSync(await readFile(resolve(folder, name)), quality));
    }
    return compressed.get(name);
  };
  const server = createServer(async ({ url }, answer) => {
    const name = new URL(url, "http://127.0.0.1").pathname.slice(1) || "index.html";
    try {
      const bytes = await body(name);
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      answer.writeHead(200, { "content-type": type, "content-encoding": "br", "cache-control": "no-store" }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Milliseconds from the start of the navigation to the frame that shows a solved example. */
async function visit(browser, url, network) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  if (network) await (await context.newCDPSession(page)).send("Network.emulateNetworkConditions", network);
  await page.goto(url);
  const ms = await page.evaluate(
    () =>
      new Promise((solved) => {
        const look = () => {
          const shown = document.querySelector("[aria-label='Figures']")?.textContent.includes("1,756.8");
          requestAnimationFrame(shown ? () => solved(performance.now()) : look);
        };
        look();
      }),
  );
  await context.close();
  return ms;
}

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
const folders = process.argv.slice(2).length ? process.argv.slice(2) : [fileURLToPath(new URL("../dist", import.meta.url))];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const sites = await Promise.all(folders.map(serve));
console.log("| build | connection | first solved paint, median of 10 | range |");
console.log("|---|---|---|---|");
for (const [connection, network] of [["10 Mbit/s, 40 ms", SLOW], ["unlimited", undefined]]) {
  const times = folders.map(() => []);
  for (let turn = 0; turn <= VISITS; turn += 1) {
    for (const [index, { url }] of sites.entries()) {
      const ms = await visit(browser, url, network);
      // The first turn fills the server's own cache.
      if (turn > 0) times[index].push(ms);
    }
  }
  folders.forEach((folder, index) => {
    const [least, most] = [Math.min(...times[index]), Math.max(...times[index])];
    console.log(`| ${folder} | ${connection} | ${median(times[index]).toFixed(0)} ms | ${least.toFixed(0)}–${most.toFixed(0)} ms |`);
  });
}
await browser.close();
sites.forEach((site) => site.close());
