// JSON, JSON Lines and Python literals: elements, rows and fields, however deep the list that matters lies. A container
// that fits one unit is one; a larger one is opened, its small fields gathered, its large children opened in turn.
import { isBlank, lineEnd } from "../../../text/offsets.ts";
import type { UnitNoun } from "../../model.ts";
import { ELEMENTS, FIELDS, ROWS } from "../../unit-nouns.ts";
import { addPiece, adoptUnits } from "../draft/add-piece.ts";
import { type Draft, openSection } from "../draft/draft.ts";
import { cutLines } from "../lines/lines.ts";
import { scanJson } from "./json-scan.ts";
import type { JsonPlace } from "./json-signs.ts";
import { isFlat, mainContainer } from "./main-container.ts";
import { emitNested } from "./nested-units.ts";
import { emptyNesting, NESTED_UNIT_CHARS } from "./nesting.ts";

/** Lines of JSON shorter than this together share a unit. */
const SHORT_LINE_CHARS = 40;

/** A list that holds less of the text than this is not what its reader would count. */
const LIST_SHARE_MIN = 0.5;

/** Cuts `[draft.at, end)`, whose JSON begins at `place`, and says what its units are to be called. */
export function cutJson(draft: Draft, end: number, { form, at }: JsonPlace): UnitNoun {
  const preamble = draft.units.length;
  cutLines(draft, at);
  adoptUnits(draft, preamble, -1);
  openSection(draft);
  if (form === "many") return cutJsonLines(draft, end);
  const nesting = emptyNesting();
  const root = scanJson(draft, draft.at, end, nesting, form);
  const main = mainContainer(nesting, root);
  const container = nesting.containers[main];
  const isList = container?.isList === true && container.end - container.start >= LIST_SHARE_MIN * (end - at);
  emitNested(draft, end, nesting, { main, countsFields: !isList });
  if (!isList) return FIELDS;
  return isFlat(draft.text, nesting, main) ? ROWS : ELEMENTS;
}

/** One row a line; a line that is too long for one unit is opened like any JSON. */
function cutJsonLines(draft: Draft, end: number): UnitNoun {
  const { text } = draft;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    if (stop - from <= NESTED_UNIT_CHARS) {
      const count = isBlank(text, from, stop) ? 0 : 1;
      addPiece(draft, stop, { count, joinUpTo: SHORT_LINE_CHARS });
      continue;
    }
    const nesting = emptyNesting();
    const root = scanJson(draft, from, stop, nesting, "strict");
    emitNested(draft, stop, nesting, { main: root, countsFields: false });
    // What the scan leaves over, such as a line of commas, belongs to the row.
    addPiece(draft, stop, { count: 0, joinUpTo: NESTED_UNIT_CHARS });
  }
  return ROWS;
}
