// The laws of segmentation on texts of every shape, and how a draft becomes its final units.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownCpuMs } from "../../bench/speed/harness/cpu.ts";
import { TYPES } from "../../src/engine/content-types.ts";
import type { MeasuredRecord, RecordKind } from "../../src/engine/model.ts";
import { coalesce, finishUnits, segment, segmentText } from "../../src/engine/segment.ts";
import { addPiece, openDraft, openSection } from "../../src/engine/units/draft.ts";
import { scanTokens } from "../../src/text/tokens.ts";
import { cut } from "./units/cut.ts";
import { brokenLaws } from "./units/laws.ts";
import { SHAPES } from "./units/shapes.ts";

const KINDS: readonly RecordKind[] = ["user_input", "tool_result", "artifact", "external_data", "tool_schema"];

function record(text: string, position: number, kind: RecordKind = "external_data"): MeasuredRecord {
  const signals = { title: null, source: null, stepId: null, importance: 0, keywords: [], tags: [], attributes: {} };
  return { position, source: { text, kind, ...signals }, scan: scanTokens(text) };
}

describe("the shapes", () => {
  it("include every content type", () => {
    const texts = Object.values(SHAPES).flatMap((shape) => fc.sample(shape, { seed: 1, numRuns: 20 }));
    const types = new Set(texts.map((text) => cut(text).type));
    expect(Object.keys(TYPES).filter((name) => !types.has(name))).toEqual([]);
  });
});

describe("segmentText", () => {
  it.each(Object.entries(SHAPES))("obeys the laws on %s", (_name, shape) => {
    fc.assert(
      fc.property(shape, fc.constantFrom(...KINDS), (text, kind) => {
        expect(brokenLaws(text, segmentText(text, kind).units)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("cuts the same text the same way twice", () => {
    fc.assert(
      fc.property(fc.oneof(...Object.values(SHAPES)), (text) => {
        expect(segmentText(text, "tool_result")).toEqual(segmentText(text, "tool_result"));
      }),
    );
  });

  it("has no units for the empty text and one for a blank text", () => {
    expect(cut("").parts).toEqual([]);
    expect(cut(" \n\t ").parts).toEqual([" \n\t "]);
  });

  it.each([
    ["a sentence", "One short sentence. And another one."],
    ["a small table", "a,b,c\n1,2,3\n4,5,6\n7,8,9\n"],
    ["a small object", '{"id": 7, "name": "seven", "parts": [1, 2, 3]}'],
  ])("keeps %s whole", (_name, text) => {
    expect(cut(text).parts).toEqual([text]);
  });

  it("counts all lines of a text that stays one unit", () => {
    expect(cut("a\tb\n1\t2\n3\t4\n5\t6\n").counts).toEqual([3]);
    expect(cut("One sentence. Two sentences.").counts).toEqual([2]);
  });

  it("cuts a line of plain words as it cuts the same words with a mark that means nothing", () => {
    const word = fc.stringMatching(/^\w{1,12}$/);
    const line = fc.array(word, { minLength: 1, maxLength: 10 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(line, fc.constantFrom(...KINDS), fc.boolean(), (text, kind, amongTurns) => {
        const { units, readable, ...plain } = segmentText(text, kind, amongTurns);
        const { units: marked, readable: _, ...same } = segmentText(`${text}^`, kind, amongTurns);
        expect(plain).toEqual(same);
        expect(readable).toBe(text);
        expect(units).toEqual(marked.map((unit) => ({ ...unit, end: text.length })));
      }),
      { numRuns: 500 },
    );
  });

  it("closes a block at about 500 characters", () => {
    const sentence =
      "This sentence has exactly so many characters as it needs to fill a unit of its own, all by itself. ";
    const { blocks, parts } = cut(sentence.repeat(30));
    const lengths = new Map<number, number>();
    for (const [index, block] of blocks.entries()) {
      lengths.set(block, (lengths.get(block) ?? 0) + (parts[index]?.length ?? 0));
    }
    const closed = [...lengths.values()].slice(0, -1);
    expect(closed.length).toBeGreaterThan(3);
    expect(Math.min(...closed)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...closed)).toBeLessThan(700);
  });
});

describe("segment", () => {
  it("keeps records in order and whole", () => {
    const records = [record("First.", 0), record("Second.", 1, "error")];
    const segmented = segment(records);
    expect(segmented.map(({ position, source, scan }) => ({ position, source, scan }))).toEqual(records);
    expect(segmented.map(({ units }) => units.length)).toEqual([1, 1]);
  });

  it("keeps the turns of one conversation whole, of any kind", () => {
    const long = "I told you about it last week. It was raining hard. Nobody came. We went home early. It was fine. ";
    const texts = Array.from({ length: 12 }, (_, i) => `${i % 2 === 0 ? "Ada" : "Bob"}: ${long}${long}${i}`);
    const segmented = segment(texts.map((text, position) => record(text, position)));
    expect(segmented.map(({ type, units }) => `${type.name} ${units.length}`)).toEqual(texts.map(() => "dialogue 1"));
    expect(segmentText(texts[0] ?? "", "external_data").units.length).toBeGreaterThan(1);
  });

  it("does not treat records that each begin with a different key as a conversation", () => {
    const texts = Array.from({ length: 12 }, (_, i) => `Key${i}: ${"A sentence that says something. ".repeat(9)}`);
    const segmented = segment(texts.map((text, position) => record(text, position)));
    expect(new Set(segmented.map(({ type }) => type.name))).toEqual(new Set(["prose"]));
  });
});

describe("hostile texts", () => {
  const LENGTH = 400_000;
  /** A linear cut takes some tens of milliseconds, a quadratic one minutes. */
  const MILLISECONDS_MAX = 10_000;

  const PATTERNS: readonly string[] = [
    ..."[{<(\"'\\.! \n\t|-=_#`*:;,@a0中。ไ😀\ud83d",
    '{"a":',
    "[[],",
    '{"a":"{\\"b\\":',
    '\\"',
    "}]",
    "<a>",
    "<p>x",
    "<!--",
    "</b>",
    "```\n",
    "a,b\n",
    '"a,b\n',
    "a\tb\n",
    "Ann: x\nBob: y\n",
    "Ann (a",
    "<ann",
    "-----\n",
    "=== x ===\n",
    "12:34:56\n",
    "a/b.c:1:x\n",
    "a-1",
    "@@ -1 +1 @@\n+x\n",
    "def a():\n",
    "foo(",
    "('a', ",
    "Caused by: x\n\tat a.b(C.java:1)\n",
    "Result 1: a\n",
    "not ok 1\n",
    "a\n---\n",
    "- a\n",
    "Mr. ",
    "A. B. ",
    "1.",
    "| |",
    "    at x\n",
    "x ... ok\n",
    "] [",
    "#\n",
    "BEGIN:A\n",
    "BEGIN:A\nSUMMARY:b\nEND:A\n",
    "*** 1. row ***\na: b\n",
    "dn: a\nb: c\nd: e\n\n",
    "server {\n",
    "void a(int b,\n",
    "static void\n",
    "insert into a values (1),(2);\n",
    "insert into a values ('",
    "copy a from stdin;\n1\n",
    "create table a (\n",
    "#---\na=1\n",
    "[a]\nb = c\n",
    "B2. a\n",
    "a/b.c\n@@ -1\n",
    "2024-01-02T03:04:05Z \n2024-01-02T03:04:05Z   a\n",
    "<key>a</key><b>c</b>",
  ];

  it.each(PATTERNS.map((pattern) => [JSON.stringify(pattern), pattern]))(
    "are cut in linear time: %s",
    (_name, pattern) => {
      const text = pattern.repeat(Math.ceil(LENGTH / pattern.length)).slice(0, LENGTH);
      const started = ownCpuMs();
      const { units } = segmentText(text, "tool_result");
      expect(ownCpuMs() - started).toBeLessThan(MILLISECONDS_MAX);
      expect(brokenLaws(text, units)).toEqual([]);
    },
  );

  const event = "2024-01-02 03:04:05 ERROR failed";
  const CAUSES = "Caused by: a.B: of it\n".repeat(200_000);

  /** Texts in which each of many lines or fields could read a long part of the text again. */
  const REREADING: readonly (readonly [string, string])[] = [
    ["many formats of one output", `{"data":{${`"text/html":["${"a".repeat(330)}"],`.repeat(12_000)}"text/plain":[]}}`],
    [
      "many causes of an event of one long line",
      `${`${event}\n`.repeat(4)}${event}${"x".repeat(4_000_000)}\n${CAUSES}`,
    ],
    ["a string of backslashes", `{"a":"${"\\\\".repeat(2_000_000)}"}`],
  ];

  it.each(REREADING)("are not read again and again: %s", (_name, text) => {
    const started = ownCpuMs();
    segmentText(text, "tool_result");
    expect(ownCpuMs() - started).toBeLessThan(MILLISECONDS_MAX);
  });

  it("are cut into a bounded number of units", () => {
    const { units } = segmentText("A: x\nB: y\n".repeat(100_000), "tool_result");
    expect(units.length).toBeLessThan(1_000_000 / 32);
  });
});

const PIECE = { count: 1, joinUpTo: 0 };

it("makes one unit of white space, and no unit of an empty text", () => {
  expect(finishUnits(openDraft(" \n ")).map(({ start, end, count }) => [start, end, count])).toEqual([[0, 3, 1]]);
  expect(finishUnits(openDraft(""))).toEqual([]);
});

it("extends the last unit to the end of the text", () => {
  const draft = openDraft("abc def");
  addPiece(draft, 4, PIECE);
  expect(finishUnits(draft).at(-1)?.end).toBe(7);
});

it("starts a block early only at a section", () => {
  const draft = openDraft("x".repeat(900));
  addPiece(draft, 300, PIECE);
  addPiece(draft, 400, PIECE);
  openSection(draft);
  addPiece(draft, 500, PIECE);
  addPiece(draft, 900, PIECE);
  expect(finishUnits(draft).map(({ block }) => block)).toEqual([0, 0, 1, 1]);
});

const smallSiblings = (many: number, length: number) =>
  Array.from({ length: many }, (_, i) => ({
    start: i * length,
    end: (i + 1) * length,
    block: 0,
    passage: 0,
    count: 1,
    continues: false,
    announces: false,
    head: i - 1,
    context: "",
  }));

it("leaves ordinary units unchanged", () => {
  const units = smallSiblings(20_000, 40);
  expect(coalesce(units, 800_000)).toBe(units);
  expect(coalesce(smallSiblings(9_000, 2), 18_000).length).toBe(9_000);
});

it("merges tiny units, keeps their counts and adjusts their heads", () => {
  const units = coalesce(smallSiblings(20_000, 8), 160_000);
  expect(units.length).toBe(2_500);
  expect(units.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
  expect(units.slice(1).every(({ head }, index) => head === index)).toBe(true);
  expect(units.at(-1)?.end).toBe(160_000);
});

it.each([
  ["Markdown, where a heading may be a link", "# Ferries\n\n* faster\n* cheaper\n\n## Fares\n\n* lower\n", true],
  ["prose", "Ferries leave twice a day. Fares are lower in winter.", false],
])("brings a long head with the best units of %s: %s (%s)", (_, text, brings) => {
  expect(segment([record(text, 0)]).map(({ type }) => type.headsNameSubject)).toEqual([brings]);
});
