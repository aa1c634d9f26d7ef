// Turns the marks of a scan into units. Small neighbouring fields are grouped, and elements stay apart. Each unit gets
// the names above it as context and depends on the unit that opens or names its container. Never scans the text again.
import { LESS_THAN, OPEN_BRACE, OPEN_BRACKET, OPEN_PARENTHESIS } from "../../../text/characters.ts";
import { addPiece, type Draft, openPassage, openSection, seal } from "../draft.ts";
import { contextOf, type Heads, hasPassages, linkFirst, linkNamed, linkOpened, type Paths } from "./containers.ts";
import { KEY, PLAIN, TITLE } from "./naming.ts";
import { type Container, type Mark, NESTED_UNIT_CHARS, type Nesting } from "./nesting.ts";

/** Opening brackets and names up to this length belong to the first element after them. */
const OPENING_CHARS_MAX = 80;

/** The fields of a unit: only ids and the names that open an object; names further down; other fields too. */
const IDS = 0;
const NAMES = 1;
const OTHERS = 2;

interface Emitting extends Emission {
  readonly draft: Draft;
  readonly nesting: Nesting;
  readonly paths: Paths;
  readonly heads: Heads;
  /** The children of the counted container are passages. */
  readonly arePassages: boolean;
  /**
   * The piece and its frame, reused for every piece, because allocating them each time cost 2 MB in a call of 5.5 MB.
   */
  readonly piece: { count: number; joinUpTo: number; continues: boolean };
  readonly frame: { head: number; context: string };
  /** The last mark of the previous piece, and whether that piece stays apart. */
  last: Mark | undefined;
  isLastApart: boolean;
  /** The unit of the previous piece, and the last unit that did not continue a value. */
  lastUnit: number;
  lastWhole: number;
  /** Which fields the newest unit holds, and whether it opens its object. */
  holds: typeof IDS | typeof NAMES | typeof OTHERS;
  opensObject: boolean;
  hasCounted: boolean;
}

/** Adds units for the marks in `[draft.at, end)`. */
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
    frame: { head: -1, context: "" },
    last: undefined,
    isLastApart: false,
    lastUnit: -1,
    lastWhole: -1,
    holds: IDS,
    opensObject: false,
    hasCounted: false,
  };
}

/** Adds marks `from` to `to` (inclusive) as one piece, which ends at `stop`. */
function emit(emitting: Emitting, from: number, to: number, stop: number): void {
  const { draft, nesting, main, countsFields, paths, heads, piece, frame } = emitting;
  const first = nesting.marks[from];
  const last = nesting.marks[to];
  if (first === undefined || last === undefined) return;
  linkFirst(heads, first, emitting.lastUnit);
  separate(emitting, first, from, to);
  piece.count = countOf(nesting, emitting, from, to);
  emitting.hasCounted ||= piece.count > 0;
  const mayContinue = countsFields || isWithin(first, nesting.containers[main]);
  piece.continues = piece.count === 0 && emitting.hasCounted && mayContinue;
  piece.joinUpTo = joinSize(draft.text, nesting, first);
  frame.head = first.continuesValue ? emitting.lastWhole : (heads[first.parent] ?? -1);
  frame.context = contextOf(paths, first.parent);
  const unit = addPiece(draft, stop, piece, frame);
  for (let at = from + 1; at <= to; at++) linkOpened(heads, paths, nesting.marks[at]?.parent ?? -1, unit);
  if (last.naming !== PLAIN) linkNamed(heads, paths, { start: first.start, end: stop, parent: last.parent }, unit);
  if (!last.continuesValue) emitting.lastWhole = unit;
  emitting.lastUnit = unit;
  emitting.last = last;
}

/** Separates a piece from the previous one if their containers differ or one of them must stay apart. */
function separate(emitting: Emitting, first: Mark, from: number, to: number): void {
  const { draft, nesting, main, arePassages, last } = emitting;
  const isApart = first.apart && !draft.isIndivisible;
  const isElsewhere =
    last === undefined || first.parent !== last.parent || first.continuesValue !== last.continuesValue;
  const isOther = isElsewhere || isApart || emitting.isLastApart || opensList(nesting, from, to);
  separateNames(emitting, nesting.marks[to], isOther);
  emitting.isLastApart = isApart;
  if (arePassages && containsChildOf(main, nesting, from, to)) openPassage(draft);
  else if (first.parent === main && (nesting.marks[to + 1]?.parent ?? main) !== main) openSection(draft);
}

/**
 * Keeps fields that name their object out of the units of other fields. Thus the unit on which the object depends is
 * short. Fields that open the object need no unit of their own.
 */
function separateNames(emitting: Emitting, last: Mark | undefined, isOther: boolean): void {
  if (last === undefined) return;
  const { naming, first } = last;
  const isPlain = naming === PLAIN;
  const isName = naming === KEY || naming === TITLE;
  const isNew = isOther || (emitting.holds === OTHERS && isName) || (emitting.holds === NAMES && isPlain);
  if (isNew) {
    seal(emitting.draft);
    emitting.opensObject = first;
    emitting.holds = IDS;
  }
  if (isPlain) emitting.holds = OTHERS;
  else if (isName && !emitting.opensObject) emitting.holds = NAMES;
}

/** Elements that are containers stay apart unless two of them fit within this length. */
const ELEMENT_UNIT_CHARS = 80;

/** The sentences of a long value share a unit up to this length. */
const VALUE_UNIT_CHARS = 200;

interface Emission {
  /** The container whose children are counted, unless `countsFields` is true. */
  readonly main: number;
  /** Every field is counted instead. */
  readonly countsFields: boolean;
}

/** The count of a piece: the fields that start in it, or its children of the main container. */
export function countOf(nesting: Nesting, { main, countsFields }: Emission, from: number, to: number): number {
  const { marks, fields } = nesting;
  if (countsFields) return (marks[to + 1]?.fieldsBefore ?? fields) - (marks[from]?.fieldsBefore ?? 0);
  let count = 0;
  for (let at = from; at <= to; at++) if (marks[at]?.parent === main) count += marks[at]?.children ?? 0;
  return count;
}

function isWithin({ start }: Mark, container: Container | undefined): boolean {
  return container !== undefined && start >= container.start && start < container.end;
}

/** True if the piece contains a child of that container. */
function containsChildOf(container: number, { marks }: Nesting, from: number, to: number): boolean {
  for (let at = from; at <= to; at++) if (marks[at]?.parent === container) return true;
  return false;
}

/** True if the piece contains the first element of a list, which stays apart from the fields before the list. */
function opensList({ marks, containers }: Nesting, from: number, to: number): boolean {
  for (let at = from + 1; at <= to; at++) if (containers[marks[at]?.parent ?? -1]?.isList === true) return true;
  return false;
}

/**
 * Fields, scalars and parts of one string are grouped up to a full unit; list elements that are containers stay apart.
 */
function joinSize(text: string, { containers }: Nesting, mark: Mark): number {
  if (mark.continuesValue) return VALUE_UNIT_CHARS;
  const opening = text.charCodeAt(mark.start);
  const isContainer =
    opening === OPEN_BRACE || opening === OPEN_BRACKET || opening === OPEN_PARENTHESIS || opening === LESS_THAN;
  return isContainer && containers[mark.parent]?.isList === true ? ELEMENT_UNIT_CHARS : NESTED_UNIT_CHARS;
}
