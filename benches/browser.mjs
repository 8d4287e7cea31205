// Times to a proof in Chromium, through the worker of the built page: `make bench-browser`.
//
// Reads scenarios as JSON lines {"name", "scenario"} from standard input and asks the worker about each three times:
// for the plan of the exact planner, and for the whole trade-off. Prints medians by kind and number of GPUs, as Markdown.
// Times are the planner's own for plans, and from the page's question to the answer for trade-offs.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startServer } from "../tests/browser/server.mjs";

const { chromium } = createRequire(new URL("../tests/browser/", import.meta.url))("playwright-core");
const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const LIMIT_S = 20;

const problems = [];
for await (const line of createInterface({ input: process.stdin })) if (line.trim()) problems.push(JSON.parse(line));

const site = await startServer(DIST);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
await page.goto(site.url);

/** What the worker answers to each question, with the milliseconds until it does. */
const ask = (document, questions) =>
  page.evaluate(async ({ document, questions }) => {
    const worker = new Worker("./planner_worker_loader.js", { type: "module" });
    const heard = (find) =>
      new Promise((answer) => {
        worker.onmessage = ({ data }) => {
          const found = find(JSON.parse(data));
          if (found) answer(found);
        };
      });
    await heard(({ hello }) => hello);
    worker.postMessage(JSON.stringify({ scenario: { number: 1, document } }));
    const answers = [];
    for (const [id, question] of questions.entries()) {
      const start = performance.now();
      const answer = heard(({ update, panicked }) => panicked ?? update?.news.refused ?? update?.news.done);
      worker.postMessage(JSON.stringify({ job: { id, scenario: 1, question } }));
      answers.push({ ...(await answer), ms: performance.now() - start });
    }
    worker.terminate();
    return answers;
  }, { document, questions });

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
const rows = new Map();
const bucket = (kind, gpus) => {
  const key = `${kind} ${gpus}`;
  if (!rows.has(key)) rows.set(key, { kind, gpus, proofs: [], unproven: 0, frontiers: [], incomplete: 0 });
  return rows.get(key);
};

for (const { name, scenario } of problems) {
  const [kind] = name.split("_");
  const gpus = scenario.gpus.reduce((sum, { count = 1 }) => sum + count, 0);
  const exact = { ...scenario, search: { ...scenario.search, planner: "exact", time_limit_s: LIMIT_S } };
  const plan = { plan: { planner: null } };
  const row = bucket(kind, gpus);
  const plans = await ask(exact, [plan, plan, plan]);
  if (plans.some(({ plan }) => plan?.status === "feasible" || !plan)) row.unproven += 1;
  row.proofs.push(Math.min(...plans.map(({ plan }) => plan?.wall_ms ?? Infinity)));
  if (gpus > 16) continue;
  const frontiers = await ask(exact, ["frontier", "frontier", "frontier"]);
  if (frontiers.some(({ frontier }) => !frontier?.complete)) row.incomplete += 1;
  row.frontiers.push(Math.min(...frontiers.map(({ ms }) => ms)));
}

const ms = (value) => (value === undefined ? "–" : `${value.toFixed(1)} ms`);
console.log("| kind | GPUs | problems | proof, median | most | unproven | trade-off, median | most | incomplete |");
console.log("|---|---|---|---|---|---|---|---|---|");
for (const { kind, gpus, proofs, unproven, frontiers, incomplete } of [...rows.values()].sort(
  (one, other) => one.gpus - other.gpus || one.kind.localeCompare(other.kind),
)) {
  const most = (values) => ms(values.length ? Math.max(...values) : undefined);
  const cells = [kind, gpus, proofs.length, ms(median(proofs)), most(proofs), unproven];
  console.log(`| ${[...cells, ms(median(frontiers)), most(frontiers), frontiers.length ? incomplete : "–"].join(" | ")} |`);
}
await browser.close();
await site.close?.();
