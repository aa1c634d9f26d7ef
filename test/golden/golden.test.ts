// A published label never changes its meaning: neither its settings nor what they select.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { publishedPoints } from "../../src/points/published.ts";
import { pointDigest } from "./digest.ts";
import { goldenCases, goldenFile, runGolden } from "./run.ts";

const lock: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(fileURLToPath(new URL("published.lock.json", import.meta.url)), "utf8"),
);

describe.each(publishedPoints.map((point) => [point.label, point] as const))("%s", (label, point) => {
  test("has the settings of its publication", () => {
    expect(pointDigest(point), `settings of ${label} changed: mint a new label`).toBe(lock[label]);
  });
  test.each(goldenCases)("selects for %s the same as when it was published", async (name) => {
    const golden = JSON.parse(readFileSync(goldenFile(label, name), "utf8"));
    expect(await runGolden(name, point), `${label} selects otherwise: mint a new label`).toEqual(golden);
  });
  test.each(goldenCases)("selects for %s only records with a reason", (name) => {
    const { selected } = JSON.parse(readFileSync(goldenFile(label, name), "utf8"));
    expect(selected.length).toBeGreaterThan(0);
    expect(selected.filter(({ why }: { why: string }) => why === "")).toEqual([]);
  });
});

test("every label that was ever published is still served", () => {
  expect(publishedPoints.map(({ label }) => label).sort()).toEqual(Object.keys(lock).sort());
});
