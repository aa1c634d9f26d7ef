import { decode } from "@toon-format/toon";
import fc from "fast-check";
import { expect, test } from "vitest";
import { excerpt } from "../../../src/engine/excerpt.ts";
import type { WholeExcerpts } from "../../../src/engine/model.ts";
import { reencoded } from "../../../src/engine/packing/toon.ts";
import { countTokens } from "../../../src/text/tokens.ts";
import { scoredRecord } from "../scored-record.ts";

const rows = Array.from({ length: 30 }, (_, id) => ({ id, name: `part ${id}`, stock: id * 3, active: id % 2 === 0 }));
const table = JSON.stringify(rows, null, 2);

test("a uniform array becomes a table of fewer tokens and the same data", () => {
  const compact = reencoded(table, countTokens(table)) ?? expect.fail("not re-encoded");
  expect(compact.tokens).toBe(countTokens(compact.text));
  expect(compact.tokens).toBeLessThan(0.6 * countTokens(table));
  expect(decode(compact.text)).toEqual(rows);
});

test.each([
  ["saves nothing", "[[[1]]]"],
  ["is a bare string", '"x"'],
  ["is not JSON", "a,b\n1,2"],
  ["would lose digits", `[${Array.from({ length: 30 }, () => '{"id": 12345678901234567890}').join(",")}]`],
  ["would lose a repeated key", `[${Array.from({ length: 30 }, () => '{"id": 1, "id": 2}').join(",")}]`],
  ["escapes half a surrogate pair in a value", `[${Array.from({ length: 30 }, () => '{"id": "\\ud83d"}').join(",")}]`],
  ["escapes half a surrogate pair in a key", `[${Array.from({ length: 30 }, () => '{"\\udc00": 1}').join(",")}]`],
])("text that %s stays unchanged", (_, text) => {
  expect(reencoded(text, countTokens(text))).toBeNull();
});

test("every re-encoded text decodes to the same JSON", () => {
  const record = fc.dictionary(
    fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("__proto__", "constructor", "-", "a:b", "true", "1")),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 5 },
  );
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), fc.integer({ min: 0, max: 4 }), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const compact = reencoded(text, Number.MAX_SAFE_INTEGER);
      fc.pre(compact !== null);
      expect(JSON.stringify(decode(compact.text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 300 },
  );
});

test("a re-encoded excerpt states its format and has no pieces; the plain format keeps JSON", () => {
  const record = scoredRecord({ units: [{ text: table }], type: "json" });
  const [compact] = excerpt([{ record, kept: [0], cutAt: null }], "hybrid");
  expect(compact).toMatchObject({ format: "toon", pieces: [], omittedTokens: 0 });
  const [plain] = excerpt([{ record, kept: [0], cutAt: null }], "plain");
  expect(plain).toMatchObject({ format: "plain", text: table });
});

test("a whole re-encoded record is preferred to a part of its text at the same cost", () => {
  const units = rows.map((row) => ({ text: `${JSON.stringify(row)},\n` }));
  const last = { text: '{"id":30,"name":"part 30","stock":90,"active":true}\n]' };
  const record = scoredRecord({ type: "json", units: [{ text: "[\n", count: 0 }, ...units, last] });
  const cut = { record, kept: units.map((_, unit) => unit).slice(0, 25), cutAt: null };
  expect(excerpt([cut], "hybrid")).toMatchObject([{ format: "toon", omittedTokens: 0 }]);
  expect(excerpt([cut], "plain")).toMatchObject([{ format: "plain", pieces: [{ start: 0 }] }]);
});

const long = JSON.stringify(Array.from({ length: 4_000 }, (_, id) => ({ id, name: `part ${id}`, stock: id * 3 })));

test("a record is re-encoded once, even if it is packed often", () => {
  const record = scoredRecord({ units: [{ text: long }], type: "json" });
  const known: WholeExcerpts = [];
  let passed = 0;
  const packing = () => excerpt([{ record, kept: [0], cutAt: null }], "hybrid", known, () => passed++);
  const first = packing();
  expect(passed).toBeGreaterThan(20);
  passed = 0;
  expect(packing()).toEqual(first);
  expect(passed).toBe(1);
});

test("a call can be cancelled during re-encoding, which is not mistaken for data that cannot be re-encoded", () => {
  for (const last of [1, 10, 20]) {
    let passed = 0;
    const over = () => {
      passed += 1;
      if (passed >= last) throw new DOMException("gone", "AbortError");
    };
    expect(() => reencoded(long, countTokens(long), over)).toThrow("gone");
  }
});
