// The timeline draws, tells and lists what the native command plays out, and looks where it is asked to look.

import { decimals, points, region, timeline, words } from "./answers.mjs";
import { expect, test } from "./fixtures.mjs";
import { native } from "./native.mjs";
import { openPage, parts, savedFile } from "./parts.mjs";

const panel = (page) => region(page, "Timeline");
const canvas = (page) => panel(page).getByRole("application");
const note = (page) => panel(page).locator(".timeline-note");
const spoken = (page) => panel(page).getByRole("status").filter({ hasText: /micro-batch/ });

/** Where time runs on a wide drawing: after the labels, up to the right edge; and where the first lane is. */
const LABELS = 128;
const EDGE = 8;
const FIRST_LANE = { top: 22, height: 30 };

const NAMES = { forward: "Forward", backward: "Backward", "send-on": "Send on", "send-back": "Send back" };
const title = ({ operation, micro_batch }) => `${NAMES[operation]}, micro-batch ${micro_batch}`;
const runs = ({ start_ms, end_ms }) =>
  `${decimals(start_ms)} – ${decimals(end_ms)} ms, for ${decimals(end_ms - start_ms)} ms`;

/** The page, and the planner's plan played out natively. */
async function opened(page, site) {
  await openPage(page, site.url);
  const scenario = (await savedFile(page)).text;
  const { plan } = await native(["plan", "-"], scenario);
  await canvas(page).scrollIntoViewIfNeeded();
  return { scenario, plan, played: await timeline(scenario, plan) };
}

const ofStage = ({ operations }, stage) => operations.filter((operation) => operation.stage === stage);

/** Where on the page a moment is, while the drawing shows all from `from_ms` to `to_ms`. */
async function xAt(page, ms, [from_ms, to_ms]) {
  const box = await canvas(page).boundingBox();
  const width = box.width - LABELS - EDGE;
  return box.x + LABELS + ((ms - from_ms) / (to_ms - from_ms)) * width;
}

/** Points at the middle of an operation of the first stage, while the drawing shows that part of the iteration. */
async function pointAt(page, { start_ms, end_ms }, part) {
  const box = await canvas(page).boundingBox();
  await page.mouse.move(await xAt(page, (start_ms + end_ms) / 2, part), box.y + FIRST_LANE.top + 8);
}

/** Points at an operation and expects to be told of it: the drawing shows that part of the iteration. */
async function expectPart(page, operation, part) {
  await pointAt(page, operation, part);
  await expect(note(page)).toContainText(title(operation));
  await expect(note(page)).toContainText(runs(operation));
}

test("every kind of operation has its colour where the native command has it run, bubbles theirs", async ({
  page,
  site,
}) => {
  const { played } = await opened(page, site);
  const lane = ofStage(played, 1);
  const gap = (next, index) => ({ operation: "bubble", start_ms: lane[index].end_ms, end_ms: next.start_ms });
  const gaps = lane.slice(1).map(gap);
  // Too short ones have no pixel of their own beside their edges.
  const wide = [...lane, ...gaps].filter(({ start_ms, end_ms }) => end_ms - start_ms > played.makespan_ms / 60);
  const seen = await canvas(page).evaluate(
    (canvas, { wide, makespan_ms, LABELS, EDGE, top }) => {
      const ratio = canvas.width / canvas.getBoundingClientRect().width;
      const plot = canvas.getBoundingClientRect().width - LABELS - EDGE;
      const at = (ms) => Math.round((LABELS + (ms / makespan_ms) * plot) * ratio);
      const most = (pixels) => {
        const counts = new Map();
        for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        return [...counts].sort((one, other) => other[1] - one[1])[0][0];
      };
      return wide.map(({ operation, start_ms, end_ms }) => {
        const [left, right] = [at(start_ms) + 3, at(end_ms) - 3];
        const strip = canvas.getContext("2d").getImageData(left, (top + 3) * ratio, right - left, 5 * ratio);
        return [operation, most(new Uint32Array(strip.data.buffer)).toString(16)];
      });
    },
    { wide, makespan_ms: played.makespan_ms, LABELS, EDGE, top: FIRST_LANE.top },
  );
  const colours = (wanted) => new Set(seen.filter(([operation]) => operation === wanted).map(([, colour]) => colour));
  const kinds = ["forward", "backward", "bubble"];
  for (const kind of kinds) expect([kind, colours(kind).size]).toEqual([kind, 1]);
  expect(new Set(kinds.flatMap((kind) => [...colours(kind)])).size).toBe(3);
  // Eight micro-batches go forward and back.
  expect(seen.filter(([operation]) => operation === "backward")).toHaveLength(8);
});

for (const ratio of [1, 1.5, 2]) {
  test.describe(() => {
    test.use({ deviceScaleFactor: ratio });
    test(`the charts have a pixel for each of the screen's at a ratio of ${ratio}`, async ({ page, site }) => {
      await openPage(page, site.url);
      await expect(points(page).first()).toBeAttached();
      for (const name of ["Timeline", "Time and energy"]) {
        const sizes = await region(page, name).locator("canvas").evaluate((canvas) => {
          const { width, height } = canvas.getBoundingClientRect();
          return { real: [canvas.width, canvas.height], seen: [width, height] };
        });
        for (const side of [0, 1]) {
          expect(sizes.seen[side]).toBeGreaterThan(100);
          const off = Math.abs(sizes.real[side] - ratio * sizes.seen[side]);
          expect(off, `${name}: ${JSON.stringify(sizes)}`).toBeLessThan(0.51);
        }
      }
    });
  });
}

test("pointing at an operation tells what it is, where, and from when to when", async ({ page, site }) => {
  const { scenario, played } = await opened(page, site);
  const whole = [0, played.makespan_ms];
  const { model } = JSON.parse(scenario).gpus.find((gpu) => gpu.name === played.operations[0].gpu);
  const lane = ofStage(played, 1);
  const first = (kind) => lane.find(({ operation }) => operation === kind);
  for (const operation of [first("forward"), first("send-on"), first("backward"), lane.at(-1)]) {
    await expectPart(page, operation, whole);
    await expect(note(page)).toContainText(`stage 1, ${operation.gpu} ${model}`);
  }
  // The lanes below: straight down from where the last stage runs its first forward.
  const last = ofStage(played, Math.max(...played.operations.map(({ stage }) => stage)))[0];
  await pointAt(page, last, whole);
  const box = await canvas(page).boundingBox();
  const x = await xAt(page, (last.start_ms + last.end_ms) / 2, whole);
  for (let y = box.y; y < box.y + box.height; y += 6) {
    await page.mouse.move(x, y);
    if ((await note(page).allInnerTexts()).some((text) => text.includes(`stage ${last.stage},`))) break;
  }
  await expect(note(page)).toContainText(`stage ${last.stage}, ${last.gpu} `);
  await expect(note(page)).toContainText(title(last));
  await expect(note(page)).toContainText(runs(last));
  await page.mouse.move(box.x + 20, box.y + 2);
  await expect(note(page)).toHaveCount(0);
});

test("the arrows walk from operation to operation and across stages, Escape ends it", async ({ page, site }) => {
  const { played } = await opened(page, site);
  const [one, two] = [ofStage(played, 1), ofStage(played, 2)];
  const expectAt = async (operation) => {
    const where = `, stage ${operation.stage}, ${operation.gpu} `;
    await expect(spoken(page)).toContainText(title(operation) + where);
    await expect(spoken(page)).toContainText(`Runs ${runs(operation)}.`);
    await expect(note(page)).toContainText(title(operation));
  };
  await canvas(page).focus();
  await page.keyboard.press("ArrowRight");
  await expectAt(one[0]);
  await page.keyboard.press("ArrowRight");
  await expectAt(one[1]);
  await page.keyboard.press("ArrowDown");
  // What the second stage does then, or next.
  await expectAt(two.find(({ end_ms }) => end_ms > one[1].start_ms));
  await page.keyboard.press("ArrowRight");
  await expectAt(two[1]);
  await page.keyboard.press("ArrowLeft");
  await expectAt(two[0]);
  await page.keyboard.press("Escape");
  await expect(spoken(page)).toHaveCount(0);
  await expect(note(page)).toHaveCount(0);
  expect(await words(panel(page).locator("h2"))).toBe("Timeline");
});

test("W and S zoom, A and D move, F shows the whole iteration again", async ({ page, site }) => {
  const { played } = await opened(page, site);
  const total = played.makespan_ms;
  const lane = ofStage(played, 1).filter(({ operation }) => operation === "forward");
  const middle = lane.find(({ start_ms }) => start_ms > 0.35 * total);
  await canvas(page).focus();
  const whole = [0, total];
  await expectPart(page, middle, whole);
  await page.mouse.move(1, 1);
  // A step closer shows four fifths around the middle; a move is 15 % of what is seen.
  await page.keyboard.press("w");
  await expectPart(page, middle, [0.1 * total, 0.9 * total]);
  await page.mouse.move(1, 1);
  await page.keyboard.press("w");
  await expectPart(page, middle, [0.18 * total, 0.82 * total]);
  await page.mouse.move(1, 1);
  await page.keyboard.press("d");
  await expectPart(page, middle, [0.276 * total, 0.916 * total]);
  await page.mouse.move(1, 1);
  await page.keyboard.press("a");
  await page.keyboard.press("s");
  await expectPart(page, middle, [0.1 * total, 0.9 * total]);
  await page.mouse.move(1, 1);
  await page.keyboard.press("w");
  await page.keyboard.press("f");
  await expectPart(page, middle, whole);
});

test("dragging moves what is seen with the pointer", async ({ page, site }) => {
  const { played } = await opened(page, site);
  const total = played.makespan_ms;
  const lane = ofStage(played, 1).filter(({ operation }) => operation === "forward");
  const middle = lane.find(({ start_ms }) => start_ms > 0.35 * total);
  await canvas(page).focus();
  await page.keyboard.press("w");
  await page.keyboard.press("w");
  const box = await canvas(page).boundingBox();
  const [x, y] = [box.x + 500, box.y + 40];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 20, y, { steps: 2 });
  await page.mouse.move(x - 60, y, { steps: 4 });
  await page.mouse.up();
  const by = (60 / (box.width - LABELS - EDGE)) * 0.64 * total;
  await expectPart(page, middle, [0.18 * total + by, 0.82 * total + by]);
});

test("the wheel scrolls the page over the timeline, with Ctrl it zooms there", async ({ page, site }) => {
  const { played } = await opened(page, site);
  const total = played.makespan_ms;
  const [first] = ofStage(played, 1);
  const scrolled = () => page.locator(".half.result").evaluate((half) => half.scrollTop);
  await pointAt(page, first, [0, total]);
  await expect(note(page)).toBeVisible();
  const before = await scrolled();
  await page.mouse.wheel(0, 60);
  await expect.poll(scrolled).toBe(before + 60);
  await page.mouse.wheel(0, -60);
  await expect.poll(scrolled).toBe(before);
  await expectPart(page, first, [0, total]);

  await pointAt(page, first, [0, total]);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  // A notch shows four fifths; what is under the pointer stays there.
  const share = (first.start_ms + first.end_ms) / 2 / total;
  const part = [0.2 * share * total, (0.2 * share + 0.8) * total];
  const other = ofStage(played, 1)[2];
  await expectPart(page, other, part);
  expect(await scrolled()).toBe(before);
  expect(await page.evaluate(() => visualViewport.scale)).toBe(1);
});

test("the table lists every operation, as the native command does", async ({ page, site }) => {
  const { played } = await opened(page, site);
  const expected = played.operations.map((operation) => [
    String(operation.stage),
    operation.gpu,
    NAMES[operation.operation],
    String(operation.micro_batch),
    decimals(operation.start_ms),
    decimals(operation.end_ms),
  ]);
  // Eight micro-batches, forward and backward on four stages, a send each way between them.
  expect(expected).toHaveLength(8 * (2 * 4 + 2 * 3));
  await panel(page).getByRole("button", { name: "Table" }).click();
  const table = panel(page).getByRole("table", { name: "Operations of one iteration, stage by stage" });
  const rows = () =>
    table.evaluate((table) => {
      const cells = (row) => [...row.cells].map((cell) => cell.innerText.trim());
      return [...table.tBodies[0].rows].map(cells);
    });
  const shown = await rows();
  await expect(panel(page).getByText("Operations 1–100 of 112")).toBeVisible();
  await panel(page).getByRole("button", { name: "Next" }).click();
  await expect(panel(page).getByText("Operations 101–112 of 112")).toBeVisible();
  shown.push(...(await rows()));
  expect(shown).toEqual(expected);
  await expect(panel(page).getByRole("button", { name: "Next" })).toBeDisabled();
});

test("how long it takes played out stands beside what Eq. 1 says", async ({ page, site }) => {
  const { scenario, plan, played } = await opened(page, site);
  const says = panel(page).locator(".timeline-sentence");
  const expectFor = async ({ makespan_ms, eq_1_ms, overlapped_makespan_ms }) => {
    await expect(says).toContainText(`${decimals(makespan_ms)} ms`);
    if (decimals(makespan_ms) === decimals(eq_1_ms)) await expect(says).toContainText("as Eq. 1 says");
    else await expect(says).toContainText(`${decimals(eq_1_ms)} ms`);
    await expect(says).toContainText(`With sends that don’t hold the GPU: ${decimals(overlapped_makespan_ms)} ms`);
  };
  await expectFor(played);
  // Another plan, whose stages are less even than Eq. 1 assumes.
  await points(page).first().waitFor({ state: "attached" });
  const { reference_plan } = await native(["plan", "-"], scenario);
  expect(reference_plan).not.toBe(plan);
  const other = await timeline(scenario, reference_plan);
  await region(page, "Compared").getByRole("row").filter({ hasText: "Improved Metis" }).click();
  await expect(parts(page).planPanel).toContainText(reference_plan.replace(",", ", "));
  await expectFor(other);
});
