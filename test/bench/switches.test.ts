// Everyone can measure the rules of the documentation again, by the names that it gives them.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { withSettings } from "../../bench/point-with.ts";
import { SWITCHES } from "../../bench/switches.ts";
import { balanced1 } from "../../src/points/balanced-1.ts";

const names = SWITCHES.map(({ name }) => name);

test("every rule that can be switched off has a switch of its name, and no other rule has one", async () => {
  const page = await readFile(new URL("../../docs/selection-rules.md", import.meta.url), "utf8");
  const rows = /^\| rule \| what it is for .*\n\|-.*\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? "";
  const rules = Array.from(rows.matchAll(/^\| ([^|]+) \|/gm), ([, rule]) => rule);
  expect(names.toSorted()).toEqual(rules.toSorted());
});

test.each(SWITCHES)("$name changes only settings that exist", ({ settings }) => {
  expect(withSettings(balanced1, settings)).not.toEqual(balanced1);
});
