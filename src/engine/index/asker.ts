// Finds the words of the asker, the person whom the context must serve. A prompt may quote a conversation, in which an
// agent or a tool speaks too. It may also put instructions around a request. In a chat with an assistant, users speak
// about themselves. A question that does not address the assistant (`Which camera do I use?`) asks for their turns,
// although the assistant's long answers share more words with it.
// In: a prompt, or the records and a prompt. Out: the ranges of the prompt that are not the asker's, and of its roles;
// numbers of units. Never judges their content.
import { type IntList, intList, push } from "../../text/arrays.ts";
import { lineEnd } from "../../text/characters.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { SegmentedRecord } from "../model.ts";
import { type Side, sideOf, speakerAt } from "../units/prose/speaker.ts";
import { hasQuestion, requestPart } from "./request-part.ts";
import { REQUEST_NAME } from "./request-patterns.ts";

/** A conversation has at least this many turns, and two speakers who speak more than once. */
export const TURNS_MIN = 4;
const RETURNING_MIN = 2;

/** Roles that answer and never ask. */
const ANSWERING = new Set("assistant agent ai bot developer model support system tool".split(" "));

/** Roles that ask. */
const ASKING = new Set("user human customer client".split(" "));

/** Labels of examples and of an agent's steps. They recur as speakers do, but nobody speaks. */
const LABELS = new Set("q a question answer thought action observation input output context example".split(" "));

/** The forms of a role besides `User:`, at the start of a line: `[User]`, `<user>`, `### User`, `- User:`. */
const ROLE_LINE = new RegExp(
  /[ \t>*#-]{0,8}[[<(]?(user|human|customer|client|assistant|agent|ai|bot|system|tool|developer|model|support)/.source +
    /(?:[\])>:]|[ \t]{0,8}(?:\r?\n|$))/.source,
  "iy",
);

/** The role in a message of an API, with the key of what is said: `{"role": "user", "content": ...}`. */
const ROLE_FIELD = /"role"\s{0,8}:\s{0,8}"(\w{1,20})"(?:\s{0,8},\s{0,8}"content")?/;

/** With more turns, a prompt is read as one text: each turn costs memory. */
const TURNS_MAX = 10_000;

/** The shortest line that opens a turn: a letter, a colon and a line break. */
const OPENING_CHARS_MIN = 3;

/** Lines read between two checkpoints: a few milliseconds. */
const LINES_PER_CHECKPOINT = 2048;

interface Turn {
  readonly start: number;
  /** The end of what opens the turn: a time, a mark, the speaker. */
  readonly opened: number;
  readonly speaker: string;
}

/** Ranges of a prompt: the start and the end of each, ascending. */
export interface PromptRanges {
  /** The text that is not the asker's; none if all of it is. */
  readonly others: IntList;
  /** The roles that open turns, such as `User`, with any time or mark before them. They are not words of the task. */
  readonly roles: IntList;
  /** Whether `others` is instructions around a request. */
  readonly hasInstructions: boolean;
}

/**
 * The asker is the last speaker whose role is not to answer. If the prompt is not a conversation, the asker's part is
 * its request (request-part.ts).
 */
export function readTurns(prompt: string, checkpoint: Checkpoint): PromptRanges {
  const [others, roles] = [intList(), intList()];
  const lines = linesThatOpen(prompt, checkpoint);
  const labelled = withoutRequest(lines);
  const spoken = labelled.filter(({ speaker }) => !LABELS.has(speaker.toLowerCase()));
  const turns = isConversation(spoken) ? spoken : messagesIn(prompt);
  if (!isConversation(turns)) {
    const { start, end } = requestPart(prompt);
    for (const [from, to] of [
      [0, start],
      [end, prompt.length],
    ] as const) {
      if (from === to) continue;
      push(others, from);
      push(others, to);
    }
    return { others, roles, hasInstructions: others.size > 0 };
  }
  const asker = turns.findLast((turn) => !isAnswer(turn)) ?? turns.at(-1);
  const above = turns === spoken ? (turns[0]?.start ?? 0) : 0;
  const below = turns === spoken ? endOfTurns(prompt, turns, lines[labelled.length]?.start) : prompt.length;
  // A question above the turns is about them.
  if (isInstruction(prompt.slice(0, above), turns) && !hasQuestion(prompt.slice(0, above))) {
    push(others, 0);
    push(others, above);
  }
  turns.forEach((turn, at) => {
    const { start, opened, speaker } = turn;
    if (isAnswer(turn) || ASKING.has(speaker.toLowerCase())) {
      push(roles, start);
      push(roles, opened);
    }
    if (speaker === asker?.speaker) return;
    push(others, start);
    push(others, turns[at + 1]?.start ?? below);
  });
  if (isInstruction(prompt.slice(below), turns)) {
    push(others, below);
    push(others, prompt.length);
  }
  return { others, roles, hasInstructions: false };
}

/**
 * Does a text above or below a conversation tell an assistant what to do with it (`Answer the last message`)? If no one
 * in the conversation has a role, or if the text speaks of its author (`What did I choose?`), the asker wrote it.
 */
function isInstruction(text: string, turns: readonly Turn[]): boolean {
  return turns.some(isAnswer) && text.trim() !== "" && !FIRST_PERSON.test(text);
}

/** The turns without a labelled request below them, whose label looks like a speaker: `Task: find the rules.` */
function withoutRequest(lines: readonly Turn[]): readonly Turn[] {
  const speaker = lines.at(-1)?.speaker ?? "";
  const isRequest =
    REQUEST_NAME.test(speaker) && lines.findIndex((turn) => turn.speaker === speaker) === lines.length - 1;
  return isRequest ? lines.slice(0, -1) : lines;
}

const BLANK_LINE = /\n[ \t\r]*\n\s*/g;

/**
 * Where the turns end. If no other turn contains a blank line, one in the last turn ends it.
 * @param request the start of a labelled request below the turns, if there is one
 */
function endOfTurns(prompt: string, turns: readonly Turn[], request = prompt.length): number {
  const haveBlankLines = turns.some(({ start }, at) => {
    const next = turns[at + 1];
    return next !== undefined && prompt.slice(start, next.start).trim().search(BLANK_LINE) !== -1;
  });
  if (haveBlankLines) return request;
  BLANK_LINE.lastIndex = turns.at(-1)?.opened ?? 0;
  return BLANK_LINE.test(prompt) ? Math.min(request, BLANK_LINE.lastIndex) : request;
}

function isAnswer({ speaker }: Turn): boolean {
  return ANSWERING.has(speaker.toLowerCase());
}

function linesThatOpen(prompt: string, checkpoint: Checkpoint): readonly Turn[] {
  const turns: Turn[] = [];
  let lines = 0;
  for (let start = 0; start < prompt.length && turns.length <= TURNS_MAX; ) {
    lines += 1;
    if (lines % LINES_PER_CHECKPOINT === 0) checkpoint();
    const end = lineEnd(prompt, start, prompt.length);
    const speaker = end - start < OPENING_CHARS_MIN ? null : (speakerAt(prompt, start, end) ?? roleAt(prompt, start));
    if (speaker !== null) turns.push({ start, opened: prompt.indexOf(speaker, start) + speaker.length, speaker });
    start = end;
  }
  return turns;
}

function roleAt(prompt: string, start: number): string | null {
  ROLE_LINE.lastIndex = start;
  return ROLE_LINE.exec(prompt)?.[1] ?? null;
}

function messagesIn(prompt: string): readonly Turn[] {
  const turns: Turn[] = [];
  if (!ROLE_FIELD.test(prompt)) return turns;
  for (const { index, 0: field, 1: speaker = "" } of prompt.matchAll(new RegExp(ROLE_FIELD, "g"))) {
    turns.push({ start: index, opened: index + field.length, speaker });
    if (turns.length > TURNS_MAX) break;
  }
  return turns;
}

function isConversation(turns: readonly Turn[]): boolean {
  if (turns.length < TURNS_MIN || turns.length > TURNS_MAX) return false;
  const turnsOf = new Map<string, number>();
  for (const { speaker } of turns) turnsOf.set(speaker, (turnsOf.get(speaker) ?? 0) + 1);
  return [...turnsOf.values()].filter((count) => count > 1).length >= RETURNING_MIN;
}

/** Matches any of the words by itself. Scripts without spaces have no word boundaries to check. */
function anyWordOf(words: string, unspaced: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])|${unspaced}`, "iu");
}

/**
 * Pronouns of English, German, French, Spanish, Portuguese and Italian, then of Chinese, Japanese and Korean. Without
 * `us`, which is also a country.
 */
const FIRST_PERSON = anyWordOf(
  "i|me|my|mine|we|our|ours|ich|mich|mir|meine?[mnrs]?|wir|uns|unsere?[mnrs]?|je|j|moi|mon|mes|nous|notre|nos|" +
    "yo|mi|mis|nosotros|nuestr[oa]s?|eu|meus?|minhas?|nosso|nossa|io|mio|mia|miei|noi|nostr[oa]",
  "我|咱|私|僕|俺|나는|내가|제가|저는|우리",
);
const ASSISTANT = anyWordOf(
  "assistant|you|your|yours|du|dich|dir|deine?[mnrs]?|tu|toi|vous|votre|vos|tú|usted|ustedes|você|vocês|voi",
  "你|您|あなた|당신",
);

/** The speaker of a turn in JSON, in an element or in a printed object: `{"content": "Ada: ..."}`. */
const WRAPPED_NAME =
  /^(?:[<{[]|\w{1,40}\()[\s\S]{0,100}?["'>[\n](\p{Lu}[\p{L}'.-]{1,30}(?: \p{Lu}[\p{L}'.-]{1,30})?): /u;

/** Each side of a chat has at least this many units. */
const UNITS_MIN = 2;

/** Units read between two checkpoints: a few milliseconds. */
const UNITS_PER_CHECKPOINT = 2048;

/**
 * Finds the units of the user's turns. Finds none for a prompt that addresses or names the assistant (`What did you
 * suggest to me?`), because either side may have said it.
 * @returns the numbers of the units across all records, ascending; none if the records are not a chat with an assistant
 */
export function unitsOfUser(
  records: readonly SegmentedRecord[],
  prompt: string,
  checkpoint: Checkpoint = unchecked,
): readonly number[] {
  if (ASSISTANT.test(prompt)) return [];
  const told: number[] = [];
  const units = { user: 0, assistant: 0 };
  let unit = 0;
  for (const record of records) {
    const sideByKind = sideOfKind(record);
    let side = sideByKind;
    if (side === undefined && !mayHoldTurns(record)) {
      unit += record.units.length;
      continue;
    }
    for (const { start, end } of record.units) {
      if (unit % UNITS_PER_CHECKPOINT === 0) checkpoint();
      const text = record.readable.slice(start, end).trimStart();
      const wrapped = sideByKind === undefined ? null : WRAPPED_NAME.exec(text);
      const name = speakerAt(text, 0, text.length) ?? ROLE_FIELD.exec(text)?.[1] ?? wrapped?.[1];
      if (name !== undefined) side = sideOf(name);
      if (side !== undefined) units[side] += 1;
      if (side === "user") told.push(unit);
      unit += 1;
    }
  }
  return Math.min(units.user, units.assistant) < UNITS_MIN ? [] : told;
}

/** False for most records. Reading all units of a large one takes milliseconds. */
function mayHoldTurns({ type, readable }: SegmentedRecord): boolean {
  return type.hasTurns || readable.includes('"role"');
}

function sideOfKind({ kind }: SegmentedRecord): Side | undefined {
  if (kind === "user_input") return "user";
  return kind === "llm_response" ? "assistant" : undefined;
}
