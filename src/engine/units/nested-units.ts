// From places to cut to units: small neighbouring fields are gathered, elements stand alone, and each unit carries the
// names above it and points to the unit that opens what it lies in. Of brackets and tags it sees how an element begins.
import { LESS_THAN, OPEN_BRACE, OPEN_BRACKET, OPEN_PARENTHESIS } from "../../text/char-codes.ts";
import { addPiece } from "./add-piece.ts";
import { type Draft, openPassage, openSection, seal } from "./draft.ts";
import { contextOf, type Paths } from "./nested-context.ts";
import { type Heads, noteFirst, noteOpened } from "./nested-heads.ts";
import { type Container, type Mark, NESTED_UNIT_CHARS, type Nesting } from "./nesting.ts";

/** Elements that are containers stand alone, unless two of them are together shorter than this. */
const ELEMENT_UNIT_CHARS = 80;

/** Sentences of a long value share a unit up to this size. */
const VALUE_UNIT_CHARS = 200;

/** Opening brackets and names up to this size belong to the first element behind them. */
const OPENING_CHARS_MAX = 80;

/** Elements at least this long on average are passages. */
const PASSAGE_CHARS_MEAN_MIN = 300;
/** ... when this share of them holds a text too long for one unit. */
const PASSAGE_SHARE_MIN = 0.5;

export interface Emission {
  /** The container whose children are counted ... */
  readonly main: number;
  /** ... unless every field is. */
  readonly countsFields: boolean;
}

/** Adds the marked places of `[draft.at, end)` as units. */
export function emitNested(draft: Draft, end: number, nesting: Nesting, { main, countsFields }: Emission): void {
  const { marks, containers } = nesting;
  const isPassages = !draft.isIndivisible && hasPassages(nesting, main);
  const paths: Paths = { text: draft.text, containers, main, known: [] };
  const heads: Heads = [];
  let lastParent = -1;
  let lastCarried = false;
  let lastApart = false;
  let lastUnit = -1;
  let lastWhole = -1;
  const opened: Mark[] = [];
  // Filled again for each piece, like the array above: made anew they are 2 MB of a call of 5.5 MB.
  const piece = { count: 0, joinUpTo: 0, continues: false };
  const around = { head: -1, context: "" };
  let frame = marks[0];
  let count = 0;
  let started = false;
  for (let i = 0; i < marks.length && frame !== undefined; i++) {
    const mark = marks[i];
    const next = marks[i + 1];
    if (mark === undefined) break;
    if (countsFields) count += (next?.fieldsBefore ?? nesting.fields) - mark.fieldsBefore;
    else if (mark.parent === main) count += mark.children;
    if (mark === frame) noteFirst(heads, paths, mark, lastUnit);
    else opened.push(mark);
    const stop = next?.start ?? end;
    if (next?.first === true && stop - frame.start <= OPENING_CHARS_MAX) continue;
    const isApart = frame.apart && !draft.isIndivisible;
    const isElsewhere = frame.parent !== lastParent || frame.carriesOn !== lastCarried;
    if (isElsewhere || isApart || lastApart || opensList(containers, opened)) seal(draft);
    if (isPassages && (frame.parent === main || opensIn(opened, main))) openPassage(draft);
    else if (frame.parent === main && next !== undefined && next.parent !== main) openSection(draft);
    started ||= count > 0;
    piece.count = count;
    piece.joinUpTo = joinSize(draft.text, frame, containers);
    piece.continues = count === 0 && started && (countsFields || isWithin(frame, containers[main]));
    around.head = frame.carriesOn ? lastWhole : (heads[frame.parent] ?? -1);
    around.context = contextOf(paths, frame.parent);
    lastUnit = addPiece(draft, stop, piece, around);
    noteOpened(heads, paths, opened, lastUnit);
    if (!mark.carriesOn) lastWhole = lastUnit;
    lastParent = mark.parent;
    lastCarried = mark.carriesOn;
    lastApart = isApart;
    frame = next;
    opened.length = 0;
    count = 0;
  }
}

function isWithin({ start }: Mark, container: Container | undefined): boolean {
  return container !== undefined && start >= container.start && start < container.end;
}

/** A list whose elements are long because of the texts in them: each is a passage, judged by itself. */
function hasPassages({ containers, marks }: Nesting, main: number): boolean {
  const container = containers[main];
  if (container?.isList !== true || container.children < 2) return false;
  if (container.end - container.start < PASSAGE_CHARS_MEAN_MIN * container.children) return false;
  let element = 0;
  let last = 0;
  let long = 0;
  for (const { parent, children, carriesOn } of marks) {
    if (parent === main) element += children;
    if (!carriesOn || element === last) continue;
    last = element;
    long += 1;
  }
  return long >= PASSAGE_SHARE_MIN * container.children;
}

/** True when the piece holds a child of that container behind its first place. */
function opensIn(opened: readonly Mark[], container: number): boolean {
  for (const { parent } of opened) if (parent === container) return true;
  return false;
}

/** True when the piece holds the first element of a list: it stays apart from the fields before the list. */
function opensList(containers: readonly Container[], opened: readonly Mark[]): boolean {
  for (const { parent } of opened) if (containers[parent]?.isList === true) return true;
  return false;
}

/** Fields, scalars and parts of one string gather up to a unit; elements with an inside of their own stay apart. */
function joinSize(text: string, mark: Mark, containers: readonly Container[]): number {
  if (mark.carriesOn) return VALUE_UNIT_CHARS;
  const opening = text.charCodeAt(mark.start);
  const isContainer =
    opening === OPEN_BRACE || opening === OPEN_BRACKET || opening === OPEN_PARENTHESIS || opening === LESS_THAN;
  return isContainer && containers[mark.parent]?.isList === true ? ELEMENT_UNIT_CHARS : NESTED_UNIT_CHARS;
}
