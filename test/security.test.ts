// SECURITY.md names a test for each defence; this checks that the named files exist.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(`${root}SECURITY.md`, "utf8");
const paths = [...page.matchAll(/`((?:test|bench|src)\/[^`]+)`/g)].map(([, path]) => path ?? "");

test("every file that SECURITY.md names exists", () => {
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
});

test("every row with a defence names a test of it", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("|") && line.split("|").length === 5);
  const defences = rows.filter((row) => !/^\| (attack|---)/.test(row) && !row.startsWith("|---"));
  expect(defences.length).toBeGreaterThan(12);
  expect(defences.filter((row) => !/`(?:test|bench)\//.test(row))).toEqual([]);
});
