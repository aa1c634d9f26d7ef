// In: two tokens. Out: whether byte pair encoding would leave them side by side.
// An encoding whose neighbours all hold is the one that byte pair encoding gives.
import { type MergeTable, mergedToken } from "./merge-table.ts";

/**
 * Whether the bytes of both tokens together are encoded as just these two. Undoes the merges next to the border from
 * the latest to the earliest; the border falls if what stands on both sides merges earlier than what was undone last.
 */
export function borderHolds(merges: MergeTable, leftToken: number, rightToken: number): boolean {
  const { left, right } = merges;
  let before = leftToken;
  let after = rightToken;
  let limit = left.length;
  for (;;) {
    if (mergedToken(merges, before, after) < limit) return false;
    // Single bytes hold the lowest ranks: when the later of the two is one, both are, and nothing is left to undo.
    // Of two equal neighbours the right one is undone first, because byte pair encoding merges from the left.
    if (before > after) {
      const inner = right[before] ?? 0;
      if (inner === before) return true;
      limit = before;
      before = inner;
    } else {
      const inner = left[after] ?? 0;
      if (inner === after) return true;
      limit = after + 1;
      after = inner;
    }
  }
}
