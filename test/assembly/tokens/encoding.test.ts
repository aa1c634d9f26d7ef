import { expect, test } from "vitest";
import { buildParts, TOKENS } from "./parts.ts";

const { bytes, exports } = buildParts();
const NO_TOKEN = exports.NO_TOKEN.value;

test("every token is found by its bytes; one byte more or less finds nothing, or another token", () => {
  const wrong: number[] = [];
  const memory = Buffer.from(bytes().buffer);
  const word = (start: number, end: number): string => memory.toString("latin1", start, end);
  const known = new Set<string>();
  for (let id = 0; id < TOKENS; id++) known.add(word(exports.tokenStart(id), exports.tokenEnd(id)));
  const poolEnd = exports.tokenEnd(TOKENS - 1);
  for (let id = 0; id < TOKENS; id++) {
    const start = exports.tokenStart(id);
    const end = exports.tokenEnd(id);
    const near = [end - 1, end + 1].filter((stop) => stop > start && stop <= poolEnd);
    const misled = near.some((stop) => (exports.findToken(start, stop) !== NO_TOKEN) !== known.has(word(start, stop)));
    if (exports.findToken(start, end) !== id || misled) wrong.push(id);
  }
  expect(wrong).toEqual([]);
});

test("every token of two bytes or more is the merge of its parts, which have lower ranks", () => {
  const wrong: number[] = [];
  for (let id = 256; id < TOKENS; id++) {
    const left = exports.leftPart(id);
    const right = exports.rightPart(id);
    if (exports.mergedToken(left, right) !== id || left >= id || right >= id) wrong.push(id);
  }
  expect(wrong).toEqual([]);
});

test("hardly any two unrelated tokens merge", () => {
  let merged = 0;
  for (let id = 1; id < 20_000; id++) if (exports.mergedToken(id, (id * 7919) % TOKENS) < TOKENS) merged++;
  expect(merged).toBeLessThan(20);
});
