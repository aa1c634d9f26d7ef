// Cuts dialogue: turns that start with a speaker, and subtitles (WebVTT, SubRip). A text and its sample come in, units
// go out. Never cuts a turn unless it is very long: in measurements, turns cut into sentences lost 3 to 7 points of
// evidence.
import { isBlank, isDigit, lineEnd, skipIndent, skipSpace, trimEnd } from "../../../text/characters.ts";
import {
  addHeading,
  addPiece,
  adoptUnits,
  type Draft,
  type Frame,
  frameOf,
  NO_FRAME,
  noHeadings,
  openBlock,
  seal,
} from "../draft.ts";
import { countOf, matchesAt, mayContain, type Origin, oncePerSample, type Sample, sampleOf } from "../line-patterns.ts";
import { areFields } from "../prose/fields.ts";
import { cutProse } from "../prose/prose.ts";
import { openingAt, type Side, sideOf, speakerAt } from "../prose/speaker.ts";
import { sectionAt } from "./dialogue-sections.ts";
import { cutMarkdown, hasFences, looksLikeMarkdown } from "./markdown.ts";

/** A turn stays one unit up to this length. A longer one is cut into units that depend on its first. */
const TURN_CHARS = 700;

/** How much of a text is searched for its speaker. */
const TURN_OPENING_CHARS = 120;

/** The sentences of a long turn share units up to this length. */
const LONG_TURN_UNIT_CHARS = 400;

/** Minimum number of turns in a dialogue: in one text, and in records of one turn each. */
const TURNS_MIN = 4;
const TURN_RECORDS_MIN = 8;
/** Minimum share of turns among the lines of a text, and among the records. */
const TURN_LINES_SHARE = 0.2;
const TURN_RECORDS_SHARE = 0.5;

/** A text with this many timed lines is subtitles, with or without speakers. */
const CUES_MIN = 3;

interface Tally {
  turns: number;
  /** Turns with a time or a date after the name. */
  stamped: number;
  /** Turns whose speaker differs from the previous one. */
  changes: number;
  readonly bySpeaker: Map<string, number>;
}

/**
 * Not a turn: `* Fix: ...`, an item in a list of changes (the stars of emphasis stand right before a name);
 * `KeyError: 'a'`; and `Traceback (most recent call last):`.
 */
const NO_TURN = /^[ \t]{0,16}(?:\*{1,4} |Traceback \(|[\w.]{0,80}(?:Error|Exception|Warning): )/;

/** Counts the turns among `openings`. Stops once `least` is out of reach, because most texts are not dialogue. */
function tally(openings: readonly string[], least: number): Tally {
  const counted: Tally = { turns: 0, stamped: 0, changes: 0, bySpeaker: new Map() };
  let last = "";
  let left = openings.length;
  for (const opening of openings) {
    if (counted.turns + left < least) break;
    left--;
    const { speaker, isStamped } = openingAt(opening, 0, opening.length) ?? {};
    if (speaker === undefined || NO_TURN.test(opening)) continue;
    counted.turns++;
    if (isStamped === true) counted.stamped++;
    if (speaker !== last) counted.changes++;
    last = speaker;
    counted.bySpeaker.set(speaker, (counted.bySpeaker.get(speaker) ?? 0) + 1);
  }
  return counted;
}

/** True for few speakers with many turns. A list of `Key: value` lines has as many keys as lines. */
function isConversation({ turns, changes, bySpeaker }: Tally): boolean {
  const returning = [...bySpeaker.values()].filter((n) => n >= 2).length;
  const once = bySpeaker.size - returning;
  return returning >= 2 && once * 4 <= turns && changes * 4 >= turns;
}

/** True for subtitles. */
function hasCues(sample: Sample): boolean {
  return mayContain(sample, "-->") && countOf(sample, isTiming) >= CUES_MIN;
}

export const looksLikeDialogue = oncePerSample((sample) => {
  if (hasCues(sample)) return true;
  const lines = sample.lines.map(withClock);
  const least = Math.max(TURNS_MIN, TURN_LINES_SHARE * lines.length);
  const counted = tally(lines, least);
  if (counted.turns >= least && (isConversation(counted) || areMessages(counted, lines.length)) && !areFields(lines)) {
    return true;
  }
  return isAssistantChat(lines);
});

/** A list of names and dates has nothing between them. */
const STAMPED_SHARE_MAX = 0.6;

/** True for the messages of a channel, below names with times. Each person may speak once. */
function areMessages({ turns, stamped }: Tally, lines: number): boolean {
  return stamped >= TURNS_MIN && 2 * stamped > turns && stamped <= STAMPED_SHARE_MAX * lines;
}

/** A chat with an assistant opens within this many lines, perhaps below a title and a date. */
const EXCHANGE_OPENING_LINES = 3;

/** Fewer words after a label may be the value of a field, not speech: `user: ada`, `Model: X-200`. */
const SAID_WORDS_MIN = 3;

/** True for a chat with an assistant, which may be a single question with its answer. */
function isAssistantChat(lines: readonly string[]): boolean {
  const sides = new Set<Side>();
  let isSaid = false;
  for (const [at, line] of lines.entries()) {
    if (sides.size === 0 && at >= EXCHANGE_OPENING_LINES) return false;
    const side = sideOf(speakerAt(line, 0, line.length) ?? "");
    if (side === undefined) continue;
    sides.add(side);
    const words = line.slice(line.search(/[:：]/) + 1).trim();
    isSaid ||= words === "" || words.split(/\s+/, SAID_WORDS_MIN).length === SAID_WORDS_MIN;
  }
  return sides.size === 2 && isSaid;
}

/** A longer line is not just a time. The check avoids a new string for most lines of numbered code. */
const CLOCK_CHARS_MAX = 40;

/** A line, together with the next one if that may be the time below a name. */
function withClock(line: string, at: number, lines: readonly string[]): string {
  const below = lines[at + 1] ?? "";
  if (below.length > CLOCK_CHARS_MAX) return line;
  return isDigit(below.charCodeAt(skipIndent(below, 0, below.length))) ? `${line}\n${below}` : line;
}

/** True if most of the texts are each one speaker's turn. */
export function areTurns(texts: readonly string[]): boolean {
  const least = Math.max(TURN_RECORDS_MIN, TURN_RECORDS_SHARE * texts.length);
  const openings = texts.map((text) => text.slice(0, TURN_OPENING_CHARS));
  const counted = tally(openings, least);
  return counted.turns >= least && isConversation(counted);
}

/** True for a single turn sent as its own record: what one person said, short enough to stay whole. */
export function isTurn({ start, end }: Pick<Sample, "start" | "end">, origin: Origin): boolean {
  const isSpoken = origin.kind === "user_input" || origin.kind === "llm_response" || origin.amongTurns;
  return isSpoken && end - start <= TURN_CHARS;
}

/**
 * Cuts `[draft.at, end)` into turns. Each counts as one, and so does the text before the first speaker. Turns depend on
 * the heading or the date above them. In a chat with an assistant, a question and its answer are a block.
 */
export function cutDialogue(draft: Draft, end: number, sample: Sample): void {
  const { text } = draft;
  const isCued = hasCues(sample);
  const headings = noHeadings(NO_FRAME);
  let frame = NO_FRAME;
  let sideBefore: Side | undefined;
  for (let at = draft.at; at < end; ) {
    const stop = lineEnd(text, at, end);
    // The last line has no turn below it.
    const section = isCued || stop === end ? null : sectionAt(text, at, end);
    const speaker = isCued || section !== null ? null : speakerAt(text, at, end);
    if (section !== null || speaker !== null || (isCued && opensCue(text, at, end))) {
      cutTurn(draft, at, frame);
      frame = isCued ? NO_FRAME : frameAfter(draft, frameOf(headings));
      const side = sideOf(speaker ?? "");
      // After an answer, the user often speaks of something else. A reply to a question stays with it.
      if (sideBefore === "assistant" && side !== "assistant" && frame === frameOf(headings)) openBlock(draft);
      sideBefore = side;
    }
    if (section !== null) {
      addHeading(draft, headings, section.end, { rank: section.rank, line: section.words, count: 1 });
      frame = frameOf(headings);
    }
    at = section?.end ?? stop;
  }
  cutTurn(draft, end, frame);
}

const QUESTION_MARKS = "?？؟";

/** A longer turn says more than it asks. */
const QUESTION_CHARS_MAX = 240;

/** An answer is searched by this much of its question. */
const QUESTION_CONTEXT_CHARS_MAX = 120;

/**
 * The frame of the next turn. It depends on the last turn if that is a question, or the first of a pair between blank
 * lines, because few answers repeat the words of their question.
 */
export function frameAfter({ text, units }: Draft, around: Frame): Frame {
  const { start = 0, end = 0 } = units.at(-1) ?? {};
  const stop = trimEnd(text, start, end);
  const isQuestion = QUESTION_MARKS.includes(text.charAt(stop - 1));
  const opensPair = isBlankBefore(text, start) && !isBlankBefore(text, end);
  if (stop - start > QUESTION_CHARS_MAX || !(isQuestion || opensPair)) return around;
  const asked = text.slice(start, Math.min(stop, start + QUESTION_CONTEXT_CHARS_MAX));
  return { head: units.length - 1, context: `${around.context} ${asked}`.trim() };
}

/** True at the start of the text, and if the line before `at` is blank. */
function isBlankBefore(text: string, at: number): boolean {
  return at === 0 || isBlank(text, startOfLineBefore(text, at), at);
}

/** Adds the text before `end` as a turn. */
export function cutTurn(draft: Draft, end: number, frame: Frame): void {
  seal(draft);
  const { text, units, at: start } = draft;
  if (end - start <= TURN_CHARS || skipSpace(text, start, end) === end) {
    addPiece(draft, end, { count: 1, joinUpTo: 0 }, frame);
    return;
  }
  const first = units.length;
  const own = sampleOf(text, start, end);
  // An assistant's answer may hold lists, tables and code.
  if (hasFences(own) || looksLikeMarkdown(own)) cutMarkdown(draft, end);
  else cutProse(draft, end, { head: -1, context: frame.context }, LONG_TURN_UNIT_CHARS);
  adoptUnits(draft, first + 1, first);
  const opening = units[first];
  if (opening === undefined) return;
  opening.count = 1;
  opening.head = frame.head;
}

const TIMING = /[ \t]{0,8}(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{1,3} +--> +(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d/y;

/** Maximum number of digits in a cue's number. */
const NUMBER_CHARS_MAX = 6;

function isTiming(line: string): boolean {
  return line.includes("-->") && matchesAt(TIMING, line, 0);
}

/** True if the line at `at` opens a cue: its timing, or its number or name with the timing below. */
function opensCue(text: string, at: number, end: number): boolean {
  const stop = lineEnd(text, at, end);
  if (namesCue(text, at, stop)) return matchesAt(TIMING, text, stop);
  if (!matchesAt(TIMING, text, at)) return false;
  return at === 0 || !namesCue(text, startOfLineBefore(text, at), at);
}

/** True for a number, and for a line below an empty one: only there WebVTT has names such as `intro-1`. */
function namesCue(text: string, start: number, end: number): boolean {
  if (isNumber(text, start, end)) return true;
  if (isBlank(text, start, end) || matchesAt(TIMING, text, start)) return false;
  return start > 0 && isBlankBefore(text, start);
}

function startOfLineBefore(text: string, at: number): number {
  return at < 2 ? 0 : text.lastIndexOf("\n", at - 2) + 1;
}

function isNumber(text: string, start: number, end: number): boolean {
  const last = trimEnd(text, start, end);
  if (last === start || last - start > NUMBER_CHARS_MAX) return false;
  let at = skipIndent(text, start, last);
  while (at < last && isDigit(text.charCodeAt(at))) at++;
  return at === last;
}
