// Finds the lines that a page repeats around its posts or entries: bylines such as `ann 5 hours ago`, versions, and
// `Share` or `12 Likes`. They share the score of the block around them but say nothing about its topic.
// In: segmented records. Out: the same records. The text of a post depends on the repeated line right above it. Other
// repeated lines, bylines apart, are not sent for their own sake. Never looks at the task.
import { FNV_PRIME } from "../../../text/arrays.ts";
import { isBlank, isSpace, NEWLINE } from "../../../text/characters.ts";
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";
import type { SegmentedRecord, Unit } from "../../model.ts";
import { SENTENCES } from "../../unit-nouns.ts";

/** Units to read between two checkpoints: a few milliseconds. */
const UNITS_PER_CHECKPOINT = 1024;

/** A longer line says something. UTF-16 units, without the targets of links. */
const LINE_CHARS_MAX = 60;

/** A line that is longer with its marks is not read further. UTF-16 units, without the targets of links. */
const SAID_CHARS_MAX = 2 * LINE_CHARS_MAX;

/** A longer unit is not read: the targets of its links are part of this. UTF-16 units. */
const UNIT_CHARS_MAX = 300;

/** A line belongs to the page if it occurs this often in the records. An author may say the same thing twice. */
const REPEATED_MIN = 3;

/** A record is a page of posts if this many of its paragraphs repeat each other, among them bylines. */
const PAGE_LINES_MIN = 4;

/** A longer record is not one page, and its lines would take much memory. */
const UNITS_MAX = 20_000;

const NO_LINE = -1;

export function markPosts(
  records: readonly SegmentedRecord[],
  checkpoint: Checkpoint = unchecked,
): readonly SegmentedRecord[] {
  /** How often each line occurs on all pages. */
  const counts = new Map<number, number>();
  const pages = records.map((record) => {
    const { length } = record.units;
    if (!isSentences(record) || length <= PAGE_LINES_MIN || length > UNITS_MAX || !mayRepeatByline(record)) return null;
    const digests = digestsOf(record, checkpoint);
    return addRepeated(digests, counts) ? digests : null;
  });
  if (counts.size === 0) return records;
  return records.map((record, index) => {
    const digests = pages[index];
    if (digests === undefined || digests === null) return record;
    const { position, source, scan, title, type, noun, readable, kind } = record;
    const marks = Array.from(digests, (digest) => markOf(digest, counts));
    return { position, source, scan, title, type, noun, readable, units: markUnits(record, marks), kind };
  });
}

/** Markdown and prose. A mail has a structure of its own, in which greetings and signatures repeat. */
function isSentences({ type, noun }: SegmentedRecord): boolean {
  return noun === SENTENCES && !type.quotesOthers;
}

/** By unit, a digest if it may be a line of the page, or else `NO_LINE`. */
function digestsOf({ readable: text, units }: SegmentedRecord, checkpoint: Checkpoint): Float64Array {
  const digests = new Float64Array(units.length);
  for (const [index, unit] of units.entries()) {
    if (index % UNITS_PER_CHECKPOINT === 0) checkpoint();
    digests[index] = lineDigest(saidIn(text, unit));
  }
  return digests;
}

/** Counts the lines of a page. Returns false for a record that is not a page of posts. */
function addRepeated(digests: Float64Array, counts: Map<number, number>): boolean {
  const own = new Map<number, number>();
  for (const digest of digests) if (digest !== NO_LINE) own.set(digest, (own.get(digest) ?? 0) + 1);
  let repeated = 0;
  let bylines = 0;
  for (const [digest, count] of own) {
    if (count < 2) continue;
    repeated += count;
    if (digest % 2 === BYLINE) bylines += count;
  }
  if (bylines === 0) return false;
  if (repeated < PAGE_LINES_MIN) return false;
  for (const [digest, count] of own) counts.set(digest, (counts.get(digest) ?? 0) + count);
  return true;
}

/** True for short whole lines that are neither a heading nor a row, above a blank line or the end of the text. */
function isParagraph(text: string, { start, end }: Unit): boolean {
  if (end - start > UNIT_CHARS_MAX || text.startsWith("#", start) || text.startsWith("|", start)) return false;
  let from = start;
  while (start - from < LINE_CHARS_MAX && from > 0 && isIndent(text.charCodeAt(from - 1))) from -= 1;
  if (from > 0 && text.charCodeAt(from - 1) !== NEWLINE) return false;
  return end === text.length || isBlank(text, text.lastIndexOf("\n", end - 2) + 1, end);
}

function isIndent(code: number): boolean {
  return code !== NEWLINE && isSpace(code);
}

const LINK_TARGET = /\]\([^)\s]{1,300}\)/g;

/** The text of a line without the targets of its links; "" for a unit that is no line of a page, or too long a one. */
function saidIn(text: string, unit: Unit): string {
  if (!isParagraph(text, unit)) return "";
  const said = text.slice(unit.start, unit.end).replace(LINK_TARGET, "]");
  return said.length > SAID_CHARS_MAX ? "" : said;
}

const MARKS = /[^\p{L}\d]+/gu;
const NUMBER = /\d+/g;
const A_MONTH = /(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}/.source;
const MONTH = new RegExp(`\\b${A_MONTH}\\b`, "g");

/** A byline has a date, an age or points besides its name. Here @ stands for a month and 0 for a number. */
const TIME_OR_POINTS = /@ 0|0 @| ago\b|0 points?\b/;
const DATE = /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/;

/** Every byline matches this in lower case. */
const BYLINE_SIGN = new RegExp(
  `ago|\\d[^\\p{L}\\d]+(?:point|${A_MONTH})|${A_MONTH}[^\\p{L}\\d]+\\d|` +
    "\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}[./]\\d\\d",
  "u",
);

/** False for most texts, which have fewer than two bylines. Digests would take twice the time. */
function mayRepeatByline({ readable: text, units }: SegmentedRecord): boolean {
  let signs = 0;
  for (const unit of units) if (BYLINE_SIGN.test(saidIn(text, unit).toLowerCase())) signs++;
  return signs >= 2;
}

/** The name in a byline, which may have digits, and the act (`commented on`). */
const NAME = /^[^ ]{1,40}(?: [^ 0@]{1,40}){0,5} (?=[0@])/;

/** The last bit of a digest tells bylines from other lines. */
const BYLINE = 1;

/** Equal for lines that differ only in numbers, months, marks, the targets of links and the name in a byline. */
function lineDigest(said: string): number {
  if (said === "") return NO_LINE;
  const form = said.replace(MARKS, " ").trim().toLowerCase().replace(MONTH, "@").replace(NUMBER, "0");
  if (form.length > LINE_CHARS_MAX) return NO_LINE;
  const isByline = TIME_OR_POINTS.test(form) || DATE.test(said);
  const words = isByline ? form.replace(NAME, "") : form;
  let digest = 0;
  for (let at = 0; at < words.length; at += 1) digest = Math.imul(digest ^ words.charCodeAt(at), FNV_PRIME);
  return 2 * (digest >>> 1) + (isByline ? BYLINE : 0);
}

/** The role of a unit on its page. */
type Mark = "text" | "line" | "byline";

function markOf(digest: number, counts: ReadonlyMap<number, number>): Mark {
  if (digest === NO_LINE || (counts.get(digest) ?? 0) < REPEATED_MIN) return "text";
  return digest % 2 === BYLINE ? "byline" : "line";
}

/**
 * Gives the text of each post its head. A line of the page on which nothing depends becomes an announcement. A byline
 * does not: it says who wrote and when, perhaps below the text.
 */
function markUnits({ readable: text, units }: SegmentedRecord, marks: readonly Mark[]): readonly Unit[] {
  const heads = units.map(({ head }) => head);
  const headsBefore = new Set(heads);
  let heading = -1;
  let firstLine = -1;
  let above = -1;
  for (const [index, { head, start }] of units.entries()) {
    if (marks[index] !== "text") {
      if (firstLine === -1) firstLine = index;
      above = index;
      // A question in one post is not the head of the next post.
      if (head > firstLine && marks[head] === "text") heads[index] = heading;
    } else if (text.startsWith("#", start)) {
      heading = index;
      above = -1;
      // A unit on which other text depends may be the title of the next post.
    } else if (head < above && !headsBefore.has(index)) heads[index] = above;
  }
  const headsAfter = new Set(heads);
  return units.map((unit, index) => {
    const announces = unit.announces || (marks[index] === "line" && !headsAfter.has(index));
    return { ...unit, head: heads[index] ?? -1, announces };
  });
}
