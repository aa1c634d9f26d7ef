// From places to cut to units: small neighbouring fields are gathered, elements stand alone, and each unit carries the
// names above it and points to the unit that opens what it lies in.
import { addPiece } from "../draft/add-piece.ts";
import { type Draft, openPassage, openSection, seal } from "../draft/draft.ts";
import { hasPassages } from "./main-container.ts";
import { contextOf, type Paths } from "./nested-context.ts";
import { type Heads, noteFirst, noteOpened } from "./nested-heads.ts";
import { countOf, type Emission, holdsChildOf, isWithin, joinSize, opensList } from "./nested-piece.ts";
import type { Mark, Nesting } from "./nesting.ts";

/** Opening brackets and names up to this size belong to the first element behind them. */
const OPENING_CHARS_MAX = 80;

interface Emitting extends Emission {
  readonly draft: Draft;
  readonly nesting: Nesting;
  readonly paths: Paths;
  readonly heads: Heads;
  /** The children of the container that is counted are passages. */
  readonly arePassages: boolean;
  /** What is said of a piece and what it hangs on. Filled again for each: made anew, 2 MB of a call of 5.5 MB. */
  readonly piece: { count: number; joinUpTo: number; continues: boolean };
  readonly around: { head: number; context: string };
  /** The last mark of the piece before, and whether that piece stands apart. */
  last: Mark | undefined;
  isLastApart: boolean;
  /** The unit that it went to, and the last unit that carried on no value. */
  lastUnit: number;
  lastWhole: number;
  hasCounted: boolean;
}

/** Adds the marked places of `[draft.at, end)` as units. */
export function emitNested(draft: Draft, end: number, nesting: Nesting, emission: Emission): void {
  const { marks } = nesting;
  const emitting = startEmitting(draft, nesting, emission);
  let from = 0;
  for (let to = 0; to < marks.length; to++) {
    const next = marks[to + 1];
    const stop = next?.start ?? end;
    if (next?.first === true && stop - (marks[from]?.start ?? 0) <= OPENING_CHARS_MAX) continue;
    emit(emitting, from, to, stop);
    from = to + 1;
  }
}

function startEmitting(draft: Draft, nesting: Nesting, { main, countsFields }: Emission): Emitting {
  return {
    draft,
    nesting,
    main,
    countsFields,
    paths: { text: draft.text, containers: nesting.containers, main, known: [] },
    heads: [],
    arePassages: !draft.isIndivisible && hasPassages(nesting, main),
    piece: { count: 0, joinUpTo: 0, continues: false },
    around: { head: -1, context: "" },
    last: undefined,
    isLastApart: false,
    lastUnit: -1,
    lastWhole: -1,
    hasCounted: false,
  };
}

/** Adds the marks from number `from` to `to` as one piece, which ends at `stop`. */
function emit(emitting: Emitting, from: number, to: number, stop: number): void {
  const { draft, nesting, main, countsFields, paths, heads, piece, around } = emitting;
  const first = nesting.marks[from];
  const last = nesting.marks[to];
  if (first === undefined || last === undefined) return;
  noteFirst(heads, paths, first, emitting.lastUnit);
  part(emitting, first, from, to);
  piece.count = countOf(nesting, emitting, from, to);
  emitting.hasCounted ||= piece.count > 0;
  const goesOn = countsFields || isWithin(first, nesting.containers[main]);
  piece.continues = piece.count === 0 && emitting.hasCounted && goesOn;
  piece.joinUpTo = joinSize(draft.text, nesting, first);
  around.head = first.carriesOn ? emitting.lastWhole : (heads[first.parent] ?? -1);
  around.context = contextOf(paths, first.parent);
  const unit = addPiece(draft, stop, piece, around);
  for (let at = from + 1; at <= to; at++) noteOpened(heads, paths, nesting.marks[at]?.parent ?? -1, unit);
  if (!last.carriesOn) emitting.lastWhole = unit;
  emitting.lastUnit = unit;
  emitting.last = last;
}

/** Parts a piece from the one before where they have different containers, or one of them stands apart. */
function part(emitting: Emitting, first: Mark, from: number, to: number): void {
  const { draft, nesting, main, arePassages, last } = emitting;
  const isApart = first.apart && !draft.isIndivisible;
  const isElsewhere = last === undefined || first.parent !== last.parent || first.carriesOn !== last.carriesOn;
  if (isElsewhere || isApart || emitting.isLastApart || opensList(nesting, from, to)) seal(draft);
  emitting.isLastApart = isApart;
  if (arePassages && holdsChildOf(main, nesting, from, to)) openPassage(draft);
  else if (first.parent === main && (nesting.marks[to + 1]?.parent ?? main) !== main) openSection(draft);
}
