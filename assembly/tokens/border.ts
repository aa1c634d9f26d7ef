// In: two neighbouring tokens. Out: whether the border between them holds: whether byte pair encoding makes just these
// two of their bytes. Where the borders between all neighbours hold, the tokens are what byte pair encoding gives.
// Source: the Rust crate `bpe`, see backtrack.ts.
import { TOKENS } from "./layout";
import { mergedToken } from "./merge-table";
import { leftPart, rightPart } from "./token-record";

/**
 * Undoes the merges next to the border, from the latest to the earliest. The border falls if at some step the tokens on
 * both sides of it would have merged before the merge that was undone last.
 */
export function borderHolds(leftToken: u32, rightToken: u32): bool {
  let before = leftToken;
  let after = rightToken;
  let limit = TOKENS;
  while (true) {
    if (mergedToken(before, after) < limit) return false;
    // Single bytes hold the lowest ranks: when the later of the two is one, both are, and nothing is left to undo.
    // Of two equal neighbours the right one is undone first, because byte pair encoding merges from the left.
    if (before > after) {
      const inner = rightPart(before);
      if (inner === before) return true;
      limit = before;
      before = inner;
    } else {
      const inner = leftPart(after);
      if (inner === after) return true;
      limit = after + 1;
      after = inner;
    }
  }
}
