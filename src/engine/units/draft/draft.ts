// What is kept of a text while it is being cut: its units so far, where the next piece of it starts, and which units
// open a section or a passage. Pieces come in from left to right, each from where the last one ended (add-piece.ts), so
// the units partition the text by construction.
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";

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
