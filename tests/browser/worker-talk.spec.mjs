// What a worker says is believed only as far as it makes sense: nonsense becomes a message, never a broken page.

import { answered, region } from "./answers.mjs";
import { expect, test } from "./fixtures.mjs";
import { enter, figure, hello, LOADER, openPage, parts, planInTable, planned } from "./parts.mjs";

/** Lets the active worker answer the next run with this, and all else with the truth. */
async function lieOnce(page, message) {
  // A worker that is busy would be ended by the run, and the lie with it.
  await answered(page);
  await expect(region(page, "Compared")).not.toContainText("% done");
  return page.workers()[0].evaluate((message) => {
    const listen = self.onmessage;
    self.onmessage = (event) => {
      const { job } = JSON.parse(event.data);
      if (job?.question.plan?.planner !== null) return listen.call(self, event);
      self.onmessage = listen;
      self.postMessage(typeof message === "string" ? message.replaceAll("$JOB", job.id) : message);
    };
  }, message);
}

/** A plan that was found, in the right form; `changes` make it absurd. */
function found({ stages = [], gpus = stages.map(() => 0), sum = null, ...changes }) {
  const answer = {
    status: "feasible", planner: "memetic", seed: 1, plan: "g0:12", time_ms: 1, energy_j: 1, objective: 1,
    reference_time_ms: null, reference_energy_j: null, reference_plan: null, lower_bound: null, stopped_by: "patience",
    evaluations: 3, wall_ms: 1, sampled: false, notes: [], stages: [], history: [], ...changes,
  };
  const { plan, time_ms, energy_j } = answer;
  const view = { plan, gpus, stages, time_ms, energy_j, sum, simulation: { Err: "missing-link" } };
  return { answer, view: plan === null ? null : view, reference: null };
}

const stage = (changes) => ({
  gpu: "g0", layers: 12, compute_ms: 1, forward_ms: 0, backward_ms: 0, service_ms: 1, memory_gb: 1, memory_limit_gb: 2,
  ...changes,
});

const planning = (changes) => `{"update":{"id":$JOB,"news":{"done":{"plan":${JSON.stringify(found(changes))}}}}}`;

const NONSENSE = [
  ["a word", "garbage"],
  ["nothing", ""],
  ["half a message", '{"update":{"id":$JOB,"news":'],
  ["an unknown kind of message", '{"type":"webpackOk"}'],
  ["a number where text is due", 7],
  ["an object where text is due", { update: {} }],
  ["null", null],
  ["an answer without figures", '{"update":{"id":$JOB,"news":{"done":{"plan":{}}}}}'],
  ["a job of another kind", '{"update":{"id":-1,"news":{"progress":{"share":0.5}}}}'],
  ["a status nobody knows", planning({ status: "splendid" })],
  ["a planner nobody knows", planning({ planner: "oracle" })],
  ["brackets without end", "[".repeat(100_000)],
];

test("nonsense from the worker is a message with a way on", async ({ page, site }) => {
  await openPage(page, site.url);
  const { alert, plan } = parts(page);
  for (const [kind, message] of NONSENSE) {
    await test.step(kind, async () => {
      await lieOnce(page, message);
      await plan.click();
      await expect(alert).toContainText("The planner sent something this page does not understand.");
      expect((await figure(page, "Iteration time")).text).toBe("1,756.8 ms");
      // Another worker has taken its place, and that one is sound.
      await plan.click();
      await planned(page);
      await expect(alert).toHaveCount(0);
    });
  }
});

const ABSURD = [
  ["GPUs that are not in the pool", { gpus: [9_999, 0, 0], stages: [stage({ gpu: "nobody" }), stage({ gpu: "<img src=x>" })] }],
  ["more layers than there are", { stages: Array.from({ length: 9 }, () => stage({ layers: 65_535 })) }],
  ["a memory limit of nothing", { stages: [stage({ memory_gb: 1e308, memory_limit_gb: 0 })] }],
  ["figures below nothing", { time_ms: -1, energy_j: -1e308, evaluations: 0, stages: [stage({ compute_ms: -5 })] }],
  ["no time at all", { time_ms: 0, reference_time_ms: 0, reference_energy_j: -1 }],
  ["no plan and figures all the same", { plan: null }],
  ["a stage for every layer", { stages: Array.from({ length: 1_024 }, (_, n) => stage({ gpu: `g${n}`, layers: 1 })) }],
];

test("an absurd answer in the right form does not break the page", async ({ page, site }) => {
  await openPage(page, site.url);
  const { plan } = parts(page);
  const truth = await planInTable(page);
  for (const [kind, changes] of ABSURD) {
    await test.step(kind, async () => {
      await lieOnce(page, planning(changes));
      await plan.click();
      // Heard: the true answer is gone.
      await expect.poll(async () => (await figure(page, "Iteration time")).text).not.toBe("1,756.8 ms");
      expect(await page.locator("img").count()).toBe(0);
      await plan.click();
      await expect.poll(async () => (await figure(page, "Iteration time")).text).toBe("1,756.8 ms");
      expect(await planInTable(page)).toBe(truth);
    });
  }
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("news of jobs that nobody waits for changes nothing", async ({ page, site }) => {
  await openPage(page, site.url);
  const before = await figure(page, "Iteration time");
  const stray = planning({}).replace("$JOB", "4000000000");
  await page.workers()[0].evaluate((text) => self.postMessage(text), stray);
  await enter(page.getByLabel("Layers", { exact: true }), "13");
  await planned(page);
  await parts(page).undo.click();
  await planned(page);
  expect(await figure(page, "Iteration time")).toEqual(before);
});

/** How many workers the page starts from this file before twenty frames have passed after its message. */
async function started(page, site, script) {
  let workers = 0;
  const count = () => (workers += 1);
  site.replace(LOADER, script);
  page.on("worker", count);
  await page.goto("about:blank");
  await page.goto(site.url);
  await expect(parts(page).alert).toContainText(/The planner (sent|stopped)/);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
  });
  page.off("worker", count);
  return workers;
}

/** A page that starts workers without end starts dozens in that time. */
const A_FEW = 6;

test("a worker that begins with nonsense is not started again and again", async ({ page, site }) => {
  const FALSE_STARTS = {
    nonsense: 'postMessage("garbage")',
    "a panic": 'postMessage(JSON.stringify({ panicked: { message: "at the start" } }))',
    "news before its hello": 'postMessage(JSON.stringify({ update: { id: 1, news: { refused: [] } } }))',
  };
  for (const [kind, script] of Object.entries(FALSE_STARTS)) {
    await test.step(kind, async () => expect(await started(page, site, script)).toBeLessThanOrEqual(A_FEW));
  }
});

test("a worker that breaks right after its hello is not started again and again", async ({ page, site }) => {
  await openPage(page, site.url);
  const text = await hello(page);
  const ENDS = { nonsense: 'postMessage("garbage")', "an error": 'setTimeout(() => { throw new Error("soon"); })' };
  for (const [kind, end] of Object.entries(ENDS)) {
    const script = `postMessage(${JSON.stringify(text)}); ${end};`;
    await test.step(kind, async () => expect(await started(page, site, script)).toBeLessThanOrEqual(A_FEW));
  }
});
