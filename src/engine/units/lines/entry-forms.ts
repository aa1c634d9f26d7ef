// Recognises texts of entries. Each entry is a run of fields: a block in calendars and cards (`BEGIN:VEVENT` ...
// `END:VEVENT`), a row that a database prints with one column per line (`*** 1. row ***`), a record that begins with a
// mark, or a stanza between blank lines (LDIF, Debian control, cpuinfo). In: a sample. Out: the form of the entries.
// Recognises a format by the shape of its lines, never by the names of its keys.
import { isBlank, lineEnd } from "../../../text/characters.ts";
import { matchesAt, matchesIn, oncePerSample, type Sample } from "../line-patterns.ts";

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
export const entryForm = oncePerSample((sample): Form | null => {
  if (BLOCKS.opensAt(sample.text, sample.start)) return BLOCKS;
  if (/[*-]/.test(sample.firsts) && matchesIn(sample, ROW_LINE) >= ENTRIES_MIN) return ROWS;
  const mark = recordMark(sample);
  if (mark !== null) return { kind: "records", ...mark };
  if (areMessages(sample)) return MESSAGES;
  // The first line alone rules out most texts.
  const first = sample.lines.find((line) => !line.startsWith(COMMENT)) ?? "";
  return FIELD.test(first) && areStanzas(stanzasOf(sample.stretches[0] ?? "")) ? STANZAS : null;
});

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

/** How the records of a text begin. */
type RecordMark = Pick<Form, "opensAt" | "hasTitles">;

/**
 * The mark that opens each record: the first tag of a reference (`TY  - ` in RIS, `PMID- ` in PubMed), the key of a
 * reference in BibTeX, or the label below each rule of a report (`>> Issue: ...`).
 */
function recordMark(sample: Sample): RecordMark | null {
  return keyMark(sample) ?? tagMark(sample) ?? findingMark(sample);
}

/** `@article{begg1994,` */
const KEY = /@[a-zA-Z]{3,20}\{[^\s,{}]{1,100},[ \t]*(?:\r?\n|\r?$)/y;

function keyMark({ lines, firsts }: Sample): RecordMark | null {
  if (!firsts.includes("@") || lines.filter((line) => matchesAt(KEY, line, 0)).length < ENTRIES_MIN) return null;
  return { opensAt: (text, from) => matchesAt(KEY, text, from), hasTitles: true };
}

/** `TY  - `, `PMID- `: a tag is padded to four characters. */
const TAG = /^(?:[A-Z][A-Z\d] {2}|[A-Z][A-Z\d]{2} |[A-Z][A-Z\d]{3})-(?: |$)/;

/** Minimum share of lines that have a tag or are indented. */
const TAGGED_SHARE = 0.9;
/** The first tag is in one of these first lines. An export may begin with lines about itself. */
const FIRST_LINES = 4;

function tagMark({ lines }: Sample): RecordMark | null {
  const first = lines.slice(0, FIRST_LINES).find((line) => TAG.test(line)) ?? "";
  const tag = TAG.exec(first)?.[0];
  if (tag === undefined) return null;
  if (lines.filter((line) => line.startsWith(tag)).length < ENTRIES_MIN) return null;
  const tagged = lines.filter((line) => TAG.test(line) || /^[ \t]/.test(line)).length;
  if (tagged < TAGGED_SHARE * lines.length) return null;
  return { opensAt: (text, from) => text.startsWith(tag, from), hasTitles: true };
}

/** A line that only separates what is above it from what is below. */
const RULE = /^(?:-{5,}|={5,}|_{5,}|\*{5,}|~{5,})[ \t]*$/;

/** The beginning of a line up to its colon, such as `>> Issue:`. */
const LABEL = /^[^\p{L}\n]{0,12}\p{L}[\p{L}\d ]{1,30}:(?=[ \t])/u;

/** The same label must follow at least this many rules, and at least this share of those above indented blocks. */
const RULES_MIN = 3;
const SAME_LABEL_SHARE = 0.6;

/** The label that opens each finding of a report, below a rule. Fields are indented, unlike turns of a dialogue. */
function findingMark({ lines, firsts }: Sample): RecordMark | null {
  if (!/[-=_*~]/.test(firsts)) return null;
  const below = lines.filter((_, at) => RULE.test(lines[at - 1] ?? "") && /^[ \t]/.test(lines[at + 1] ?? ""));
  if (below.length < RULES_MIN) return null;
  const label = LABEL.exec(below[0] ?? "")?.[0];
  if (label === undefined) return null;
  const same = below.filter((line) => line.startsWith(label)).length;
  if (same < Math.max(RULES_MIN, SAME_LABEL_SHARE * below.length)) return null;
  return { opensAt: (text, from) => text.startsWith(label, from), hasTitles: false };
}

/** True for a rule. It belongs to the record above it. */
export function isRule(line: string): boolean {
  return RULE.test(line);
}
