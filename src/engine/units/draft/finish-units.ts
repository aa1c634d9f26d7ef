// A draft in, its units out: the last reaches the text's end, crumbs are put together, and each knows its block.
import type { Unit } from "../../model.ts";
import { addPiece, UNIT_CHARS_MAX } from "./add-piece.ts";
import { numberBlocks } from "./blocks.ts";
import { coalesce } from "./coalesce.ts";
import type { Draft } from "./draft.ts";

export function finishUnits(draft: Draft): readonly Unit[] {
  const { text } = draft;
  addPiece(draft, text.length, { count: 0, joinUpTo: UNIT_CHARS_MAX });
  // White space alone.
  if (draft.units.length === 0 && text.length > 0) {
    return [{ start: 0, end: text.length, block: 0, passage: 0, count: 1, continues: false, head: -1, context: "" }];
  }
  const units = coalesce(draft.units, text.length);
  numberBlocks(units, draft);
  // A list that grew has room for more, at least 17: 120 bytes of a record that is one unit.
  return units.slice();
}
