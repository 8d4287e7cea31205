// The planner dies: the page says so, keeps what was found, and plans again.

import { expect, test } from "./fixtures.mjs";
import {
  enter, figure, kept, makeSearchLong, openPage, parts, planInTable, planned, planUntilBusy, says,
} from "./parts.mjs";

/** Lets the worker die at its next look at the clock once it has reported progress three times from now. */
function arm(worker, death) {
  return worker.evaluate((death) => {
    const post = self.postMessage.bind(self);
    const now = performance.now.bind(performance);
    let posts = 0;
    self.postMessage = (message) => {
      posts += 1;
      post(message);
    };
    performance.now = () => {
      if (posts < 3) return now();
      if (death === "throws") throw new Error("struck down at work");
      self.close();
      for (;;);
    };
  }, death);
}

const bestSoFar = async (page) => {
  await expect(parts(page).answer).toContainText("Best so far");
  expect((await figure(page, "Iteration time")).text).toBe("1,756.8 ms");
  expect(await planInTable(page)).toMatch(/^(g3:4,g4:1|g4:4,g3:1),g6:1,g5:6$/);
};

/** The way on that the message offers works: it plans, can be cancelled, and plans something short to the end. */
async function goOn(page) {
  const { alert, cancel } = parts(page);
  await alert.getByRole("button", { name: "Plan again" }).click();
  await expect(alert).toHaveCount(0);
  await expect(cancel).toBeVisible();
  await expect(says(page, /^Planning … [\d,]+ evaluations/)).toBeVisible();
  await cancel.click();
  await enter(page.getByLabel("Population", { exact: true }), "200");
  await enter(page.getByLabel("Generations", { exact: true }), "100");
  await planned(page);
  await expect(alert).toHaveCount(0);
  expect((await figure(page, "Iteration time")).text).toBe("1,756.8 ms");
}

test("a worker that breaks at work is a message with a way on, and the best so far stays", async ({ page, site }) => {
  await openPage(page, site.url);
  const { alert, plan, progress } = parts(page);
  await makeSearchLong(page);
  await arm(page.workers()[0], "throws");
  await plan.click();

  await expect(alert).toContainText("The planner stopped because of a fault of its own.");
  await expect(alert).toContainText("Your scenario is untouched.");
  await alert.getByText("Details").click();
  await expect(alert).toContainText("struck down at work");
  await expect(progress).toHaveCount(0);
  await expect(plan).toBeEnabled();
  await bestSoFar(page);
  await goOn(page);
});

test("a worker that dies without a word at work is noticed, and the best so far stays", async ({ page, site }) => {
  await openPage(page, site.url);
  const { alert, plan, progress } = parts(page);
  await makeSearchLong(page);
  await arm(page.workers()[0], "closes");
  await plan.click();

  await expect(alert).toContainText("The planner has said nothing for 20 s and was stopped.", { timeout: 30_000 });
  await expect(progress).toHaveCount(0);
  await bestSoFar(page);
  await goOn(page);
});

test("a worker at work that is cancelled leaves no message and no worker behind", async ({ page, site }) => {
  await openPage(page, site.url);
  await makeSearchLong(page);
  for (let round = 0; round < 3; round += 1) {
    await planUntilBusy(page);
    await parts(page).cancel.click();
  }
  await expect(parts(page).alert).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(2);
});

test("a panic of the planner is a message with its text, and nothing is lost", async ({ page, site }) => {
  await openPage(page, site.url);
  await enter(page.getByLabel("Layers", { exact: true }), "13");
  await planned(page);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const [before, stored] = [await figure(page, "Iteration time"), await kept(page)];
  const [worker] = page.workers();
  await worker.evaluate(() => {
    setTimeout(() => self.dispatchEvent(new MessageEvent("message", { data: '"panic-for-test"' })));
  });

  const { alert, plan } = parts(page);
  await expect(alert).toContainText("The planner stopped because of a fault of its own.");
  await alert.getByText("Details").click();
  await expect(alert).toContainText("a panic, as asked");
  await expect(alert).toContainText("src/worker/host.rs");
  await expect(page.getByLabel("Layers", { exact: true })).toHaveValue("13");
  expect(await figure(page, "Iteration time")).toEqual(before);
  expect(await kept(page)).toEqual(stored);

  await plan.click();
  await planned(page);
  await expect(alert).toHaveCount(0);
  expect(await figure(page, "Iteration time")).toEqual(before);
  expect(page.workers()).not.toContain(worker);
});

test("a worker that breaks while it waits is replaced, and the next plan is found", async ({ page, site }) => {
  await openPage(page, site.url);
  await page.workers()[0].evaluate(() => {
    setTimeout(() => {
      throw new Error("struck down at rest");
    });
  });
  await expect(parts(page).alert).toContainText("The planner stopped");
  await enter(page.getByLabel("Layers", { exact: true }), "11");
  await planned(page);
  await expect(parts(page).alert).toHaveCount(0);
});

test("the spare may break and nobody is told, as nothing is lost", async ({ page, site }) => {
  await openPage(page, site.url);
  await expect.poll(() => page.workers().length).toBe(2);
  const spare = page.workers()[1];
  const ended = new Promise((closed) => spare.once("close", closed));
  await spare.evaluate(() => {
    setTimeout(() => {
      throw new Error("struck down in reserve");
    });
  });
  await ended;
  await makeSearchLong(page);
  await planUntilBusy(page);
  await parts(page).cancel.click();
  await expect(parts(page).alert).toHaveCount(0);
  await planUntilBusy(page);
  await parts(page).cancel.click();
});
