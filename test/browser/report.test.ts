import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { BudgetMode, ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import { compileJsonReader } from "../../src/protocols/json/reader.ts";
import { hostileTexts, reported } from "../report/reported.ts";
import { request } from "../service/calls.ts";
import { lowContrastTexts } from "./contrast.ts";
import { clickHead, type Look, type Opened, useBrowser } from "./opened.ts";

const incidentFile = fileURLToPath(new URL("../../docs/examples/incident.json", import.meta.url));
const read = compileJsonReader(ContextRequestSchema)(await readFile(incidentFile));
if ("failure" in read) throw new Error(read.failure.detail);
const incident = read.message;

const ladder = request({
  budget: {
    maxContextTokens: 400,
    mode: BudgetMode.ADAPTIVE,
    adaptive: { initialTokens: 40, escalationTokens: [150], allowFullContextFallback: false },
  },
});

const { open } = useBrowser();

async function look(asked: typeof incident, how: Look = {}): Promise<Opened> {
  const { page } = await reported(asked);
  return open(page, how);
}

describe("the report in a browser", () => {
  test("shows why a record was dropped: its score, its reason, its text", async () => {
    const { page, complaints, requested } = await look(incident);
    expect(await page.locator("h1").innerText()).toMatch(/^\d[\d,]* of 3,928 tokens sent, \d+ % saved$/);
    const dropped = page.locator(".record.dropped").first();
    await clickHead(dropped);
    expect(await dropped.innerText()).toMatch(/not sent[\s\S]*score \d/);
    expect(await dropped.locator("del").first().isVisible()).toBe(true);
    expect(await page.locator("section h2").allInnerTexts()).toEqual([
      "Records",
      "What the task asked for",
      "Budget",
      "Gate",
      "What goes into the prompt",
    ]);
    expect([complaints, requested]).toEqual([[], []]);
  });

  test("shows each rung of a ladder with its verdict", async () => {
    const { page } = await look(ladder);
    const rows = page.locator("table tbody tr");
    expect(await rows.count()).toBeGreaterThan(0);
    expect(await rows.first().innerText()).toMatch(/^40\s[\s\S]*sufficient/);
  });

  test("works with the keyboard alone", async () => {
    const { page } = await look(incident);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the records");
    await page.locator("#show-all").focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.locator("#show-dropped").isChecked()).toBe(true);
    expect(await page.locator(".record.cut").first().isVisible()).toBe(false);
    const record = page.locator(".record.dropped").first();
    expect(await record.isVisible()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await record.locator("> details").getAttribute("open")).toBe("");
  });

  test("links from a bar of the strip to its line, with the bar's name visible on focus", async () => {
    const { page } = await look(incident, { width: 360 });
    await page.locator("#show-sent").check();
    const bar = page.getByRole("link", { name: /^6 Service owners: 0 of 114 tokens sent/ });
    expect(await bar.locator(".tip").isVisible()).toBe(false);
    await page.getByRole("link", { name: /^5 Payments runbook/ }).focus();
    await page.keyboard.press("Tab");
    expect(await bar.locator(".tip").isVisible()).toBe(true);
    await page.keyboard.press("Enter");
    expect(await page.evaluate("location.hash")).toBe("#record-6");
    // Its line is shown although the filter leaves out records that are not sent.
    const line = page.locator("#record-6");
    expect(await line.isVisible()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await line.locator("> details").getAttribute("open")).toBe("");
  });

  test("shows a line for each record, and texts and the gate's figures only on demand", async () => {
    const { page } = await look(incident);
    expect(await page.locator(".record .text:visible").count()).toBe(0);
    const heights = "[...document.querySelectorAll('.record')].map((one) => one.getBoundingClientRect().height)";
    expect(Math.max(...(await page.evaluate<number[]>(heights)))).toBeLessThan(45);
    const figure = page.locator(".signals div").first();
    expect(await figure.isVisible()).toBe(false);
    await page.getByText("Its figures").click();
    expect(await figure.isVisible()).toBe(true);
  });

  test.each([390, 1200])("opens on the index: several records on the first screen at %d pixels", async (width) => {
    const { page } = await look(incident, { width });
    expect(await page.locator("main > section h2").first().innerText()).toBe("Records");
    const bottoms = "[...document.querySelectorAll('.record')].map((one) => one.getBoundingClientRect().bottom)";
    const visible = (await page.evaluate<number[]>(bottoms)).filter((bottom) => bottom <= 844);
    expect(visible.length).toBeGreaterThanOrEqual(3);
  });

  test("has landmarks, one main heading and named sections", async () => {
    const { page } = await look(incident);
    for (const name of ["main", "header", "h1"]) expect([name, await page.locator(name).count()]).toEqual([name, 1]);
    const regions = page.getByRole("region");
    expect(await regions.count()).toBe(5);
    expect(await page.getByRole("img", { name: /tokens sent, within a budget of 900/ }).count()).toBe(1);
    expect(await page.getByRole("group", { name: "Show" }).count()).toBe(1);
  });

  test.each([
    { scheme: "light", width: 1200 },
    { scheme: "dark", width: 1200 },
    { scheme: "light", width: 360 },
    { scheme: "dark", width: 360 },
  ] as const)("reads well: $scheme, $width pixels", async (how) => {
    const { page } = await look(incident, how);
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    const contrast = await page.evaluate<{ texts: number; low: unknown[] }>(lowContrastTexts);
    expect(contrast.texts).toBeGreaterThan(100);
    expect(contrast.low).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(how.width);
  });

  test("shows hostile records unchanged as inert text", async () => {
    const hostile = request({
      requestId: hostileTexts.join(""),
      task: { prompt: `How many were counted at the archive? ${hostileTexts.join(" ")}`, keywords: [...hostileTexts] },
      budget: { maxContextTokens: 200 },
      records: hostileTexts.map((text) => ({ text, id: text, title: text, source: text })),
    });
    const { page, complaints, requested } = await look(hostile);
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    expect(await page.title()).toMatch(/Winnow$/);
    expect(await page.locator("script, img, form, iframe").count()).toBe(0);
    // It stands down, and the prompt consists of the records themselves.
    expect(await page.locator("main > section").count()).toBe(4);
    expect(await page.locator("body").innerText()).toContain(hostileTexts[0]);
    expect(await page.locator("body").innerText()).toContain("[U+202E]evitaler");
    expect([complaints, requested]).toEqual([[], []]);
  });

  test("stays fast with 2,000 records and a line of a megabyte", async () => {
    const line = "the archive counted items ".repeat(40_000);
    const records = Array.from({ length: 2_000 }, (_, index) => ({
      id: `record-${index}`,
      text: index === 1_999 ? line : `Report ${index}: ${index} items were counted at the archive, and one was lost.`,
    }));
    const { page, complaints } = await look(request({ budget: { maxContextTokens: 2_000 }, records }));
    const nodes = await page.evaluate<number>("document.querySelectorAll('*').length");
    expect(nodes).toBeLessThan(90_000);
    const laidOut = `[...document.querySelectorAll(".record h3")]
      .filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length`;
    expect(await page.evaluate<number>(laidOut)).toBeLessThan(200);
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    const last = page.locator("#record-1999");
    await last.scrollIntoViewIfNeeded();
    await clickHead(last);
    const blocks = last.locator(".block");
    expect(await blocks.count()).toBeGreaterThan(100);
    const longest = "Math.max(...[...document.querySelectorAll('.block')].map((one) => one.textContent.length))";
    expect(await page.evaluate<number>(longest)).toBeLessThanOrEqual(8_000);
    expect(complaints).toEqual([]);
  });
});
