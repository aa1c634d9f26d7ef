// In: two tokens. Out: whether byte pair encoding would leave them side by side.
// An encoding whose neighbours all hold is the one that byte pair encoding gives.
import { TOKENS } from "./layout";
import { mergedToken } from "./merge-table";
import { leftPart, rightPart } from "./token-record";

/**
 * Whether the bytes of both tokens together are encoded as just these two. Undoes the merges next to the border from
 * the latest to the earliest; the border falls if what stands on both sides merges earlier than what was undone last.
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
