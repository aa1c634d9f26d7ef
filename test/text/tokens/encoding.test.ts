import { expect, test } from "vitest";
import { buildEncoding } from "../../../src/text/tokens/encoding.ts";
import { mergedToken, NO_MERGE } from "../../../src/text/tokens/merge-table.ts";
import { findToken, NO_TOKEN } from "../../../src/text/tokens/token-table.ts";

const { tokens, merges } = buildEncoding();
const { pool, starts, size } = tokens.ranks;
const view = new DataView(pool.buffer);

test("every token is found by its bytes, and by nothing a byte shorter or longer unless that is one too", () => {
  const wrong: number[] = [];
  const known = new Set<string>();
  const word = (start: number, end: number): string => Buffer.from(pool.subarray(start, end)).toString("latin1");
  for (let id = 0; id < size; id++) known.add(word(starts[id] ?? 0, starts[id + 1] ?? 0));
  for (let id = 0; id < size; id++) {
    const start = starts[id] ?? 0;
    const end = starts[id + 1] ?? 0;
    const near = [end - 1, end + 1].filter((stop) => stop > start && stop <= (starts[size] ?? 0));
    const misled = near.some(
      (stop) => (findToken(tokens, view, start, stop) !== NO_TOKEN) !== known.has(word(start, stop)),
    );
    if (findToken(tokens, view, start, end) !== id || misled) wrong.push(id);
  }
  expect(wrong).toEqual([]);
});

test("every token of two bytes and more is the merge of its parts, which rank below it", () => {
  const wrong: number[] = [];
  for (let id = 256; id < size; id++) {
    const left = merges.left[id] ?? 0;
    const right = merges.right[id] ?? 0;
    if (mergedToken(merges, left, right) !== id || left >= id || right >= id) wrong.push(id);
  }
  expect(wrong).toEqual([]);
});

test("tokens that do not merge are told so", () => {
  let merged = 0;
  for (let id = 1; id < 20_000; id++) if (mergedToken(merges, id, (id * 7919) % size) !== NO_MERGE) merged++;
  expect(merged).toBeLessThan(20);
});
