// Cuts texts of entries: events of a calendar, persons of a directory, references, rows with one column per line. A
// short entry is one unit. The fields of a longer one depend on the field that names it, wherever that field stands.
// In: a text of a known form. Out: units. Interprets only the name of an entry, no other field.
import { countLines, isBlank, lineEnd, skipIndent, trimEnd } from "../../../text/characters.ts";
import { addPiece, addTail, type Draft, openPassage, openSection, seal } from "../draft.ts";
import { LINE_CHARS_MAX, type Sample } from "../line-patterns.ts";
import { COMMENT, endsBlock, entryForm, type Form, isRule, STANZAS } from "./entry-forms.ts";

/** An entry up to this length is one unit: each of its fields would cost a mark and the name. */
const ENTRY_CHARS = 240;

/** The same limit for a message and its translations, because neither says anything without the other. */
const MESSAGE_CHARS = 800;

/** Neighbouring fields of a longer entry share a unit up to this length. */
const FIELDS_CHARS = 160;

/**
 * Blocks are nested at most this deep, such as an alarm in an event in a calendar. The lines of deeper blocks are
 * fields. This bounds how often a unit is visited.
 */
const DEPTH_MAX = 4;

/**
 * The fields that name a block, a row or a record, best first. In a card, `fn` is the formatted name and `title` is a
 * job. `TI` and `T1` are the titles of references.
 */
const NAMES = ["fn", "summary", "name", "title", "subject", "label", "ti", "t1"];
const KEY = /[ \t]{0,80}([A-Za-z]{1,8}1?)[ \t]{0,80}[:;|=-]/y;

/** How much of its name serves as search context for an entry's fields. UTF-16 units. */
const NAME_CHARS_MAX = 60;

/** A row of a database is one unit up to this length, because its fields are short and padded with blanks. */
const ROW_CHARS = 600;

interface Entry {
  /** Its first unit. */
  readonly first: number;
  /** The unit of the field that names it, or -1. */
  nameUnit: number;
  /** The rank of that field. A field of a lower rank replaces it. */
  nameRank: number;
  /** The value of that field. */
  name: string;
}

interface Cutting {
  readonly form: Form;
  /** The entries around the next line, outermost first. */
  readonly open: Entry[];
}

/** Cuts `[draft.at, end)`. Each line counts as one. */
export function cutEntries(draft: Draft, end: number, sample: Sample): void {
  const { text } = draft;
  const form = entryForm(sample) ?? STANZAS;
  const { kind } = form;
  const cutting: Cutting = { form, open: [] };
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    if (isBlank(text, from, stop)) {
      addPiece(draft, stop, { count: 1, joinUpTo: 0 });
      if (kind === "stanzas" || kind === "rows") closeEntry(draft, cutting);
    } else if (kind === "blocks" && endsBlock(text, from)) {
      addTail(draft, stop, 1);
      closeEntry(draft, cutting);
    } else if (isRuleAt(form, text, from, stop)) {
      addTail(draft, stop, 1);
      closeEntry(draft, cutting);
    } else if (opensEntry(cutting, text, from)) {
      if (kind === "rows" || kind === "records") closeEntry(draft, cutting);
      addEntry(draft, cutting, stop, end);
    } else {
      addField(draft, cutting, stop, end);
    }
  }
  while (cutting.open.length > 0) closeEntry(draft, cutting);
}

function opensEntry({ form, open }: Cutting, text: string, from: number): boolean {
  if (form.kind === "blocks" && open.length === DEPTH_MAX) return false;
  return form.kind === "stanzas" ? open.length === 0 : form.opensAt(text, from);
}

/** Adds a short entry, or the first line of a longer one. */
function addEntry(draft: Draft, cutting: Cutting, stop: number, end: number): void {
  const { text, at: from } = draft;
  const { form, open } = cutting;
  const entryEnd = shortEntryEnd(text, from, end, form);
  if (entryEnd > 0) {
    openSection(draft);
    addPiece(draft, entryEnd, { count: countLines(text, from, entryEnd), joinUpTo: 0 });
    seal(draft);
    return;
  }
  openPassage(draft);
  // The first field names the entry until a better one follows, except in a block.
  const nameRank = form.kind === "blocks" ? NAMES.length : NAMES.length + 1;
  open.push({ first: draft.units.length, nameUnit: -1, nameRank, name: "" });
  if (form.kind === "stanzas" || form.kind === "records") addField(draft, cutting, stop, end);
  else addPiece(draft, stop, { count: 1, joinUpTo: 0 });
}

/** The end of the entry that starts at `from`, or 0 if it is long. */
function shortEntryEnd(text: string, from: number, end: number, form: Form): number {
  const { kind } = form;
  const most = form.isQuoted === true ? MESSAGE_CHARS : kind === "rows" ? ROW_CHARS : ENTRY_CHARS;
  let depth = 0;
  for (let at = from; at < end && at - from <= most; ) {
    const stop = lineEnd(text, at, end);
    if ((kind === "stanzas" || kind === "rows") && isBlank(text, at, stop)) return at;
    if (kind === "rows" || kind === "records") {
      if (at > from && (form.opensAt(text, at) || isRuleAt(form, text, at, stop))) return at;
    }
    if (kind === "blocks" && form.opensAt(text, at)) depth++;
    if (kind === "blocks" && endsBlock(text, at)) depth--;
    at = stop;
    const isDone = kind === "blocks" ? depth === 0 : at === end;
    if (isDone) return at - from <= most ? at : 0;
  }
  return 0;
}

/** True for a rule between two records. */
function isRuleAt({ kind }: Form, text: string, from: number, stop: number): boolean {
  return kind === "records" && isRule(text.slice(from, Math.min(stop, from + LINE_CHARS_MAX)).trimEnd());
}

/** Adds the field that starts with the line up to `stop`, and the lines that continue it. */
function addField(draft: Draft, { form, open }: Cutting, stop: number, end: number): void {
  const { text, at: from } = draft;
  const { kind } = form;
  const entry = open.at(-1);
  const isMark = kind === "records" && entry?.nameUnit === -1;
  const fieldEnd = kind === "rows" || isMark ? stop : fieldEndAt(form, text, from, stop, end);
  const rank = rankAt(text, from);
  const isName = entry !== undefined && rank < entry.nameRank;
  // The first field shares its unit with the mark of its row.
  if (isName && (kind === "blocks" || entry.nameUnit !== -1)) seal(draft);
  const unit = addPiece(draft, fieldEnd, { count: countLines(text, from, fieldEnd), joinUpTo: FIELDS_CHARS });
  if (!isName) return;
  seal(draft);
  entry.nameUnit = unit;
  entry.nameRank = form.hasTitles ? rank : 0;
  entry.name = valueAt(text, from, stop);
}

/** The end of the field whose first line is `[from, stop)`. Lines below it that are indented further continue it. */
function fieldEndAt({ isQuoted = false }: Form, text: string, from: number, stop: number, end: number): number {
  const indent = skipIndent(text, from, stop) - from;
  // A comment belongs to the message below it.
  let isComment = isQuoted && text.startsWith(COMMENT, from);
  let at = stop;
  while (at < end && (isComment || skipIndent(text, at, end) - at > indent || (isQuoted && text.startsWith('"', at)))) {
    const next = lineEnd(text, at, end);
    if (isBlank(text, at, next)) break;
    isComment &&= text.startsWith(COMMENT, at);
    at = next;
  }
  return at;
}

/** The place in `NAMES` of the key of the field at `from`; a key that names nothing comes after all of them. */
function rankAt(text: string, from: number): number {
  KEY.lastIndex = from;
  const place = NAMES.indexOf((KEY.exec(text)?.[1] ?? "").toLowerCase());
  return place === -1 ? NAMES.length : place;
}

const VALUE = /(?:[:=|]+|- )[ \t{"]*/;

/** The beginning of the value of the field in the line `[from, stop)`. */
function valueAt(text: string, from: number, stop: number): string {
  const line = text.slice(from, Math.min(trimEnd(text, from, stop), from + LINE_CHARS_MAX));
  const value = VALUE.exec(line);
  const start = value === null ? 0 : value.index + value[0].length;
  return line.slice(start, start + NAME_CHARS_MAX);
}

/**
 * Makes the fields of the innermost entry depend on its name. The name of a record depends on the line that opens the
 * record. Entries inside this one have names of their own.
 */
function closeEntry(draft: Draft, { form, open }: Cutting): void {
  const entry = open.pop();
  if (entry === undefined || entry.nameUnit === -1) return;
  const { first, nameUnit, name } = entry;
  const root = form.kind === "records" ? first : nameUnit;
  for (let at = first; at < draft.units.length; at++) {
    const unit = draft.units[at];
    if (unit === undefined || unit.head !== -1 || at === root) continue;
    unit.head = at === nameUnit ? root : nameUnit;
    unit.context = at === nameUnit ? "" : name;
  }
  seal(draft);
}
