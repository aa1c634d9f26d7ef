import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { expect, test } from "vitest";
import { buildParts, TOKENS } from "../parts.ts";

const { token } = buildParts();

test("the bytes of every token equal those of the published decoder", () => {
  const line = o200k.bpe_ranks.split(" ").slice(2);
  const different = line.findIndex((word, id) => Buffer.compare(Buffer.from(word, "base64"), token(id)) !== 0);
  expect(different).toBe(-1);
  expect(line.length).toBe(TOKENS);
});

test("ids are ranks: the published decoder gives the same text for an id", () => {
  const reference = new Tiktoken(o200k);
  for (const id of [0, 255, 256, 1000, 99_999, TOKENS - 1]) {
    expect(reference.decode([id])).toBe(new TextDecoder().decode(token(id)));
  }
});

test("single bytes come first, so that no token has a lower rank than its parts", () => {
  const lengths = Array.from({ length: 257 }, (_, id) => token(id).length);
  expect(lengths.slice(0, 256)).toEqual(Array(256).fill(1));
  expect(lengths[256]).toBeGreaterThan(1);
});
