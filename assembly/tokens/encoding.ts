// In: the decoded ranks of o200k_base (rank-bytes.ts). Out: all tables for counting. Runs once in each thread.
import { fillByteVectors } from "../bytes/everywhere";
import { fillPackings } from "./four-units";
import { BYTE_PAIRS, TOKENS } from "./layout";
import { addPrefixes } from "./merging/backtrack";
import { fillAscii } from "./split/char-classes";
import { addJoints } from "./tables/joints";
import { addLetterToken } from "./tables/letter-tables";
import { NO_MERGE } from "./tables/merge-table";
import { rememberTokens } from "./tables/piece-memo";
import { setAllParts } from "./tables/token-parts";
import { addToken } from "./tables/token-table";

/**
 * Fills all tables. False if a token is not the merge of two tokens of lower rank. `leftLengths` is where the host has
 * written a character for each token, see token-parts.ts. It is cleared, because other tables use the same memory.
 */
export function buildEncoding(leftLengths: usize): bool {
  fillByteVectors();
  fillAscii();
  fillPackings();
  for (let pair: usize = 0; pair < 1 << 16; pair++) store<u32>(BYTE_PAIRS + 4 * pair, NO_MERGE);
  for (let token: u32 = 0; token < TOKENS; token++) {
    addToken(token);
    addJoints(token);
  }
  if (!setAllParts(leftLengths)) return false;
  for (let token: u32 = 0; token < TOKENS; token++) if (!addLetterToken(token)) return false;
  memory.fill(leftLengths, 0, TOKENS);
  for (let token: u32 = 0; token < TOKENS; token++) addPrefixes(token);
  rememberTokens();
  return true;
}
