// Dialogue: turns that open with a speaker, and subtitles (WebVTT, SubRip). A turn is cut only if it is very long:
// in measurements, turns cut into sentences lost 3 to 7 points of evidence.
import { isDigit } from "../../../text/char-codes.ts";
import { lineEnd, skipIndent, skipSpace, trimEnd } from "../../../text/offsets.ts";
import { addPiece, adoptUnits, type Draft, NO_FRAME, seal } from "../draft/draft.ts";
import { matchesAt } from "../patterns.ts";
import { countOf, mayHold, type Origin, type Sample, sampleOf } from "../sample.ts";
import { cutProse } from "./prose.ts";
import { speakerAt } from "./speaker.ts";

/** A turn stays one unit up to this size; a longer one is cut into sentences that hang on its first. */
const TURN_CHARS = 700;

/** A text's speaker is looked for in this much of it. */
const TURN_OPENING_CHARS = 120;

/** The sentences of a long turn share units up to this size. */
const LONG_TURN_UNIT_CHARS = 400;

/** Turns it takes to tell a dialogue, in one text and in records of one turn each. */
const TURNS_MIN = 4;
const TURN_RECORDS_MIN = 8;
/** The share of a text's lines, and of the records, that turns are at least. */
const TURN_LINES_SHARE = 0.2;
const TURN_RECORDS_SHARE = 0.5;

/** Timed lines from which on a text is subtitles, whoever speaks. */
const CUES_MIN = 3;

interface Tally {
  turns: number;
  /** Turns that another speaker than the one before takes. */
  changes: number;
  readonly bySpeaker: Map<string, number>;
}

/** Counts the turns among `openings`, or up to where fewer than `least` can be: most texts are no dialogue. */
function tally(openings: readonly string[], least: number): Tally {
  const counted: Tally = { turns: 0, changes: 0, bySpeaker: new Map() };
  let last = "";
  let left = openings.length;
  for (const opening of openings) {
    if (counted.turns + left < least) break;
    left--;
    const speaker = speakerAt(opening, 0, opening.length);
    if (speaker === null) continue;
    counted.turns++;
    if (speaker !== last) counted.changes++;
    last = speaker;
    counted.bySpeaker.set(speaker, (counted.bySpeaker.get(speaker) ?? 0) + 1);
  }
  return counted;
}

/** Few speakers with many turns: a list of `Key: value` lines has as many keys as lines. */
function isConversation({ turns, changes, bySpeaker }: Tally): boolean {
  const returning = [...bySpeaker.values()].filter((n) => n >= 2).length;
  return returning >= 2 && bySpeaker.size * 2 <= turns && changes * 4 >= turns;
}

/** Subtitles. */
function hasCues(sample: Sample): boolean {
  return mayHold(sample, "-->") && countOf(sample, isTiming) >= CUES_MIN;
}

export function looksLikeDialogue(sample: Sample): boolean {
  if (hasCues(sample)) return true;
  const { lines } = sample;
  const least = Math.max(TURNS_MIN, TURN_LINES_SHARE * lines.length);
  const counted = tally(lines, least);
  return counted.turns >= least && isConversation(counted);
}

/** True when most of the texts are one speaker's turn each. */
export function areTurns(texts: readonly string[]): boolean {
  const least = Math.max(TURN_RECORDS_MIN, TURN_RECORDS_SHARE * texts.length);
  const openings = texts.map((text) => text.slice(0, TURN_OPENING_CHARS));
  const counted = tally(openings, least);
  return counted.turns >= least && isConversation(counted);
}

/** One turn sent as a record of its own: somebody's words, short enough to stay whole. */
export function isTurn({ start, end }: Sample, origin: Origin): boolean {
  const isSpoken = origin.kind === "user_input" || origin.kind === "llm_response" || origin.amongTurns;
  return isSpoken && end - start <= TURN_CHARS;
}

/** Cuts `[draft.at, end)` into turns; each counts one. What stands before the first speaker counts as one as well. */
export function cutDialogue(draft: Draft, end: number): void {
  const { text } = draft;
  let turn = draft.at;
  const isCued = hasCues(sampleOf(text, turn, end));
  for (let at = lineEnd(text, turn, end); at < end; at = lineEnd(text, at, end)) {
    if (isCued ? !opensCue(text, at, end) : speakerAt(text, at, end) === null) continue;
    cutTurn(draft, turn, at);
    turn = at;
  }
  cutTurn(draft, turn, end);
}

function cutTurn(draft: Draft, start: number, end: number): void {
  seal(draft);
  const { text, units } = draft;
  if (end - start <= TURN_CHARS || skipSpace(text, start, end) === end) {
    addPiece(draft, end, { count: 1, joinUpTo: 0 });
    return;
  }
  const first = units.length;
  cutProse(draft, end, NO_FRAME, LONG_TURN_UNIT_CHARS);
  adoptUnits(draft, first + 1, first);
  const opening = units[first];
  if (opening !== undefined) opening.count = 1;
}

const TIMING = /[ \t]{0,8}(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{1,3} +--> +(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d/y;

/** A cue's number has at most so many digits. */
const NUMBER_CHARS_MAX = 6;

function isTiming(line: string): boolean {
  return line.includes("-->") && matchesAt(TIMING, line, 0);
}

/** True when the line at `at` opens a cue: its timing, or its number with the timing below. */
function opensCue(text: string, at: number, end: number): boolean {
  const stop = lineEnd(text, at, end);
  if (isNumber(text, at, stop)) return matchesAt(TIMING, text, stop);
  if (!matchesAt(TIMING, text, at)) return false;
  return at === 0 || !isNumber(text, text.lastIndexOf("\n", at - 2) + 1, at);
}

function isNumber(text: string, start: number, end: number): boolean {
  const last = trimEnd(text, start, end);
  if (last === start || last - start > NUMBER_CHARS_MAX) return false;
  let at = skipIndent(text, start, last);
  while (at < last && isDigit(text.charCodeAt(at))) at++;
  return at === last;
}
