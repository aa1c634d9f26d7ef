// `make gen`: merges the bytes of every token of o200k_base by byte pair encoding down to the last two parts, and
// writes the length of the first part. With it, a counter need not merge 1.4 MB at its start.
// node tools/token-parts.ts gen
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import encoding from "js-tiktoken/ranks/o200k_base";

/** The character for a length of 0, which single bytes have. Other lengths count from it. */
const NONE = "0".charCodeAt(0);
/** The last printable character used. */
const LAST = "~".charCodeAt(0);
/** Above the number of tokens, so that a pair of tokens fits into one number. */
const PAIR_STEP = 2 ** 18;

const [into] = process.argv.slice(2);
if (into === undefined) throw new Error("usage: node tools/token-parts.ts DIR");
mkdirSync(into, { recursive: true });
writeFileSync(join(into, "token-parts.txt"), leftLengths());

function leftLengths(): string {
  const tokens = encoding.bpe_ranks.split(" ").slice(2);
  const ofByte = new Map<number, number>();
  const merged = new Map<number, number>();
  let lengths = "";
  for (const [token, word] of tokens.entries()) {
    const bytes = Buffer.from(word, "base64");
    if (bytes.length === 1) {
      ofByte.set(bytes[0] ?? 0, token);
      lengths += String.fromCharCode(NONE);
      continue;
    }
    const parts = Array.from(bytes, (byte) => ({ token: ofByte.get(byte) ?? Number.NaN, length: 1 }));
    mergeAll(parts, merged);
    const [left, right] = parts;
    if (left === undefined || right === undefined || parts.length > 2 || NONE + left.length > LAST) {
      throw new Error(
        `token ${token} is made of ${parts.length} parts, the first of ${left?.length} bytes, expected 2`,
      );
    }
    merged.set(left.token * PAIR_STEP + right.token, token);
    lengths += String.fromCharCode(NONE + left.length);
  }
  return lengths;
}

/** Merges neighbours until none can merge: the lowest rank first, the leftmost of equals. */
function mergeAll(parts: { token: number; length: number }[], merged: ReadonlyMap<number, number>): void {
  while (true) {
    let least = Number.POSITIVE_INFINITY;
    let at = 0;
    for (let place = 1; place < parts.length; place++) {
      const pair = (parts[place - 1]?.token ?? 0) * PAIR_STEP + (parts[place]?.token ?? 0);
      const token = merged.get(pair) ?? least;
      if (token < least) [least, at] = [token, place];
    }
    if (at === 0) return;
    const length = (parts[at - 1]?.length ?? 0) + (parts[at]?.length ?? 0);
    parts.splice(at - 1, 2, { token: least, length });
  }
}
