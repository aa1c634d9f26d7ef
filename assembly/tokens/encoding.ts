// The tables of o200k_base that counting needs, built from the published ranks, once a thread.
import { learnPrefixes } from "./backtrack";
import { learnAscii } from "./char-classes";
import { learnJoints } from "./joints";
import { BYTE_PAIRS, BYTE_TOKENS, LEFT, RIGHT, TOKENS } from "./layout";
import { mergedLength, partAfter, partAt } from "./merge-bytes";
import { learnMerge, NO_MERGE } from "./merge-table";
import { rememberTokens } from "./piece-memo";
import { tokenEnd, tokenStart } from "./rank-bytes";
import { learnToken } from "./token-table";

/** Fills all tables; false if a token is not what two of lower rank merge into. The ranks must have been decoded. */
export function learnEncoding(): bool {
  learnAscii();
  for (let pair: usize = 0; pair < 1 << 16; pair++) store<u32>(BYTE_PAIRS + 4 * pair, NO_MERGE);
  for (let token: u32 = 0; token < TOKENS; token++) {
    if (!learnParts(token)) return false;
    learnToken(token);
    learnJoints(token);
    learnPrefixes(token);
  }
  rememberTokens();
  return true;
}

/** Learns what a token is merged from. Every lower rank must be known: merging stops where only this one can go on. */
function learnParts(token: u32): bool {
  const start = tokenStart(token);
  const end = tokenEnd(token);
  if (end - start === 1) {
    store<u32>(BYTE_TOKENS + 4 * u32(load<u8>(start)), token);
    store<u32>(LEFT + 4 * token, token);
    store<u32>(RIGHT + 4 * token, token);
    return true;
  }
  if (mergedLength(start, end) !== 2) return false;
  if (!learnMerge(token, partAt(0), partAt(partAfter(0)))) return false;
  if (end - start === 2) store<u32>(BYTE_PAIRS + 4 * u32(load<u16>(start)), token);
  return true;
}
