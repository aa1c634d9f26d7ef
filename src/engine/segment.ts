// Cuts records into units. In: measured records. Out: the same records with their content type and units.
// It reads only `text` and `kind`, never changes a record's text and never looks at the task.
import { int32s } from "../text/arrays.ts";
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { statedTitle } from "../text/stated-title.ts";
import { argumentOf, pairedCalls } from "./calls.ts";
import { cutByType, plainWords, type TypeAndNoun, typeOf } from "./content-types.ts";
import type { ContentType, MeasuredRecord, RecordKind, SegmentedRecord, Unit, UnitNoun } from "./model.ts";
import { kindsOf } from "./record-kinds.ts";
import { addPiece, type Draft, type OpenUnit, openDraft, UNIT_CHARS_MAX } from "./units/draft.ts";
import { withoutLineNumbers } from "./units/line-numbers.ts";
import type { Origin } from "./units/line-patterns.ts";
import { areTurns, isTurn } from "./units/mixed/dialogue.ts";
import { markPosts } from "./units/mixed/posts.ts";
import { findJson } from "./units/nested/json.ts";
import { decoded } from "./units/nested/json-strings.ts";
import { addWithParts, type Removed, withParts } from "./units/removed.ts";
import { withoutTerminalCodes } from "./units/terminal-codes.ts";
import { addInner, cutStrings, findWrapper, longStrings, type TextPlace } from "./units/wrapper.ts";

/** A text of up to this length is one unit: cutting it would cost more in gap marks than it saves. */
const WHOLE_CHARS_MAX = 160;

interface Segments {
  readonly type: ContentType;
  readonly noun: UnitNoun;
  readonly readable: string;
  readonly units: readonly Unit[];
}

export function segment(
  records: readonly MeasuredRecord[],
  checkpoint: Checkpoint = unchecked,
): readonly SegmentedRecord[] {
  const amongTurns = areTurns(records.map(({ source }) => source.text));
  const kinds = kindsOf(records, checkpoint);
  const calls = pairedCalls(records, kinds);
  const titleByCall = (at: number) => {
    const call = records[calls[at] ?? -1];
    return call === undefined ? null : argumentOf(call.source.text);
  };
  const segmented = records.map(({ position, source, scan }, at) => {
    checkpoint();
    const kind = kinds[at] ?? source.kind;
    const { type, noun, readable, units } = segmentText(source.text, kind, amongTurns, checkpoint);
    const title = source.title ?? (mayStateTitle(type) ? statedTitle(readable) : null) ?? titleByCall(at);
    // Written out field by field: an object built with a spread takes half as much memory again.
    return { position, source, scan, title, type, noun, readable, units, kind };
  });
  return markPosts(segmented, checkpoint);
}

/** In code and in logs, a `#` opens a comment. */
function mayStateTitle({ showsCode, templates }: ContentType): boolean {
  return !showsCode && templates === null;
}

/**
 * Cuts one text. The units partition it exactly; an empty text has none. `amongTurns` is true if the records of the
 * request are turns of one conversation.
 */
export function segmentText(
  text: string,
  kind: RecordKind,
  amongTurns = false,
  checkpoint: Checkpoint = unchecked,
): Segments {
  const isShort = text.length <= WHOLE_CHARS_MAX;
  if (isShort && PLAIN.test(text) && !isTurn({ start: 0, end: text.length }, { kind, amongTurns, isFile: false })) {
    return oneSentence(text);
  }
  // A tool is chosen as a whole, however long the descriptions of its parameters are.
  const draft = openDraft(text, kind === "tool_schema", checkpoint);
  const { type, noun, readable } = cutText(draft, { kind, amongTurns, isFile: kind === "artifact" }, 0);
  const units = finishUnits(draft);
  return { type, noun, readable, units: isShort ? asOne(units) : units };
}

/** How often a text is replaced by the one inside it. Wrappers, line numbers and colours all count. */
const WRAPPERS_MAX = 3;

/** What cutting finds out about a text, apart from its units. */
type Recognised = Omit<Segments, "units">;

/** Cuts the draft's text. A text in a wrapper, with line numbers or in colours has the type of what is in it. */
function cutText(draft: Draft, origin: Origin, opened: number): Recognised {
  const { text, isIndivisible, checkpoint } = draft;
  const mayOpen = opened < WRAPPERS_MAX;
  const colourless = mayOpen ? withoutTerminalCodes(text) : null;
  if (colourless !== null) return cutWithout(draft, colourless, " ".repeat(text.length), origin, opened);
  const numberless = mayOpen ? withoutLineNumbers(text) : null;
  // A task may name a line by its number.
  if (numberless !== null) return cutWithout(draft, numberless, text, { ...origin, isFile: true }, opened);
  const found = findJson(text);
  // A tool that Python prints is cut as text, not as JSON: it is mainly the sentences that describe it.
  const json = isIndivisible && found?.form === "printed" ? null : found;
  // The schema of a tool is JSON to the end. Its escaped texts are examples of code, which drown what the tool is for.
  if (isIndivisible && json !== null) return { ...cutByType(draft, origin, json), readable: text };
  const readable = json === null ? text : decoded(text, checkpoint);
  const strings = mayOpen && json !== null ? longStrings(text, json.at) : [];
  if (areLaidOut(readable, strings, origin, checkpoint))
    return { ...cutInStrings(draft, readable, strings, origin, opened), readable };
  const wrapper = mayOpen ? findWrapper(text, json?.at ?? null) : null;
  if (wrapper === null) return { ...cutByType(draft, origin, json), readable };
  const { start, end } = wrapper;
  const { inner, cut } = cutInner(draft, readable.slice(start, end), origin, opened);
  addInner(draft, wrapper, inner);
  const isSame = cut.readable === inner.text;
  return { ...cut, readable: isSame ? readable : readable.slice(0, start) + cut.readable + readable.slice(end) };
}

/** Cuts the draft's text as if it had only its bare part. @param shown gives what is read in place of the rest */
function cutWithout(draft: Draft, removed: Removed, shown: string, origin: Origin, opened: number): Recognised {
  const { inner, cut } = cutInner(draft, removed.bare, origin, opened);
  addWithParts(draft, removed, inner);
  const isSame = shown === draft.text && cut.readable === inner.text;
  return { ...cut, readable: isSame ? shown : withParts(shown, removed, cut.readable) };
}

/** True if the strings are mainly code, logs or tables. If they are sentences, `cutJson` cuts them well enough. */
function areLaidOut(readable: string, strings: readonly TextPlace[], origin: Origin, checkpoint: Checkpoint): boolean {
  let chars = 0;
  let laidOut = 0;
  for (const { start, end } of strings) {
    checkpoint();
    const { isRunningText, hasTurns } = typeOf(readable.slice(start, end), origin);
    chars += end - start;
    if (!isRunningText && !hasTurns) laidOut += end - start;
  }
  return 2 * laidOut > chars;
}

/** Cuts the strings of the draft's JSON. The text gets the type of its longest string. */
function cutInStrings(draft: Draft, readable: string, strings: readonly TextPlace[], origin: Origin, opened: number) {
  let { type, noun }: TypeAndNoun = plainWords;
  let longest = 0;
  cutStrings(draft, strings, ({ start, end }) => {
    const { inner, cut } = cutInner(draft, readable.slice(start, end), origin, opened);
    if (end - start > longest) {
      longest = end - start;
      ({ type, noun } = cut);
    }
    return inner;
  });
  return { type, noun };
}

/** Cuts a text that is in the draft's text, in a draft of its own. */
function cutInner({ isIndivisible, checkpoint }: Draft, text: string, origin: Origin, opened: number) {
  const inner = openDraft(text, isIndivisible, checkpoint);
  const cut = cutText(inner, origin, opened + 1);
  addRest(inner);
  return { inner, cut };
}

/** Adds what the cutter left over at the end of the text. */
function addRest(draft: Draft): void {
  addPiece(draft, draft.text.length, { count: 0, joinUpTo: UNIT_CHARS_MAX });
}

/**
 * A text of bare words is one sentence of prose, unless it is a turn. It skips the tests of all types, because a
 * request may hold thousands of such records, and the tests would take a fifth of its time.
 */
const PLAIN = /^\w+(?: \w+)*$/;

function oneSentence(text: string): Segments {
  return { ...plainWords, readable: text, units: [wholeUnit(text)] };
}

function wholeUnit({ length }: string): Unit {
  const place = { start: 0, end: length, block: 0, passage: 0 };
  return { ...place, count: 1, continues: false, announces: false, head: -1, context: "" };
}

/** Merges all units into one with the sum of their counts. */
function asOne(units: readonly Unit[]): readonly Unit[] {
  const [first] = units;
  if (first === undefined || units.length === 1) return units;
  const count = units.reduce((sum, unit) => sum + unit.count, 0);
  return [{ ...first, end: units.at(-1)?.end ?? first.end, count, announces: false }];
}

/**
 * Turns a draft into its final units: extends the last one to the end of the text, merges tiny units if there are too
 * many, and gives each unit its block and passage. Never cuts a unit.
 */
export function finishUnits(draft: Draft): readonly Unit[] {
  const { text } = draft;
  addRest(draft);
  // The text is all white space.
  if (draft.units.length === 0 && text.length > 0) {
    return [wholeUnit(text)];
  }
  const units = coalesce(draft.units, text.length);
  numberBlocks(units, draft);
  // A grown array has spare capacity, at least 17 slots: 120 bytes in a record of one unit.
  return units.slice();
}

/** Any text may have this many units, however small they are. */
const UNITS_FREE = 10_000;

/** Beyond that number, neighbours are merged if the units average fewer characters than this. */
const MEAN_CHARS_MIN = 32;

/** Neighbours are merged up to this length. */
const COALESCED_CHARS = 64;

/** Returns the units themselves, or fewer and larger ones with their heads adjusted. */
export function coalesce(units: OpenUnit[], chars: number): OpenUnit[] {
  if (units.length <= UNITS_FREE || chars >= MEAN_CHARS_MIN * units.length) return units;
  const merged: OpenUnit[] = [];
  const movedTo = int32s(units.length);
  for (const [index, unit] of units.entries()) {
    const last = merged.at(-1);
    if (last !== undefined && unit.end - last.start <= COALESCED_CHARS) {
      last.end = unit.end;
      last.count += unit.count;
      last.announces = last.announces && unit.announces;
    } else {
      // A head after its unit is dropped here: once units are merged, two could depend on each other.
      const head = unit.head === -1 || unit.head > index ? -1 : (movedTo[unit.head] ?? -1);
      merged.push({ ...unit, head });
    }
    movedTo[index] = merged.length - 1;
  }
  return merged;
}

/** A block closes at this length: the middle level of scoring measured best near 500 characters. */
const BLOCK_CHARS = 500;

/** A block may close this early at the end of a section, so that it does not mix two sections. */
const BLOCK_CHARS_AT_SECTION = 250;

/**
 * Numbers the blocks. A block closes when it is long enough, earlier if a section starts, and always where a passage or
 * a block was opened.
 */
function numberBlocks(units: readonly OpenUnit[], { units: drafted, sections, passages, blocks }: Draft): void {
  let block = 0;
  let passage = 0;
  let blockStart = 0;
  let nextSection = 0;
  let nextPassage = 0;
  let nextBlock = 0;
  const startOf = (index: number | undefined) => drafted[index ?? drafted.length]?.start ?? Number.POSITIVE_INFINITY;
  for (const unit of units) {
    const { start } = unit;
    while (startOf(sections[nextSection]) < start) nextSection++;
    while (startOf(passages[nextPassage]) < start) nextPassage++;
    while (startOf(blocks[nextBlock]) < start) nextBlock++;
    const length = start - blockStart;
    const opensPassage = start > 0 && startOf(passages[nextPassage]) === start;
    if (opensPassage) passage++;
    const opensBlock = opensPassage || (start > 0 && startOf(blocks[nextBlock]) === start);
    const opensSection = startOf(sections[nextSection]) === start;
    if (opensBlock || length >= BLOCK_CHARS || (length >= BLOCK_CHARS_AT_SECTION && opensSection)) {
      block++;
      blockStart = start;
    }
    unit.block = block;
    unit.passage = passage;
  }
}
