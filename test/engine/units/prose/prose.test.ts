// Running text: sentences are joined up to a readable size.
import { describe, expect, it } from "vitest";
import { openDraft } from "../../../../src/engine/units/draft.ts";
import { cutProse } from "../../../../src/engine/units/prose/prose.ts";
import { cut, indexOf, total } from "../cut.ts";

const SHORT = "It rained. Nobody came. We left. ";
const LONG =
  "The committee met on a rainy Monday in the old town hall, discussed the budget for the coming year at length, and " +
  "decided nothing. ";

describe("prose", () => {
  it("joins short neighbouring sentences into one unit of at most 160 characters", () => {
    const { parts, counts } = cut(SHORT.repeat(12));
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(160);
    expect(Math.min(...parts.slice(0, -1).map((part) => part.length))).toBeGreaterThan(120);
    expect(total(counts)).toBe(36);
  });

  it("joins half as many characters if each is a syllable or a word", () => {
    const { parts } = cut("今天下雨。没有人来。我们都走了。".repeat(12));
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(80);
    expect(Math.min(...parts.slice(0, -1).map((part) => part.length))).toBeGreaterThan(60);
  });

  it("keeps a long sentence whole", () => {
    const { parts, counts, noun } = cut(LONG.repeat(3));
    expect(parts).toEqual([LONG, LONG, LONG]);
    expect(counts).toEqual([1, 1, 1]);
    expect(noun).toBe("sentences");
  });

  it("cuts an endless sentence at commas and counts it once", () => {
    const endless = "one thing after another, ".repeat(60);
    const { parts, counts } = cut(endless);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every((part) => part.endsWith(", "))).toBe(true);
    expect(total(counts)).toBe(1);
  });

  it("cuts Thai at spaces once a phrase is long", () => {
    const { parts } = cut("ฝนตกหนักมากในวันจันทร์ที่ผ่านมาและไม่มีใครมาที่ศาลากลาง ".repeat(12));
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.every((part) => part.endsWith(" "))).toBe(true);
  });

  it("does not end a sentence at a wrapped line", () => {
    const wrapped = LONG.repeat(3).replaceAll(/(.{60}\S*) /g, "$1\n");
    expect(cut(wrapped).parts.map((part) => part.trimEnd().at(-1))).toEqual([".", ".", "."]);
  });

  const german =
    "       Wenn das Ziel angegeben wurde, dann benutzt das Programm den folgenden\n" +
    "       Algorithmus, um die Reihenfolge der Versionen eines Paketes zu setzen.\n" +
    "       Falls mehrere Versionen gleich gut sind, entscheidet die Nummer der\n" +
    "       Version.\n";
  const japanese =
    "条約の締約国は国内法の定めるところにより委員会の勧告を尊重しなければならない\n" +
    "とされており、その実施に必要な措置を遅滞なく講じるものとする。また事務総長は\n" +
    "毎年これを公表する。\n";
  const brackets =
    "Every part that has been ordered for the workshop in Bergen (\n" +
    "Norway) is listed in the annex, with its price and its weight.\n";
  const ragged =
    "The letter that he had left for her upon the table was brought to Mrs.\n" +
    "Marwood in the garden, where she was in the habit of walking with\n" +
    "her sister and the two boys, and she read it aloud to all of them before\n" +
    "she said that the family would travel to Bath on the day after the next.\n";
  const amount =
    "The authority may visit the facility not more than once in every two years, on\n" +
    "sixty (60) days' notice and during normal working hours, for a maximum of three\n" +
    "(3) days, and the distributor shall permit such visits to its own warehouses.\n";
  it.each([
    ["before a noun with a capital, and indented", german, 3],
    ["that was wrapped by hand", ragged, 1],
    ["before an amount in brackets", amount, 1],
    ["in a script without spaces", japanese, 3],
    ["inside a bracket", brackets, 1],
  ])("does not end a sentence at a wrapped line: %s", (_, text, sentences) => {
    const filler =
      "\n\nNothing else was said on that day, which everybody in the town remembers as a rather quiet one.";
    const { parts } = cut(`${text}${filler}`);
    const ends = parts.map((part) => part.trimEnd().at(-1) ?? "");
    expect(ends.every((end) => ".。".includes(end))).toBe(true);
    expect(parts.length).toBeLessThanOrEqual(sentences + 1);
  });

  it("does not end a sentence at a wrapped line in which the sentence starts", () => {
    const text =
      "    When the last flag is set, make sure that the output has enough room for\n" +
      "    all of the input that is still pending at this point.  Note that a\n" +
      "    Z_BUF_ERROR is not fatal, because the next call can be made with more\n" +
      "    input or with more output space. A Z_BUF_ERROR may in fact be\n" +
      "    unavoidable, depending on how the functions are used.\n";
    const { parts } = cut(`${text}\n${LONG}`);
    expect(parts.map((part) => part.trimEnd().at(-1))).toEqual([".", ".", ".", "."]);
  });

  it.each([
    ["short lines", "The first station\nThe second station\nThe third station\nThe fourth station\n"],
    [
      "lines that had room for the next word",
      `${"A line of its own that is rather long but ends early\n".repeat(3)}And ${LONG}\n`,
    ],
    [
      "lettered items",
      ["a", "b", "c", "d"].map((n) => `(${n}) An item that is as long as all the others of the list\n`).join(""),
    ],
    ["items of a list", `${"- An item of the list that is as long as all of the others are\n".repeat(4)}`],
  ])("ends a sentence at the ends of %s", (_, text) => {
    expect(total(cut(`${text}\n${LONG.repeat(2)}`).counts)).toBe(6);
  });

  it.each(["1", "2.", "Step 3"])("begins a unit at the step number `%s`, and keeps a short step whole", (number) => {
    const step = `${number}\nClose the valve as soon as water comes. Do not overtighten it, as it strips easily.\n`;
    const result = cut(`Before you start, read all of the steps. ${LONG}\n${step.repeat(3)}`);
    expect(result.parts.slice(-3)).toEqual([step, step, step]);
  });

  it("starts a block with a paragraph if the previous block is long enough", () => {
    const text = `${LONG.repeat(2).trimEnd()}\n\n${LONG.repeat(2).trimEnd()}\n\n`;
    const { parts, blocks } = cut(text);
    expect(parts.length).toBe(4);
    expect(blocks).toEqual([0, 0, 1, 1]);
  });

  it("gives a paragraph's blank line to the sentence before it, uncounted", () => {
    const result = cut(`${LONG}\n\n${SHORT.repeat(6)}`);
    expect(result.parts[0]).toBe(`${LONG}\n\n`);
    expect(result.counts[indexOf(result, LONG)]).toBe(1);
  });
});

it.each([
  ["of one letter", "x".repeat(500_000)],
  ["of words", "x ".repeat(250_000)],
])("reads a long line %s with checkpoints, before its first unit is cut", (_what, text) => {
  const cutBefore: number[] = [];
  const draft = openDraft(text, false, () => void cutBefore.push(draft.units.length));
  cutProse(draft, text.length);
  expect(cutBefore.filter((units) => units === 0).length).toBeGreaterThan(10);
});
