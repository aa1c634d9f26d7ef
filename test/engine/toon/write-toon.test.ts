import { decode, encode } from "@toon-format/toon";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readJson } from "../../../src/engine/toon/read-json.ts";
import { writeToon } from "../../../src/engine/toon/write-toon.ts";

function toonOf(text: string): string | null {
  const tape = readJson(text);
  return tape === null ? null : writeToon(tape);
}

test.each([
  ["an object", { a: 1, b: { c: null, d: {} } }, "a: 1\nb:\n  c: null\n  d:"],
  ["words in a line", { a: [1, "x", true], b: [] }, "a[3]: 1,x,true\nb: []"],
  [
    "a table",
    [
      { id: 1, by: { name: "A" } },
      { id: 2, by: { name: "B" } },
    ],
    "[2]{id,by{name}}:\n  1,A\n  2,B",
  ],
  ["a table under keys", { x: { id: 1 }, "y z": { id: 2 } }, '[2:]{id}:\n  x: 1\n  "y z": 2'],
  ["a list", [1, [2, []], {}, { a: 1, b: 2 }], "[4]:\n  - 1\n  - [2]:\n    - 2\n    - [0]:\n  -\n  - a: 1\n    b: 2"],
  ["a table that opens an item", [{ t: [{ a: 1 }], u: 2 }, 3], "[2]:\n  - t[1]{a}:\n      1\n    u: 2\n  - 3"],
])("writes %s", (_, value, toon) => {
  expect(toonOf(JSON.stringify(value))).toBe(toon);
  expect(encode(value)).toBe(toon);
});

test("gives up a table whose rows have their keys in another order, which would come back changed", () => {
  expect(toonOf('[{"a":1,"b":2},{"b":3,"a":4}]')).toBeNull();
  expect(toonOf('[{"a":1,"b":2},{"b":[],"a":4}]')).toBe("[2]:\n  - a: 1\n    b: 2\n  - b: []\n    a: 4");
});

/** Names and words at which the format's rules turn, and others. */
const names = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "c",
    "x.y",
    "_z",
    "a.",
    ".a",
    "1",
    "01",
    "4294967294",
    "",
    " ",
    "#",
    "-",
    "a:b",
    "a,b",
    "a b",
  ),
  fc.constantFrom("__proto__", "constructor", "true", 'a"b', "a\\", "\b\f", "é", "[", "{", "a[2]", "\t", "\u0000"),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const words = fc.oneof(
  fc.constantFrom(
    "",
    " a",
    "a ",
    "#a",
    "- a",
    "-1",
    "+1",
    "1",
    "1.",
    "1e5",
    "true",
    "null",
    "nulls",
    "a:b",
    "a,b",
    "[]",
  ),
  fc.constantFrom('a"b', "a\\b", "\n", "\t", "\b", "\\b", "\f", "\u007f", "\ufeff", "\u00a0a", "é", "😀", "\ud83d"),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(0, -2.25, 1e21, 1e-7, 5e-324, true, false, null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Rows of the same keys, mostly: some have them in another order, some hold what is no word. */
function rowsOf<T>(value: fc.Arbitrary<T>) {
  const row = fc.tuple(
    fc.array(fc.oneof({ weight: 9, arbitrary: words }, value), { minLength: 3, maxLength: 3 }),
    fc.nat(19),
  );
  const rows = fc.array(row, { minLength: 1, maxLength: 4 });
  return fc.tuple(fc.uniqueArray(names, { minLength: 1, maxLength: 3 }), rows).map(([keys, made]) =>
    made.map(([values, turn]) => {
      const own = turn === 0 ? keys.toReversed() : keys;
      return Object.fromEntries(own.map((key) => [key, values[keys.indexOf(key)]]));
    }),
  );
}

const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    words,
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(names, tie("json"), { maxKeys: 4 }),
    rowsOf(tie("json")),
    rowsOf(fc.constant({ p: 1, q: { r: "x" } })),
    rowsOf(tie("json")).map((rows) => Object.fromEntries(rows.map((row, at) => [`k${at}`, row]))),
  ),
}));

/** One character more or less, in a third of the texts: nearly all are no JSON then, or none that is kept. */
const slips = fc.oneof(
  { weight: 2, arbitrary: fc.constant((text: string) => text) },
  fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(1), fc.constantFrom(...'[]{},:"\\ 0-.e+u\n', ""))
    .map(([share, left, added]) => (text: string) => {
      const at = Math.floor(share * text.length);
      return text.slice(0, at) + added + text.slice(at + left);
    }),
);

/** Whether all of a text is in its value, to the last digit, however strings are spelled. */
function isKept(text: string, value: unknown): boolean {
  const words = text.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/g) ?? [];
  const spelled = words.map((word) => (word.startsWith('"') ? JSON.stringify(JSON.parse(word)) : word));
  return spelled.join("") === JSON.stringify(value);
}

/** What the format's own package makes of a text, where that comes back to the very same JSON. */
function reference(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !isKept(text, value)) return null;
    const toon = encode(value);
    return JSON.stringify(decode(toon)) === JSON.stringify(value) ? toon : null;
  } catch {
    return null;
  }
}

test("writes what the format's own package writes, wherever that comes back to the very same JSON", () => {
  let tables = 0;
  let refused = 0;
  const law = fc.property(json, fc.nat(2), slips, (value, indent, slip) => {
    const text = slip(JSON.stringify(value, null, indent));
    const toon = reference(text);
    if (toonOf(text) !== toon) throw new Error(`${text} became ${toonOf(text)} instead of ${toon}`);
    if (toon === null) refused += 1;
    else if (/^[^"\n]*\}:$/m.test(toon)) tables += 1;
  });
  fc.assert(law, { numRuns: 3000 });
  expect(Math.min(tables, refused)).toBeGreaterThan(30);
});

test("says what is long in turns", () => {
  const rows = Array.from({ length: 4_000 }, (_, id) => ({ id, name: `part ${id}` }));
  const tape = readJson(JSON.stringify(rows)) ?? expect.fail("not read");
  let passed = 0;
  writeToon(tape, () => passed++);
  expect(passed).toBeGreaterThan(10);
});
