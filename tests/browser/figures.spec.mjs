// The summary, the table of stages and the sum show what the native command says of the plan.

import { change, decimals, evaluate, region, timeline, words } from "./answers.mjs";
import { expect, test } from "./fixtures.mjs";
import { native } from "./native.mjs";
import { choosePreset, enter, figure, openPage, parts, planned, savedFile } from "./parts.mjs";

const PRESETS = ["Three sites, seven GPUs", "Energy against time, 14 GPUs"];

/** A preset, planned; its file, and the native answer to that. */
async function opened(page, site, title) {
  await openPage(page, site.url);
  await choosePreset(page, title);
  await planned(page);
  const scenario = (await savedFile(page)).text;
  return { scenario, answer: await native(["plan", "-"], scenario) };
}

/** The line below a figure of the strip. */
const below = (page, name) => words(parts(page).figure(name).locator("p").nth(1));

for (const title of PRESETS) {
  test(`the bubble share of “${title}” is the share of GPU time without an operation`, async ({ page, site }) => {
    const { scenario, answer } = await opened(page, site, title);
    const { bubble_share, makespan_ms, operations } = await timeline(scenario, answer.plan);
    const busy_ms = operations.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0);
    expect(bubble_share).toBeCloseTo(1 - busy_ms / (answer.stages.length * makespan_ms), 9);
    expect((await figure(page, "Bubble share")).text).toBe(`${decimals(100 * bubble_share)} %`);
  });

  test(`the table of stages of “${title}” holds the native figures`, async ({ page, site }) => {
    const { scenario, answer } = await opened(page, site, title);
    const { stages } = await evaluate(scenario, answer.plan);
    const { gpus } = JSON.parse(scenario);
    const siteOf = (name) => gpus.find((gpu) => gpu.name === name).site;
    const sends = (figure) => (figure === 0 ? "–" : decimals(figure));
    const expected = stages.map((stage, index) => [
      String(index + 1),
      stage.gpu,
      siteOf(stage.gpu),
      String(stage.layers),
      decimals(stage.compute_ms),
      sends(stage.forward_ms),
      sends(stage.backward_ms),
      decimals(stage.service_ms),
      `${decimals(stage.memory_gb)} / ${decimals(stage.memory_limit_gb)}`,
    ]);
    const shown = await parts(page).stages.evaluate((table) =>
      [...table.querySelectorAll("tbody tr")].map((row) => {
        const text = (cell) => cell.innerText.replace("sets the pace", "").replace(/\s+/g, " ").trim();
        const cells = [...row.cells].map(text).filter((text) => text !== "");
        return cells.map((text, index) => (index === 1 ? text.split(" ")[0] : text));
      }),
    );
    expect(shown).toEqual(expected);

    const slowest = stages.reduce((best, stage) => (stage.service_ms > best.service_ms ? stage : best));
    const pacing = parts(page).stages.getByRole("row").filter({ hasText: "sets the pace" });
    await expect(pacing).toHaveCount(1);
    await expect(pacing.getByRole("rowheader")).toContainText(slowest.gpu);
    await expect(region(page, "The sum")).toContainText(`sets the pace: ${slowest.gpu} `);
  });

  test(`the sums of “${title}” add up to the time and the energy`, async ({ page, site }) => {
    const { scenario, answer } = await opened(page, site, title);
    const { stages } = await evaluate(scenario, answer.plan);
    const document = JSON.parse(scenario);
    const repeats = document.training.batch_size / document.training.micro_batch_size - 1;
    const lines = region(page, "The sum").getByRole("paragraph");
    const equation = (sign) => lines.filter({ hasText: new RegExp(`^${sign} `) });
    const slowest = Math.max(...stages.map((stage) => stage.service_ms));

    // T: every stage once, then the slowest M − 1 times; what is written adds up as far as it is rounded.
    const time = (await words(equation("T"))).split(" = ");
    expect(time[1]).toBe("Σ τ + (M − 1) · max τ");
    const addends = time[2].split(" + ");
    expect(addends.slice(0, -1)).toEqual(stages.map((stage) => decimals(stage.service_ms)));
    expect(addends.at(-1)).toBe(`${repeats} · ${decimals(slowest)}`);
    const number = (text) => Number(text.replaceAll(",", ""));
    const product = (text) => text.split(" · ").map(number).reduce((one, other) => one * other);
    const sum = addends.map(product).reduce((one, other) => one + other);
    expect(Math.abs(sum - answer.time_ms)).toBeLessThan(0.05 * (stages.length + repeats + 1));
    expect(time[3]).toBe(`${decimals(answer.time_ms)} ms`);

    // E: all GPUs idle for T, and for each M · (P_act − P_idle) · comp on top of it.
    const energy = (await words(equation("E"))).split(" = ");
    const terms = energy[2].split(" + ");
    const gpu = (name) => document.gpus.find((gpu) => gpu.name === name);
    const idleW = stages.reduce((sum, stage) => sum + gpu(stage.gpu).idle_w, 0);
    expect(terms[0]).toBe(`${decimals(answer.time_ms / 1000, 3)} s · ${idleW} W`);
    if (document.objective.energy_counts_head) {
      const active = ({ gpu: name, compute_ms }) =>
        ((repeats + 1) * (gpu(name).active_w - gpu(name).idle_w) * compute_ms) / 1000;
      expect(terms.slice(1)).toEqual(stages.map((stage) => decimals(active(stage))));
    }
    const joules = terms.slice(1).map(number).reduce((one, other) => one + other, 0);
    const idleJ = (answer.time_ms / 1000) * idleW;
    expect(Math.abs(idleJ + joules - answer.energy_j)).toBeLessThan(0.05 * stages.length + 1e-6);
    expect(energy[3]).toBe(`${decimals(answer.energy_j)} J`);
  });
}

test("time and energy stand against those of the reference plan", async ({ page, site }) => {
  const { scenario, answer } = await opened(page, site, PRESETS[0]);
  const reference = await native(["plan", "-", "--planner", "metis-improved"], scenario);
  expect(await below(page, "Iteration time")).toBe(`${change(answer.time_ms, reference.time_ms)} vs reference`);
  expect(await below(page, "Energy")).toBe(`${change(answer.energy_j, reference.energy_j)} vs reference`);
});

test("references set by hand are what time and energy stand against", async ({ page, site }) => {
  await openPage(page, site.url);
  await choosePreset(page, PRESETS[1]);
  await enter(page.getByLabel("Reference time, ms"), "1000");
  await enter(page.getByLabel("Reference energy, J"), "500");
  await planned(page);
  const answer = await native(["plan", "-"], (await savedFile(page)).text);
  expect(await below(page, "Iteration time")).toBe(`${change(answer.time_ms, 1000)} vs reference`);
  expect(await below(page, "Energy")).toBe(`${change(answer.energy_j, 500)} vs reference`);
});

test("a run takes its iterations times time and energy, after loading again too", async ({ page, site }) => {
  const { answer } = await opened(page, site, PRESETS[0]);
  const run = region(page, "Training run");
  const tokens = run.getByLabel("Tokens of the training run");
  await enter(tokens, "300e9");
  // 64 samples of 2,048 tokens an iteration: 131,072; of 300e9 that is 2,288,818.36.
  const iterations = 300e9 / 131_072;
  const days = decimals((iterations * answer.time_ms) / 1000 / 86_400);
  const kwh = decimals((iterations * answer.energy_j) / 3.6e6);
  // The paper's plan takes 1,757 ms: 46.5 days.
  expect(days).toBe("46.5");
  const expected = [`${days} days`, `${kwh} kWh`, "2,288,819 iterations"];
  for (const text of expected) await expect(run).toContainText(text);
  await page.reload();
  await planned(page);
  await expect(tokens).toHaveValue("300 B");
  for (const text of expected) await expect(run).toContainText(text);
});

test("the assumptions open and say what the model leaves out", async ({ page, site }) => {
  await openPage(page, site.url);
  const assumptions = region(page, "Assumptions");
  const names = assumptions.getByRole("term");
  await expect(names.first()).toBeHidden();
  await assumptions.getByRole("heading", { name: "Assumptions" }).click();
  await expect(names.first()).toBeVisible();
  // What the cost model takes for granted.
  const said = await words(assumptions);
  const left = "pipeline, embedding, attention, optimiser, recomput, jitter, sends, activations, 8 bytes";
  for (const word of left.split(", ")) expect(said.toLowerCase()).toContain(word);
});
