// A text while it is being cut: its units so far, where the next piece starts, what opens a section or a passage.
// Pieces come from left to right, each from where the last one ended, so the units partition the text. A piece joins
// the unit before it, opens one, or is sliced if it is too long. What a piece means is up to the cutters.
import { COMMA, isSpace, SEMICOLON } from "../../../text/char-codes.ts";
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";
import { isBlank, isPairAt } from "../../../text/offsets.ts";

/** What a piece hangs on, or a stretch of text as a whole: then it is handed to the cutter of that stretch. */
export interface Frame {
  /** Index of the unit that gives the text its meaning, or -1. */
  readonly head: number;
  /** Words to search by that stand outside the text. */
  readonly context: string;
}

export const NO_FRAME: Frame = { head: -1, context: "" };

/** A unit that may still grow. */
export interface OpenUnit {
  readonly start: number;
  end: number;
  block: number;
  passage: number;
  count: number;
  continues: boolean;
  announces: boolean;
  head: number;
  readonly context: string;
}

export interface Draft {
  readonly text: string;
  /** The text is chosen as a whole: its parts are no passages and no objects of their own. */
  readonly isIndivisible: boolean;
  readonly units: OpenUnit[];
  /** Where the next piece starts. */
  at: number;
  /** Units before this index take no further piece. */
  sealed: number;
  /** Indices of units that open a section, ascending. */
  readonly sections: number[];
  /** Indices of units that open a passage, ascending. */
  readonly passages: number[];
  readonly checkpoint: Checkpoint;
}

export function openDraft(text: string, isIndivisible = false, checkpoint: Checkpoint = unchecked): Draft {
  return { text, isIndivisible, checkpoint, units: [], at: 0, sealed: 0, sections: [], passages: [] };
}

/** Closes the last unit: the next piece opens a new one. */
export function seal(draft: Draft): void {
  draft.sealed = draft.units.length;
}

/** The next piece opens a new unit and, as far as lengths allow, a new block. */
export function openSection(draft: Draft): void {
  seal(draft);
  draft.sections.push(draft.units.length);
}

/** The next piece opens a passage, and with it a new block, however short the one before is. */
export function openPassage(draft: Draft): void {
  openSection(draft);
  draft.passages.push(draft.units.length);
}

/** A unit may not be longer than this many UTF-16 code units, whatever it is: it could never fit a small budget. */
export const UNIT_CHARS_MAX = 1200;

/** A unit takes tails up to this size. */
const TAILED_UNIT_CHARS = 1000;

/** Units that are cut between two checkpoints: a few milliseconds. */
const UNITS_A_TURN = 256;

/** What is said of a piece of text beside its bounds. */
export interface Piece {
  /** How many of the record's nouns the piece stands for. */
  readonly count: number;
  /** The piece may join the unit before it while both together stay within this many characters; 0 keeps it apart. */
  readonly joinUpTo: number;
  /** The piece carries on what an earlier one counts; false when not said. */
  readonly continues?: boolean;
}

/**
 * Adds the text from the end of the last piece to `end` and returns the index of the unit it went to. Blank text always
 * goes to the unit before it; at the very start, where there is none, to the first unit to come (-1).
 */
export function addPiece(draft: Draft, end: number, piece: Piece, frame: Frame = NO_FRAME): number {
  const { text, units } = draft;
  const stop = isPairAt(text, end - 1) ? end + 1 : Math.min(end, text.length);
  const last = units.length - 1;
  if (stop <= draft.at) return last;
  const before = units[last];
  if (isBlank(text, draft.at, stop)) {
    draft.at = stop;
    if (before === undefined) return -1;
    before.end = stop;
    before.count += piece.count;
    return last;
  }
  const start = before === undefined ? 0 : draft.at;
  if (before !== undefined && last >= draft.sealed && stop - before.start <= piece.joinUpTo) {
    before.end = stop;
    before.count += piece.count;
    draft.at = stop;
    return last;
  }
  if (stop - start > UNIT_CHARS_MAX) return addSlices(draft, start, stop, piece, frame);
  return pushUnit(draft, start, stop, piece, frame);
}

function pushUnit(draft: Draft, start: number, end: number, piece: Piece, { head, context }: Frame): number {
  const { count, continues = false } = piece;
  if (draft.units.length % UNITS_A_TURN === UNITS_A_TURN - 1) draft.checkpoint();
  draft.units.push({ start, end, block: 0, passage: 0, count, continues, announces: false, head, context });
  draft.at = end;
  return draft.units.length - 1;
}

/** Adds text that says nothing by itself (a drawn rule, a numbered empty line) to the unit before it, sealed or not. */
export function addTail(draft: Draft, end: number, count: number): void {
  const { sealed } = draft;
  draft.sealed = 0;
  addPiece(draft, end, { count, joinUpTo: TAILED_UNIT_CHARS });
  draft.sealed = sealed;
}

/** Cuts a piece that is too long where it can be cut best; the first slice carries the count and heads the others. */
function addSlices(draft: Draft, start: number, end: number, piece: Piece, frame: Frame): number {
  const first = pushUnit(draft, start, sliceEnd(draft.text, start, end), piece, frame);
  const rest = { count: 0, joinUpTo: 0, continues: true };
  const below = { head: frame.head === -1 ? first : frame.head, context: frame.context };
  while (draft.at < end) pushUnit(draft, draft.at, sliceEnd(draft.text, draft.at, end), rest, below);
  seal(draft);
  return first;
}

/**
 * Makes the units from index `from` on parts of the unit `head`: they count nothing, and hang on it where on
 * nothing.
 */
export function adoptUnits(draft: Draft, from: number, head: number): void {
  for (let i = from; i < draft.units.length; i++) {
    const unit = draft.units[i];
    if (unit === undefined) return;
    unit.count = 0;
    unit.continues = head !== -1;
    if (unit.head === -1) unit.head = head;
  }
}

/** A piece that cannot be cut by its structure is sliced to at most this many characters. */
const SLICE_CHARS = 400;

/** How far back from a slice's end a better place to cut is looked for. */
const SLICE_LOOK_BACK_CHARS = 120;

/** The end of the first slice of [start, end): all of it, unless it is much longer than a slice. */
function sliceEnd(text: string, start: number, end: number): number {
  if (end - start <= SLICE_CHARS + SLICE_LOOK_BACK_CHARS) return end;
  const far = start + SLICE_CHARS;
  let separator = -1;
  for (let i = far; i > far - SLICE_LOOK_BACK_CHARS; i--) {
    const code = text.charCodeAt(i - 1);
    if (isSpace(code)) return i;
    // Where dense one-line text (minified code, joined fields) divides.
    if (separator === -1 && (code === COMMA || code === SEMICOLON)) separator = i;
  }
  if (separator !== -1) return separator;
  return isPairAt(text, far - 1) ? far + 1 : far;
}
