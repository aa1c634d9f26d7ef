// What the tables of o200k_base are built from, as bytes: read, copied into the counter's memory and dropped. Imported,
// both would stay with each thread for good, the ranks as source and as string: 4.4 MB that only a start needs.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const BEFORE_RANKS = '"bpe_ranks":"! 0 ';

/** The published ranks, as the module has them that js-tiktoken ships them in: see `ranksIn`. */
export function rankBytes(): Uint8Array {
  return ranksIn(readFileSync(createRequire(import.meta.url).resolve("js-tiktoken/ranks/o200k_base")));
}

/**
 * @param source of a module of ranks
 * @returns the tokens in base64, in the order of their ranks, with a blank between two
 * @throws Error when it has them in another form
 */
export function ranksIn(source: Buffer): Uint8Array {
  const before = source.indexOf(BEFORE_RANKS);
  if (before < 0) throw new Error(`the module of ranks has no ${BEFORE_RANKS}`);
  const start = before + BEFORE_RANKS.length;
  return source.subarray(start, source.indexOf('"', start));
}

/** For each token a character that says how long the first of its two parts is: see tools/token-parts.ts. */
export function leftLengthBytes(): Uint8Array {
  return readFileSync(new URL("../../../gen/token-parts.txt", import.meta.url));
}
