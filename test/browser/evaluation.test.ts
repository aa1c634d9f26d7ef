// The page of `winnow eval` in Chromium: six hundred requests on a phone, and what it says about each.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { baselines } from "../../src/evaluation/baselines.ts";
import { BUDGET_SHARES, kneeOf, WINNOW } from "../../src/evaluation/curve.ts";
import { presets } from "../../src/evaluation/money.ts";
import { evaluationPage } from "../../src/evaluation/page.ts";
import { type Evaluation, type Row, summary } from "../../src/evaluation/summary.ts";
import { hostileTexts } from "../report/reported.ts";
import { winnow } from "../winnow-process.ts";
import { lowContrastTexts } from "./contrast.ts";
import { useBrowser } from "./opened.ts";

const PHONE = 390;
/** The page of 600 requests, in bytes, and the time until its first list item can be read, in milliseconds. */
const BYTES_MAX = 400_000;
const OPEN_MS_MAX = 5_000;

const kept = BUDGET_SHARES.map((budget) => Math.min(1, budget * 4));
const curve = {
  requests: 400,
  lines: [WINNOW, ...Object.keys(baselines)].map((method, at) => ({
    method,
    kept: kept.map((share) => share / (at + 1)),
  })),
  knee: kneeOf(kept),
};

function row(at: number): Row {
  const [name = ""] = at < hostileTexts.length ? [hostileTexts[at]] : [`logs/of-a-long-name-that-does-not-break/${at}`];
  const outcome = at % 3 === 0 ? "stood_down" : "selected";
  return {
    name,
    group: `folder-${at % 40}`,
    outcome,
    reason: outcome === "selected" ? "engage:spread" : "standdown:high_drift",
    tokensBefore: 12_345,
    tokensSent: outcome === "selected" ? 3_086 : 12_345,
    evidence: at % 2 === 0 ? null : { kept: 1, of: 2, missed: ["the passage that was missed"] },
    pointers: at % 5 === 0 ? [{ term: "TransactionTimeoutException", records: [1, 2, 3] }] : [],
  };
}

function evaluated(untrimmed: number): Evaluation {
  const money = Object.entries(presets).map(([prices, preset]) => ({ prices, preset, untrimmed, sent: 2.5 }));
  const unread = hostileTexts.map((text) => ({ place: text, problem: text }));
  const curves = [
    { ...curve, measure: "evidence" as const },
    { ...curve, measure: "terms" as const },
  ];
  return summary(
    Array.from({ length: 600 }, (_, at) => row(at)),
    unread,
    { curves, money },
  );
}

const { open, visit } = useBrowser();

/** In the page: how each line of the first curve is drawn. Two lines that look alike count once. */
const strokes = `[...new Set([...document.querySelector(".curve").querySelectorAll("g")].map((group) => {
  const { stroke, strokeDasharray } = getComputedStyle(group.querySelector("line"));
  return stroke + strokeDasharray;
}))]`;

describe("the page of an evaluation", () => {
  test.each([
    { scheme: "light", width: 1200 },
    { scheme: "dark", width: PHONE },
    { scheme: "light", width: PHONE },
  ] as const)("reads well at 600 requests: $scheme, $width pixels", async (how) => {
    const markup = evaluationPage(evaluated(10), (at) => `reports/${at}.html`);
    expect(Buffer.byteLength(markup)).toBeLessThan(BYTES_MAX);
    const start = performance.now();
    const { page, complaints, requested } = await open(markup, how);
    await page.locator(".requests li").first().waitFor();
    expect(performance.now() - start).toBeLessThan(OPEN_MS_MAX);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(how.width);
    const contrast = await page.evaluate<{ texts: number; low: unknown[] }>(lowContrastTexts);
    expect(contrast.texts).toBeGreaterThan(100);
    expect(contrast.low).toEqual([]);
    expect(await page.evaluate(strokes)).toHaveLength(1 + Object.keys(baselines).length);
    expect(await page.locator("script, img, iframe").count()).toBe(0);
    expect([complaints, requested]).toEqual([[], []]);
  });

  test("lists the requests that leave something out, or that stand down", async () => {
    const { page } = await open(
      evaluationPage(evaluated(10), () => null),
      { width: PHONE },
    );
    const shown = () => page.locator(".requests li:visible").count();
    expect(await shown()).toBe(600);
    await page.getByLabel(/that leave something out/).check();
    expect(await shown()).toBe(240);
    await page.getByLabel("200 not selected from").check();
    expect(await shown()).toBe(200);
  });

  test("says so if selection costs more than it saves", async () => {
    const { page } = await open(
      evaluationPage(evaluated(2), () => null),
      { width: PHONE },
    );
    const money = page.getByRole("region", { name: /net of the cache/ });
    expect(await money.innerText()).toContain("costs $0.5000 more than it saves");
    expect(await money.innerText()).toContain("Use a session or the proxy");
    expect(await money.getByRole("cell", { name: "$2.50" }).first().isVisible()).toBe(true);
  });

  test("links from a request to its report", async () => {
    const folder = await mkdtemp(join(tmpdir(), "winnow eval-"));
    const out = join(folder, "my page.html");
    await winnow("eval", "docs/examples", "--html", out);
    const { page } = await visit(pathToFileURL(out).href, { width: PHONE }, () => rm(folder, { recursive: true }));
    await page.getByRole("link", { name: "demo-1" }).click();
    expect(await page.locator("h1").innerText()).toMatch(/of 3,928 tokens sent/);
  });
});
