// In: two neighbouring tokens. Out: whether the border between them is valid, that is, whether byte pair encoding makes
// exactly these two tokens of their bytes. If all borders of a sequence are valid, the sequence is the result of byte
// pair encoding. Source: the Rust crate `bpe`, see backtrack.ts.
import { TOKENS } from "../layout";
import { mergedToken } from "../tables/merge-table";
import { leftPart, rightPart } from "../tables/token-record";

/**
 * Undoes the merges next to the border, from the latest to the earliest. The border is invalid if at some step the
 * tokens on its two sides would have merged before the merge that was undone last.
 */
export function borderHolds(leftToken: u32, rightToken: u32): bool {
  let before = leftToken;
  let after = rightToken;
  let limit = TOKENS;
  while (true) {
    if (mergedToken(before, after) < limit) return false;
    // Single bytes have the lowest ranks. If the later of the two is a single byte, both are, and nothing is left to
    // undo. Of two equal neighbours the right one is undone first, because byte pair encoding merges from the left.
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
