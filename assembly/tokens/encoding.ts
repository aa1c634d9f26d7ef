// In: the decoded ranks of o200k_base (rank-bytes.ts). Out: all tables for counting. Runs once in each thread.
import { learnBytes } from "../bytes/everywhere";
import { learnPrefixes } from "./backtrack";
import { learnAscii } from "./char-classes";
import { learnPackings } from "./four-units";
import { learnJoints } from "./joints";
import { BYTE_PAIRS, TOKENS } from "./layout";
import { learnLetters } from "./learn-letters";
import { NO_MERGE } from "./merge-table";
import { rememberTokens } from "./piece-memo";
import { learnAllParts } from "./token-parts";
import { learnToken } from "./token-table";

/**
 * Fills all tables. False if a token is not the merge of two tokens of lower rank. `leftLengths` is where the host has
 * written a character for each token, see token-parts.ts. It is cleared, because other tables use the same memory.
 */
export function learnEncoding(leftLengths: usize): bool {
  learnBytes();
  learnAscii();
  learnPackings();
  for (let pair: usize = 0; pair < 1 << 16; pair++) store<u32>(BYTE_PAIRS + 4 * pair, NO_MERGE);
  for (let token: u32 = 0; token < TOKENS; token++) {
    learnToken(token);
    learnJoints(token);
  }
  if (!learnAllParts(leftLengths)) return false;
  for (let token: u32 = 0; token < TOKENS; token++) if (!learnLetters(token)) return false;
  memory.fill(leftLengths, 0, TOKENS);
  for (let token: u32 = 0; token < TOKENS; token++) learnPrefixes(token);
  rememberTokens();
  return true;
}
