// Compares what the page's visitors download, in dist/, with the sizes in benches/sizes.json and fails where a file grew
// by more than 5 %. `node scripts/size.mjs --record` writes the sizes of dist/ instead: do so when growth is meant.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const GROWTH = 1.05;
const recordFile = fileURLToPath(new URL("../benches/sizes.json", import.meta.url));
const dist = `${process.env.GEOTRAIN_DIST ?? fileURLToPath(new URL("../dist", import.meta.url))}/`;
/** Names in dist/ hold a hash of the contents; the record does without. */
const KINDS = { "page.wasm": /^page-.*_bg\.wasm$/, "page.js": /^page-.*\.js$/, "worker.wasm": /^planner_worker_bg\.wasm$/ };

function measure(pattern) {
  const files = readdirSync(dist).filter((name) => pattern.test(name));
  if (files.length !== 1) throw new Error(`dist/ holds ${files.length} files like ${pattern} instead of one: run 'make build'`);
  const bytes = readFileSync(dist + files[0]);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return { raw: bytes.length, brotli: brotliCompressSync(bytes, { params }).length };
}

try {
  const now = Object.fromEntries(Object.entries(KINDS).map(([kind, pattern]) => [kind, measure(pattern)]));
  if (process.argv.includes("--record")) {
    writeFileSync(recordFile, `${JSON.stringify(now, null, 2)}\n`);
  } else {
    const recorded = JSON.parse(readFileSync(recordFile, "utf8"));
    const grown = [];
    for (const [kind, { raw, brotli }] of Object.entries(now)) {
      const change = 100 * (brotli / recorded[kind].brotli - 1);
      console.log(`${kind}: ${raw} bytes, ${brotli} with brotli (${change >= 0 ? "+" : ""}${change.toFixed(1)} %)`);
      if (!(brotli <= GROWTH * recorded[kind].brotli)) grown.push(kind);
    }
    if (grown.length > 0) {
      throw new Error(`${grown.join(" and ")} grew by more than 5 %; if that is meant, run 'make record-size'`);
    }
  }
} catch (error) {
  console.error(`\nGeoTrain: ${error.message}.`);
  process.exit(1);
}
