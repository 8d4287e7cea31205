// The picture of the network: sites, GPUs with their stages, links by bandwidth, and the same in words.

import { region } from "./answers.mjs";
import { expect, test } from "./fixtures.mjs";
import { native } from "./native.mjs";
import { choosePreset, openPage, planned, savedFile } from "./parts.mjs";

const panel = (page) => region(page, "Where it runs");

/** A preset planned, as a document, and the GPUs of the native plan in their order. */
async function opened(page, site, title) {
  await openPage(page, site.url);
  await choosePreset(page, title);
  await planned(page);
  const text = (await savedFile(page)).text;
  const { stages } = await native(["plan", "-"], text);
  return { document: JSON.parse(text), along: stages.map((stage) => stage.gpu) };
}

test("sites, used GPUs with their stage numbers and links are drawn and said", async ({ page, site }) => {
  const { document, along } = await opened(page, site, "Three sites, seven GPUs");
  const { gpus, network } = document;
  const map = panel(page).locator("svg.map");
  await expect(map.locator(".map-name")).toHaveText(["A", "B", "C"]);
  await expect(map.locator(".map-gpu")).toHaveCount(gpus.length);
  await expect(map.locator(".map-gpu.used")).toHaveCount(along.length);
  const stages = (await map.locator(".map-stage").allTextContents()).map(Number);
  expect(stages.toSorted()).toEqual(along.map((_, index) => index + 1));

  const said = await panel(page).getByRole("list", { name: "Sites and links" }).getByRole("listitem").allInnerTexts();
  const place = (name) => gpus.find((gpu) => gpu.name === name).site;
  const hops = along.slice(1).map((to, index) => [place(along[index]), place(to)].toSorted().join(" – "));
  for (const name of ["A", "B", "C"]) {
    const here = gpus.filter((gpu) => gpu.site === name);
    const sentence = said.find((sentence) => sentence.startsWith(`Site ${name}, ${here.length} GPUs: `));
    const used = here.filter((gpu) => along.includes(gpu.name));
    for (const gpu of used) expect(sentence).toContain(`${gpu.name} ${gpu.model} stage ${along.indexOf(gpu.name) + 1}`);
    expect(sentence.includes("none used")).toBe(used.length === 0);
  }
  const pairs = network.site_links.filter(({ from, to }) => from < to);
  for (const { from, to, bandwidth_gbps, latency_ms } of pairs) {
    const path = hops.includes(`${from} – ${to}`) ? ", on the plan’s path" : "";
    expect(said).toContain(`${from} – ${to}: ${bandwidth_gbps} Gbps, ${latency_ms} ms${path}.`);
  }
  expect(said).toHaveLength(3 + 3);
  await expect(map.locator("title").filter({ hasText: /12 Gbps/ })).not.toHaveCount(0);
});

test("more bandwidth is a wider line", async ({ page, site }) => {
  const { document } = await opened(page, site, "Three sites, seven GPUs");
  const lines = await panel(page).locator("svg.map > line").evaluateAll((lines) =>
    lines.map((line) => ({
      gbps: Number(line.textContent.match(/([\d.]+) Gbps/)[1]),
      width: Number(line.getAttribute("stroke-width")),
    })),
  );
  const byWidth = lines.toSorted((one, other) => one.width - other.width);
  const bandwidths = document.network.site_links.filter(({ from, to }) => from < to).map((link) => link.bandwidth_gbps);
  expect(byWidth.map(({ gbps }) => gbps)).toEqual(bandwidths.toSorted((one, other) => one - other));
  expect(new Set(lines.map(({ width }) => width)).size).toBe(new Set(bandwidths).size);
});
