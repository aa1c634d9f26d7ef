// The labels of rules, requirements and sections at the beginning of a line belong to the text after them.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const INTRODUCTION =
  "This text is long enough to be cut into its sentences, and it says what the rules below are for.\n";
const rules = (label: (n: number) => string) =>
  [1, 2, 3, 4].map((n) => `${label(n)} The player number ${n} moves first. The others wait for player ${n}.\n`);

describe("the label of a rule", () => {
  it.each([
    ["a letter and a number", (n: number) => `B${n}.`],
    ["capitals, a hyphen and a number", (n: number) => `FR-1${n}.`],
    ["a code with a parenthesis", (n: number) => `R${n})`],
    ["a code with a colon", (n: number) => `NFR-${n}:`],
    ["a word and a number", (n: number) => `Rule ${n}.`],
    ["an abbreviation and a number", (n: number) => `Art. ${n}.`],
    ["a division of a division", (n: number) => `Section 4.${n}.`],
  ])("stays with the whole rule if it is %s", (_, label) => {
    expect(cut(INTRODUCTION + rules(label).join("")).parts).toEqual([INTRODUCTION, ...rules(label)]);
  });

  it("makes its rule an item below a heading", () => {
    const part = (letter: string) =>
      `Part ${letter}. Moves of kind ${letter}\n${rules((n) => `${letter}${n}.`).join("")}\n`;
    const result = cut(part("A") + part("B"));
    const rule = indexOf(result, "B3.");
    expect(result.type).toBe("markdown");
    expect(result.parts[result.heads[rule] ?? -1]).toBe("Part B. Moves of kind B\n");
    expect(result.contexts[rule]).toBe("Part B. Moves of kind B");
  });

  it("is not recognised inside a line, or at the end of a wrapped sentence", () => {
    const wrapped =
      "The rent and the days on which it is due, and the account to which it is paid, are\n" +
      "those that are named below for each of the houses and for each of the two cases of\n" +
      "Section 4.2. ";
    const inside =
      "It was known as B2. Then it was sold, and took another name that nobody has used since those days.\n";
    const { parts } = cut(`${INTRODUCTION}\n${wrapped}Later payments cost a fee, which the tenant pays.\n\n${inside}`);
    expect(parts[1]).toBe(wrapped);
    expect(parts.at(-1)).toBe(inside);
  });
});
