// Recognises texts of entries. Each entry is a run of fields: a block in calendars and cards (`BEGIN:VEVENT` ...
// `END:VEVENT`), a row that a database prints with one column a line (`*** 1. row ***`), a record that begins with a
// mark, or a stanza between blank lines (LDIF, Debian control, cpuinfo). In: a sample. Out: the form of the entries.
// Recognises a format by the shape of its lines, never by the names of its keys.
import { isBlank, lineEnd } from "../../../text/characters.ts";
import { matchesAt, matchesIn, type Sample } from "../line-patterns.ts";
import { recordMark } from "./record-marks.ts";

/** How a text separates its entries, and which fields may name them. */
export interface Form {
  /** Blocks nest and have an end mark. Stanzas and rows end at a blank line; records, at a rule or the next record. */
  readonly kind: "blocks" | "stanzas" | "rows" | "records";
  /** True if the line at `from` opens an entry. Any line may open a stanza. */
  readonly opensAt: (text: string, from: number) => boolean;
  /** Any field may name the entry, not only the first one. */
  readonly hasTitles: boolean;
  /** The fields are quoted messages below comments. An entry is a message with its translations, read as a whole. */
  readonly isQuoted?: boolean;
}

const BEGIN = /BEGIN:[\w-]{1,40}[ \t]*(?:\r?\n|\r?$)/y;
const END = /END:[\w-]{1,40}[ \t]*(?:\r?\n|\r?$)/y;

/** `*** 1. row ***` of MySQL, `-[ RECORD 1 ]---` of PostgreSQL. */
const ROW = /(?:\*{3,80} ?\d{1,9}\. row ?\*{3,80}|-\[ RECORD \d{1,9} \][-+]{0,400})[ \t]*(?:\r?\n|\r?$)/y;
const ROW_LINE = new RegExp(`^${ROW.source}`);

/** `dn: cn=Ada`, `Package: vim`, `model name	: Xeon`, `Id=cron.service`. */
const FIELD = /^(\p{L}[\w.-]{0,40}(?: [\w()-]{1,20}){0,3})[ \t]{0,40}(?:::?(?=\s|$)|=)/u;

export const COMMENT = "#";

const BLOCKS: Form = { kind: "blocks", opensAt: (text, from) => matchesAt(BEGIN, text, from), hasTitles: true };
export const STANZAS: Form = { kind: "stanzas", opensAt: () => true, hasTitles: false };
const MESSAGES: Form = { ...STANZAS, isQuoted: true };
const ROWS: Form = { kind: "rows", opensAt: (text, from) => matchesAt(ROW, text, from), hasTitles: true };

export function endsBlock(text: string, from: number): boolean {
  return matchesAt(END, text, from);
}

/** A single stanza may be chance, and a single row needs no separation from others. */
const ENTRIES_MIN = 2;

/** If entries have fewer fields on average, the labels may be speakers, or a question and its answer. */
const FIELDS_MEAN_MIN = 3;

/** Minimum share of the stanzas that open with the same key, and of the lines that are fields. */
const SAME_KEY_SHARE = 0.6;
const FIELD_LINES_SHARE = 0.9;

/** A longer field is running text. */
const FIELD_CHARS_MAX = 300;

/** The form of the entries, or null if the text is of another kind. */
export function entryForm(sample: Sample): Form | null {
  if (BLOCKS.opensAt(sample.text, sample.start)) return BLOCKS;
  if (matchesIn(sample, ROW_LINE) >= ENTRIES_MIN) return ROWS;
  const mark = recordMark(sample);
  if (mark !== null) return { kind: "records", ...mark };
  if (areMessages(sample)) return MESSAGES;
  // The first line alone rules out most texts.
  const first = sample.lines.find((line) => !line.startsWith(COMMENT)) ?? "";
  return FIELD.test(first) && areStanzas(stanzasOf(sample.stretches[0] ?? "")) ? STANZAS : null;
}

/** `msgid "Save"`, `msgstr[0] ""`. The second pattern also accepts comments and continuations: `"all files"`. */
const MESSAGE = /^[a-z_]{2,20}(?:\[\d\])? "/;
const MESSAGE_LINE = new RegExp(`${MESSAGE.source}|^["${COMMENT}]`);

/** Minimum number of lines that open a message or a translation: two messages with one translation each. */
const MESSAGES_MIN = 4;
const MESSAGE_LINES_SHARE = 0.95;

/** True for a message catalogue of gettext. */
function areMessages(sample: Sample): boolean {
  // The first line alone rules out most texts.
  if (!MESSAGE_LINE.test(sample.lines[0] ?? "") || matchesIn(sample, MESSAGE) < MESSAGES_MIN) return false;
  return matchesIn(sample, MESSAGE_LINE) >= MESSAGE_LINES_SHARE * sample.lines.length;
}

interface Stanza {
  /** The keys of its fields, in order. */
  readonly keys: string[];
  /** Lines that are neither fields nor indented below one. */
  others: number;
}

/** True if most stanzas open with a field of the same key, which no stanza has further down. */
function areStanzas(stanzas: readonly Stanza[]): boolean {
  const key = stanzas.at(-1)?.keys[0] ?? "";
  const opened = stanzas.filter(({ keys }) => keys[0] === key);
  if (key === "" || opened.length < Math.max(ENTRIES_MIN, SAME_KEY_SHARE * stanzas.length)) return false;
  const fields = opened.reduce((sum, { keys }) => sum + keys.length, 0);
  const others = stanzas.reduce((sum, stanza) => sum + stanza.others, 0);
  if (fields < FIELDS_MEAN_MIN * opened.length || fields < FIELD_LINES_SHARE * (fields + others)) return false;
  return stanzas.every(({ keys }) => keys.lastIndexOf(key) <= 0);
}

function stanzasOf(text: string): readonly Stanza[] {
  const stanzas: Stanza[] = [];
  let isOpen = false;
  for (let at = 0; at < text.length; at = lineEnd(text, at, text.length)) {
    const stop = lineEnd(text, at, text.length);
    const isGap = isBlank(text, at, stop);
    if (!isGap && !isOpen) stanzas.push({ keys: [], others: 0 });
    isOpen = !isGap;
    const stanza = stanzas.at(-1);
    if (stanza !== undefined && !isGap) addLine(stanza, text.slice(at, Math.min(stop, at + FIELD_CHARS_MAX + 1)));
  }
  return stanzas;
}

function addLine(stanza: Stanza, line: string): void {
  const key = line.length > FIELD_CHARS_MAX ? undefined : FIELD.exec(line)?.[1];
  if (key !== undefined) stanza.keys.push(key);
  else if (!/^[ \t]/.test(line) && !line.startsWith(COMMENT)) stanza.others++;
}
