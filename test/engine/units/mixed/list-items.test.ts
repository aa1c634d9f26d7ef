// The items of lists in documents, as lists of changes write them.
import { expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

/** A list of changes with three releases of two changes each, the second of them wrapped. */
function changes(release: (n: number) => string, mark: string): string {
  const of = (n: number) =>
    `${release(n)}\n\n${mark}Fix: the reader waited for ${n} files.\n\n` +
    `${mark}Feature: pages of up to ${n} megabytes are read at once. They were\n` +
    `${" ".repeat(mark.length)}cut before, and nobody knew.\n\n`;
  return [3, 2, 1].map(of).join("\n");
}

it.each([
  ["in outlines of stars", (n: number) => `* Version 2.${n} (released 2024-0${n}-09)`, "** "],
  ["with a star and a bracket", (n: number) => `Changes with reader 2.${n}      0${n} Feb 2024`, "    *) "],
])("recognises the items of lists of changes %s, which depend on their release", (_name, release, mark) => {
  const result = cut(changes(release, mark));
  expect(result.type).toBe("markdown");
  for (const n of [3, 2, 1]) {
    const above = indexOf(result, release(n));
    expect(result.heads[above]).toBe(-1);
    expect(result.heads[indexOf(result, `for ${n} files`)]).toBe(above);
    const wrapped = indexOf(result, `to ${n} megabytes`);
    expect(result.heads[wrapped]).toBe(above);
    expect(result.parts[wrapped]).toContain("nobody knew");
  }
});

it("reads the problems in a doctor's notes as items, not as headings", () => {
  const problems = ["# CHF: Diuresed, weight 148 lb.\n", "# Rash: Hives after cefazolin. Resolved.\n\n"];
  const result = cut(
    `COURSE:\n${problems.join("")}MEDICATIONS:\n1. carvedilol\n2. apixaban\n3. furosemide\n\n` +
      `FOLLOW UP: in seven days, with the tablets and the letter, at the desk on the second floor of the clinic.\n`,
  );
  expect(result.type).toBe("markdown");
  expect(result.parts.slice(1, 3)).toEqual(problems);
  const heads = ["CHF", "Rash", "MEDICATIONS", "FOLLOW UP"].map((word) => result.heads[indexOf(result, word)]);
  expect(heads).toEqual([0, 0, -1, -1]);
});
