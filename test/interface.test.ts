// Compares docs/interface.md with the code: labels, reasons of stand-downs, statuses and the bounds of the verdict.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { publishedPoints } from "../src/points/published.ts";
import { gateReasons } from "../src/service/decide.ts";
import { type Status, statuses } from "../src/statuses.ts";

const page = await readFile(new URL("../docs/interface.md", import.meta.url), "utf8");
const firstColumn = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map((row) => row[1] ?? "");

test("every operating point and no other is described", () => {
  const labels = firstColumn.filter((cell) => /^[a-z]+-\d+$/.test(cell));
  expect(labels.sort()).toEqual(publishedPoints.map(({ label }) => label).sort());
});

test("every reason of a stand-down and no other is described", () => {
  const reasons = firstColumn.filter((cell) => cell.startsWith("standdown:"));
  expect(reasons.sort()).toEqual(gateReasons.filter((reason) => reason.startsWith("standdown:")).sort());
});

test("every status that a call can end with is described", () => {
  const bodies = Object.entries<Status>(statuses).flatMap(([name, { http, body, text, calls }]) => {
    if (calls === "none" || name === "out_of_credit") return [];
    return [body === "envelope" ? `${http} \`${name}\`` : `${http} \`{"${body}":"${text}"}\``];
  });
  expect(bodies.filter((body) => !page.includes(body))).toEqual([]);
});

test.each([
  ["lenient", /suffices if `coverage_score` is at least (\.\d+)/],
  ["strict", /the verdict is strict: `coverage_score` must be at least (\.\d+)/],
] as const)("the bound of the %s verdict is that of the operating points", (verdict, sentence) => {
  const bounds = publishedPoints.map(({ cover }) => cover[`${verdict}Min`]);
  expect(new Set(bounds)).toEqual(new Set([Number(sentence.exec(page)?.[1])]));
});
