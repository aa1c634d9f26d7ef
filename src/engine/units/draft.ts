// A text while it is cut: its units so far, the headings above the next piece, and what opens a section or a passage.
// Pieces come from left to right, each from the end of the last, so the units partition the text. A piece joins the
// unit before it, opens a new one, or is sliced if it is too long. Never decides what a piece or a heading is: that is
// up to the cutters.
import { COMMA, isBlank, isPairAt, isSpace, SEMICOLON, trimEnd } from "../../text/characters.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";

/** The head and the context of a piece, or of a stretch of text, whose cutter passes the frame on to its pieces. */
export interface Frame {
  /** Index of the unit that gives the text its meaning, or -1. */
  readonly head: number;
  /** Search words from outside the text. */
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
  context: string;
}

export interface Draft {
  readonly text: string;
  /** The text is selected as a whole: its parts are neither passages nor independent objects. */
  readonly isIndivisible: boolean;
  readonly units: OpenUnit[];
  /** Where the next piece starts. */
  at: number;
  /** Units before this index accept no further pieces. */
  sealed: number;
  /** Indices of the units that open a section, ascending. */
  readonly sections: number[];
  /** Indices of the units that open a passage, ascending. */
  readonly passages: number[];
  /** Indices of the units that open a block of any length, ascending. */
  readonly blocks: number[];
  readonly checkpoint: Checkpoint;
}

export function openDraft(text: string, isIndivisible = false, checkpoint: Checkpoint = unchecked): Draft {
  return { text, isIndivisible, checkpoint, units: [], at: 0, sealed: 0, sections: [], passages: [], blocks: [] };
}

/** Closes the last unit: the next piece opens a new one. */
export function seal(draft: Draft): void {
  draft.sealed = draft.units.length;
}

/** Makes the next piece open a new unit and, as far as lengths allow, a new block. */
export function openSection(draft: Draft): void {
  seal(draft);
  draft.sections.push(draft.units.length);
}

/** Makes the next piece open a new block, however short the previous one is. */
export function openBlock(draft: Draft): void {
  seal(draft);
  draft.blocks.push(draft.units.length);
}

/** Makes the next piece open a passage, and with it a new block, however short the previous block is. */
export function openPassage(draft: Draft): void {
  openSection(draft);
  draft.passages.push(draft.units.length);
}

/** Maximum length of any unit, in UTF-16 code units: a longer one could never fit a small budget. */
export const UNIT_CHARS_MAX = 1200;

/** A unit accepts tails up to this length. */
const TAILED_UNIT_CHARS = 1000;

/** Units to cut between two checkpoints: a few milliseconds. */
const UNITS_PER_CHECKPOINT = 256;

/** The properties of a piece, apart from its bounds. */
export interface Piece {
  /** How many of the things that the record counts begin in this piece. */
  readonly count: number;
  /** The piece may join the unit before it if both together fit in this many characters; 0 keeps it apart. */
  readonly joinUpTo: number;
  /** The piece continues something an earlier one counts; false by default. */
  readonly continues?: boolean;
}

/**
 * Adds the text from the end of the last piece to `end` and returns the index of its unit. Blank text always joins the
 * unit before it. At the very start there is none: the text joins the first unit to come, and -1 is returned.
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
  if (draft.units.length % UNITS_PER_CHECKPOINT === UNITS_PER_CHECKPOINT - 1) draft.checkpoint();
  draft.units.push({ start, end, block: 0, passage: 0, count, continues, announces: false, head, context });
  draft.at = end;
  return draft.units.length - 1;
}

/** Opens a passage with the text up to `end`, which names what follows. Returns its unit, on which that depends. */
export function addName(draft: Draft, end: number): number {
  openPassage(draft);
  const name = addPiece(draft, end, { count: 0, joinUpTo: 0 });
  const unit = draft.units[name];
  if (unit !== undefined) unit.announces = true;
  seal(draft);
  return name;
}

/** Adds text that says nothing by itself (a drawn rule, a numbered empty line) to the unit before it, sealed or not. */
export function addTail(draft: Draft, end: number, count: number): void {
  const { sealed } = draft;
  draft.sealed = 0;
  addPiece(draft, end, { count, joinUpTo: TAILED_UNIT_CHARS });
  draft.sealed = sealed;
}

/**
 * Cuts an overlong piece into slices at the best places. The first slice gets the count. The others depend on the
 * frame's head or, if there is none, on the first slice.
 */
function addSlices(draft: Draft, start: number, end: number, piece: Piece, frame: Frame): number {
  const first = pushUnit(draft, start, sliceEnd(draft.text, start, end), piece, frame);
  const rest = { count: 0, joinUpTo: 0, continues: true };
  const below = { head: frame.head === -1 ? first : frame.head, context: frame.context };
  while (draft.at < end) pushUnit(draft, draft.at, sliceEnd(draft.text, draft.at, end), rest, below);
  seal(draft);
  return first;
}

/**
 * Makes the units from index `from` on parts of the unit `head`. They no longer count, and those without a head depend
 * on it.
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

/** A piece that its structure cannot divide is cut into slices of about this many characters. */
const SLICE_CHARS = 400;

/** How far back from the end of a slice to look for a better place to cut. */
const SLICE_LOOK_BACK_CHARS = 120;

/** The end of the first slice of `[start, end)`: all of it, unless it is much longer than a slice. */
function sliceEnd(text: string, start: number, end: number): number {
  if (end - start <= SLICE_CHARS + SLICE_LOOK_BACK_CHARS) return end;
  const far = start + SLICE_CHARS;
  let separator = -1;
  for (let i = far; i > far - SLICE_LOOK_BACK_CHARS; i--) {
    const code = text.charCodeAt(i - 1);
    if (isSpace(code)) return i;
    // Dense one-line text (minified code, joined fields) divides here.
    if (separator === -1 && (code === COMMA || code === SEMICOLON)) separator = i;
  }
  if (separator !== -1) return separator;
  return isPairAt(text, far - 1) ? far + 1 : far;
}

/** Maximum length of one heading in the search context, and of the whole context. */
const HEADING_CHARS_MAX = 60;
const CONTEXT_CHARS_MAX = 120;

/** Characters that decorate headings; search has no use for them. */
const ORNAMENT = new Set([..."=_-#*~+ \t[]<>|"].map((mark) => mark.charCodeAt(0)));

interface Heading extends Frame {
  readonly rank: number;
}

/** The headings above a piece. Each new one closes all of the same rank and below. */
export interface Headings {
  readonly open: Heading[];
  /** The frame of text without a heading. */
  readonly outer: Frame;
}

export function noHeadings(outer: Frame): Headings {
  return { open: [], outer };
}

/** The frame of the next piece. */
export function frameOf(headings: Headings): Frame {
  return headings.open.at(-1) ?? headings.outer;
}

/** Closes the headings of this rank (0 is the highest) and below. */
export function closeHeadings(headings: Headings, rank: number): void {
  while ((headings.open.at(-1)?.rank ?? -1) >= rank) headings.open.pop();
}

/** A new heading, before it has a unit. */
interface NewHeading {
  readonly rank: number;
  /** Contains the words of the heading. */
  readonly line: string;
  /** Same as `Piece.count`. */
  readonly count: number;
}

/** Adds the text up to `end` as a heading, which opens a section. All that follows depends on it. */
export function addHeading(draft: Draft, headings: Headings, end: number, { rank, line, count }: NewHeading): void {
  closeHeadings(headings, rank);
  openSection(draft);
  const unit = addPiece(draft, end, { count, joinUpTo: 0 }, frameOf(headings));
  openHeading(headings, rank, unit, line);
}

/** Opens a heading that is in the unit `unit`. */
export function openHeading(headings: Headings, rank: number, unit: number, line: string): void {
  const above = frameOf(headings).context;
  const words = wordsOf(line);
  const context = above === "" ? words : `${above} ${words}`;
  headings.open.push({ rank, head: unit, context: context.length <= CONTEXT_CHARS_MAX ? context : words });
}

function wordsOf(line: string): string {
  let start = 0;
  let end = trimEnd(line, 0, line.length);
  while (start < end && ORNAMENT.has(line.charCodeAt(start))) start++;
  while (end > start && ORNAMENT.has(line.charCodeAt(end - 1))) end--;
  return line.slice(start, Math.min(end, start + HEADING_CHARS_MAX));
}
