// A long search can be stopped at once, and what it had found stays.

import { expect, test } from "./fixtures.mjs";
import { enter, figure, makeSearchLong, openPage, parts, planned, planUntilBusy, says } from "./parts.mjs";

const AT_ONCE_MS = 100;

/** Starts a watch in the page: milliseconds from the press of a button until a frame shows "Plan" on one again. */
function timeToPlanAgain(page) {
  return page.evaluate(
    () =>
      new Promise((answer) => {
        const canPlan = () =>
          [...document.querySelectorAll("button")].some(
            (button) => button.checkVisibility() && button.textContent.trim() === "Plan" && !button.disabled,
          );
        const look = (pressed) => {
          if (canPlan()) requestAnimationFrame(() => answer(performance.now() - pressed));
          else requestAnimationFrame(() => look(pressed));
        };
        addEventListener("click", (event) => look(event.timeStamp), { capture: true, once: true });
      }),
  );
}

test("Cancel answers within 100 ms, keeps the best so far and says so", async ({ page, site }) => {
  await openPage(page, site.url);
  const { answer, plan, cancel, progress } = parts(page);
  await makeSearchLong(page);
  await planUntilBusy(page);
  await expect(answer).toContainText("Best so far");
  await expect(parts(page).figure("How good")).toContainText(/\d+ %/);

  const measured = timeToPlanAgain(page);
  await cancel.click();
  expect(await measured).toBeLessThan(AT_ONCE_MS);

  await expect(progress).toHaveCount(0);
  await expect(plan).toBeEnabled();
  await expect(answer).toContainText("Best so far");
  await expect(answer).toContainText("Cancelled, not proven");
  await expect(says(page, /^Cancelled after [\d,]+ evaluations/)).toBeVisible();
  // The optimum of this pool is among the first plans that such a large population meets.
  expect((await figure(page, "Iteration time")).text).toBe("1,756.8 ms");
});

test("a worker in a busy loop is ended, and the one that stood ready takes over", async ({ page, site }) => {
  await openPage(page, site.url);
  await makeSearchLong(page);
  await expect.poll(() => page.workers().length).toBe(2);
  const [first, spare] = page.workers();
  const ended = (worker) => new Promise((closed) => worker.once("close", closed));

  await planUntilBusy(page);
  const firstEnds = ended(first);
  await parts(page).cancel.click();
  await firstEnds;
  expect(page.workers()).toContain(spare);

  await planUntilBusy(page);
  const spareEnds = ended(spare);
  await parts(page).cancel.click();
  await spareEnds;

  await enter(page.getByLabel("Generations", { exact: true }), "50");
  await planned(page);
  expect((await figure(page, "Iteration time")).text).toBe("1,756.8 ms");
});

test("the page goes on answering while the planner is busy", async ({ page, site }) => {
  await openPage(page, site.url);
  await makeSearchLong(page);
  await planUntilBusy(page);
  const longest = await page.evaluate(
    () =>
      new Promise((answer) => {
        const frames = [];
        const frame = (now) => {
          frames.push(now);
          if (now - frames[0] < 2_000) return requestAnimationFrame(frame);
          answer(Math.max(...frames.slice(1).map((time, index) => time - frames[index])));
        };
        requestAnimationFrame(frame);
      }),
  );
  // A page that planned on its own thread would show no frame at all for seconds.
  expect(longest).toBeLessThan(1_000);
  await enter(parts(page).scenarioName, "Typed while planning");
  await expect(parts(page).cancel).toBeVisible();
  await parts(page).cancel.click();
});

test("an edit while a long run goes on puts its plan out of date", async ({ page, site }) => {
  await openPage(page, site.url);
  await makeSearchLong(page);
  await planUntilBusy(page);
  await enter(page.getByLabel("Layers", { exact: true }), "11");
  await expect(parts(page).figure("How good")).toContainText("Out of date");
  await expect(parts(page).figure("How good")).toContainText("Planning what it was before");
});
