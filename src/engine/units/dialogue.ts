// Dialogue: turns that open with a speaker. A turn is never cut unless it is very long: measured, turns cut into
// sentences lose 3 to 7 points of evidence.
import type { RecordKind } from "../model.ts";
import { addPiece, adoptUnits, type Draft, NO_FRAME, seal } from "./draft.ts";
import { lineEnd, skipSpace } from "./offsets.ts";
import { cutProse } from "./prose.ts";
import type { Sample } from "./sample.ts";
import { speakerAt } from "./speaker.ts";

/** A turn stays one unit up to this size; a longer one is cut into sentences that hang on its first. */
export const TURN_CHARS = 700;

/** The sentences of a long turn share units up to this size. */
const LONG_TURN_UNIT_CHARS = 400;

/** Few speakers with many turns: a list of `Key: value` lines has as many keys as lines. */
export function looksLikeDialogue({ lines }: Sample): boolean {
  const turns = new Map<string, number>();
  let count = 0;
  let changes = 0;
  let last = "";
  for (const line of lines) {
    const speaker = speakerAt(line, 0, line.length);
    if (speaker === null) continue;
    count++;
    if (speaker !== last) changes++;
    last = speaker;
    turns.set(speaker, (turns.get(speaker) ?? 0) + 1);
  }
  const returning = [...turns.values()].filter((n) => n >= 2).length;
  return count >= 4 && returning >= 2 && turns.size * 2 <= count && changes * 4 >= count && count * 5 >= lines.length;
}

/** One turn sent as a record of its own: somebody's words, short enough to stay whole. */
export function isTurn(chars: number, kind: RecordKind): boolean {
  return (kind === "user_input" || kind === "llm_response") && chars <= TURN_CHARS;
}

/** Cuts `[draft.at, end)` into turns; each counts one. What stands before the first speaker counts as one as well. */
export function cutDialogue(draft: Draft, end: number): void {
  const { text } = draft;
  let turn = draft.at;
  for (let at = lineEnd(text, turn, end); at < end; at = lineEnd(text, at, end)) {
    if (speakerAt(text, at, end) === null) continue;
    cutTurn(draft, turn, at);
    turn = at;
  }
  cutTurn(draft, turn, end);
}

function cutTurn(draft: Draft, start: number, end: number): void {
  seal(draft);
  const { text, units } = draft;
  if (end - start <= TURN_CHARS || skipSpace(text, start, end) === end) {
    if (addPiece(draft, end, { count: 1, head: -1, context: "", joinUpTo: 0 }) === -1) draft.at = end;
    return;
  }
  const first = units.length;
  cutProse(draft, end, NO_FRAME, LONG_TURN_UNIT_CHARS);
  adoptUnits(draft, first + 1, first);
  const opening = units[first];
  if (opening !== undefined) opening.count = 1;
}
