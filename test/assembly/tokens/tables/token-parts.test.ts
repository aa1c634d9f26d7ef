import o200k from "js-tiktoken/ranks/o200k_base";
import { expect, test } from "vitest";
import { module } from "../../../../gen/assembly/tokens.ts";
import { leftLengthBytes } from "../../../../src/text/token-counter.ts";
import { buildParts, type Parts, TOKENS } from "../parts.ts";

const leftLengths = Buffer.from(leftLengthBytes()).toString("latin1");

// One pair makes a token. It must be the pair that is left after all merges of lower rank.
test("the bytes of every token merge into it", () => {
  const { exports } = buildParts();
  const wrong: number[] = [];
  for (let id = 0; id < TOKENS; id++) {
    const start = exports.tokenStart(id);
    if (exports.mergedLength(start, exports.tokenEnd(id)) !== 1 || exports.partAt(0) !== id) wrong.push(id);
  }
  expect(wrong).toEqual([]);
});

/** The lengths, with a different one for the token that is this text in Latin-1. */
function altered(token: string, length: number): string {
  const at = o200k.bpe_ranks.split(" ").indexOf(btoa(token)) - 2;
  return leftLengths.slice(0, at) + String.fromCharCode("0".charCodeAt(0) + length) + leftLengths.slice(at + 1);
}

function accepts(lengths: string): boolean {
  const memory = new WebAssembly.Memory({ initial: 0 });
  const { exports } = new WebAssembly.Instance<Parts>(new WebAssembly.Module(Buffer.from(module, "base64")), {
    env: { memory },
    "char-classes": { classify: () => {} },
    checkpoint: { checkpoint: () => {} },
  });
  exports.startText();
  const bytes = Buffer.from(memory.buffer);
  bytes.write(lengths, exports.LEFT_LENGTHS.value);
  return exports.buildTables(bytes.write(o200k.bpe_ranks.slice("! 0 ".length), exports.RANKS.value)) !== 0;
}

test.each([
  ["as they are", leftLengths, true],
  ["of nothing for a token of two bytes", altered(" t", 0), false],
  ["of something for a single byte", altered("t", 1), false],
  ["of the whole token", altered(" the", 4), false],
  ["beyond the token", altered(" the", 40), false],
  ["that leave a part that is not a token", altered(" international", 3), false],
  ["that leave tokens of higher rank", altered(" international", 6), false],
])("lengths %s: accepted only if they are right", (_case, lengths, taken) => {
  expect(accepts(lengths)).toBe(taken);
});
