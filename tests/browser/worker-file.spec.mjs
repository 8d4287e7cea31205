// The planner's file is missing, mute or from another build: each is a message with a way on.

import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.mjs";
import { enter, figure, hello, LOADER, openPage, parts, planned } from "./parts.mjs";

const WASM = "planner_worker_bg.wasm";
const built = (name) => readFile(new URL(`../../dist/${name}`, import.meta.url));

for (const file of [LOADER, "planner_worker.js", WASM]) {
  test(`without ${file} the page says so, and tries again when asked`, async ({ page, site }) => {
    site.hide(file);
    await page.goto(site.url);
    const { alert, scenarioName, answer } = parts(page);
    await expect(alert).toContainText("The planner could not be loaded. Check the connection, then try again.");
    await expect(scenarioName).toHaveValue("Three sites, seven GPUs");
    await expect(answer).toContainText("–");

    await alert.getByRole("button", { name: "Plan again" }).click();
    await expect(alert).toContainText("The planner could not be loaded.");
    site.replace(file, await built(file));
    await alert.getByRole("button", { name: "Plan again" }).click();
    await planned(page);
    await expect(alert).toHaveCount(0);
    expect((await figure(page, "Iteration time")).text).toBe("1,756.8 ms");
  });
}

test("a worker that never says hello is given up in words", async ({ page, site }) => {
  site.replace(LOADER, "");
  await page.goto(site.url);
  const { alert } = parts(page);
  await expect(alert).toContainText("The planner did not start within 10 s.", { timeout: 20_000 });
  site.replace(LOADER, await built(LOADER));
  await alert.getByRole("button", { name: "Plan again" }).click();
  await planned(page);
});

test("a worker of another build is turned away before it plans, and loading again helps", async ({ page, site }) => {
  await openPage(page, site.url);
  await enter(page.getByLabel("Layers", { exact: true }), "13");
  await planned(page);
  const { build } = JSON.parse(await hello(page)).hello;
  expect(build).toMatch(/^[0-9a-f]{16}$/);
  // The real worker, but for its build id.
  const other = build.replace(/./g, (digit) => (digit === "0" ? "1" : "0"));
  const wasm = await built(WASM);
  const at = wasm.indexOf(build);
  expect(at).toBeGreaterThan(0);
  wasm.write(other, at);
  site.replace(WASM, wasm);

  await page.reload();
  const { alert, answer } = parts(page);
  await expect(alert).toContainText("The planner file is from another version of this page.");
  await alert.getByText("Details").click();
  await expect(alert).toContainText(`planner ${other}`);
  await expect(alert).toContainText(`page ${build}`);
  await expect(answer).not.toContainText("1,756.8");
  await expect(page.getByLabel("Layers", { exact: true })).toHaveValue("13");

  site.replace(WASM, await built(WASM));
  await alert.getByRole("button", { name: "Reload" }).click();
  await planned(page);
  await expect(alert).toHaveCount(0);
  await expect(page.getByLabel("Layers", { exact: true })).toHaveValue("13");
});

test("a worker of another protocol is turned away", async ({ page, site }) => {
  await openPage(page, site.url);
  const { hello: known } = JSON.parse(await hello(page));
  const text = JSON.stringify({ hello: { ...known, protocol: known.protocol + 1 } });
  site.replace(LOADER, `postMessage(${JSON.stringify(text)});`);
  await page.reload();
  await expect(parts(page).alert).toContainText("The planner file is from another version of this page.");
});
