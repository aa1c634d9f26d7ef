// Reads the references of a text (`see section 4.2`, `Table 3`, `#1234`, `docs/setup.md`). Finds the units that have
// these labels, at the start of a line or as the title of a record, and the units of code that define each symbol.
// In: segmented records. Out: the numbers of the units, by label or symbol. Reads each line of running text or code
// once.
import { lineEnd } from "../../text/characters.ts";
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { SegmentedRecord, Unit } from "../model.ts";
import { definedName } from "../units/code/defined-name.ts";
import { contentStart } from "../units/line-numbers.ts";

export interface Reference {
  /**
   * `section`, `table`; `NUMBERED` for a number without a kind, `CODED` for the code of a rule, `NAMED` for a ticket, a
   * path or an address.
   */
  readonly kind: string;
  readonly number: string;
}

const NUMBERED = "";
const NAMED = "#";
const CODED = "-";

/** Kinds whose labels may be bare numbers, as in `4.2 Refunds`, with the ways in which texts write them. */
const SECTIONS = {
  section: "section sections sec §§ §",
  article: "article articles art",
  chapter: "chapter chapters",
  clause: "clause clauses",
  paragraph: "paragraph paragraphs",
  rule: "rule rules",
  step: "step steps",
  part: "part parts",
  item: "item items",
  claim: "claim claims",
};

/** Kinds whose labels name the kind. */
const OTHERS = {
  table: "table tables",
  figure: "figure figures fig",
  appendix: "appendix app",
  annex: "annex",
  schedule: "schedule",
  exhibit: "exhibit",
  equation: "equation",
  note: "note",
};

const KIND_OF = new Map(
  Object.entries({ ...SECTIONS, ...OTHERS }).flatMap(([kind, forms]) => forms.split(" ").map((form) => [form, kind])),
);

const SIGN = "§§?";
const WORD = [...KIND_OF.keys()]
  .filter((form) => !form.startsWith("§"))
  .flatMap((form) => [form, form.slice(0, 1).toUpperCase() + form.slice(1), form.toUpperCase()])
  .sort((a, b) => b.length - a.length)
  .join("|");

/** What may stand between a kind and its number. */
const GAP = /\.?\s{0,2}/.source;

/** `4`, `4.2`, `4.2a`, `B`, `B.1`, `IV`. */
const NUMBER = /(\d{1,4}(?:\.\d{1,4}){0,4}[a-z]?|[IVX]{1,7}|[A-Z](?:\.\d{1,4}){0,4})/.source;

/** Marks before a label at the start of its line: `## `, `- `, `**`, `[`. */
const MARKS_BEFORE = /[#>*\-\t [(|]{0,8}/.source;

/** With a look-behind before the words, a search takes twice as long. */
const REFERENCE = new RegExp(`(?:\\b(${WORD})|(?<!\\w)(${SIGN}))${GAP}${NUMBER}(?!\\w|\\.\\d)`, "g");

/** The number of an issue or a ticket. */
const TICKET = /#\d{1,7}|[A-Z]{2,10}-\d{1,7}/.source;

/** The code of a rule: `C-3`, `HR-12`, but not `SHA-256` or `ORB-412`. Other texts may refer to it: it has no owner. */
const CODE = /[A-Z]{1,2}-\d{1,3}[a-z]?/.source;

/** A label that opens a line. A code or a bare number is above or before a text: `C-3 Refunds`, `4.2 Refunds`. */
const LABEL = new RegExp(
  `${MARKS_BEFORE}(?:(${WORD}|${SIGN})${GAP}${NUMBER}(?!\\w|\\.\\w)|` +
    `(?:(${CODE})|(\\d{1,4}(?:\\.\\d{1,4}){0,4}[a-z]?))[.):]{0,2}\\s{1,4}(?=\\p{L}))`,
  "uy",
);

const CODE_REFERENCE = new RegExp(`(?<![\\w-])${CODE}(?![\\w-]|\\.\\d)`, "g");

/** The name of a file or the address of a page. */
const PATH = /[\w.~:@%+-]{0,80}[/.][\w.~/:@%?=&+-]{1,160}\w/.source;

/** No character of a path may precede a path, so a long run of these characters is tried only once. */
const NAME = new RegExp(`(?<![\\w#&/.])(?:${TICKET}|(?<![~:@%+-])${PATH})(?![\\w-])`, "g");

/** A record is named by its ticket and perhaps a subject, or only by its path. */
const RECORD_NAME = new RegExp(`^\\s{0,4}(?:(${TICKET})(?![\\w-])|(${PATH})\\s{0,4}$)`);

/** Matches every text with a name or a code. Most texts have none, and this rules them out in a tenth of the time. */
const MAY_HOLD_NAME = /[/.][\w.~/:@%?=&+-]|#\d|[A-Z]-\d/;

/** False if a text holds no reference. Reading the labels of all records takes longer. */
export function mayRefer(text: string): boolean {
  return MAY_HOLD_NAME.test(text) || text.search(REFERENCE) !== -1;
}

/** The references in a text that starts a line, without labels of the text itself. @param kinds that are sought */
export function referencesIn(text: string, kinds: ReadonlySet<string>): readonly Reference[] {
  const numbers = hasNumbered(kinds) ? Array.from(text.matchAll(REFERENCE), numberedBy) : [];
  const mayHoldName = (kinds.has(NAMED) || kinds.has(CODED)) && MAY_HOLD_NAME.test(text);
  const names = mayHoldName && kinds.has(NAMED) ? Array.from(text.matchAll(NAME), ([name]) => named(name)) : [];
  const codes =
    mayHoldName && kinds.has(CODED) ? Array.from(text.matchAll(CODE_REFERENCE), ([code]) => coded(code)) : [];
  const labelled = [...numbers, ...codes];
  const own = labelled.length === 0 ? [] : labelsOf(text, { start: 0, end: text.length });
  const isOwn = ({ kind, number }: Reference) => own.some((label) => label.kind === kind && label.number === number);
  return [...labelled.filter((reference) => !isOwn(reference)), ...names];
}

function hasNumbered(kinds: ReadonlySet<string>): boolean {
  for (const kind of kinds) if (kind !== NAMED && kind !== CODED) return true;
  return false;
}

function numberedBy([, word, sign, number = ""]: RegExpMatchArray): Reference {
  return numbered(word ?? sign ?? "", number);
}

function numbered(form: string, number: string): Reference {
  return { kind: KIND_OF.get(form.toLowerCase()) ?? NUMBERED, number };
}

function coded(code: string): Reference {
  return { kind: CODED, number: code };
}

/** A path is written from different folders, so its last part counts. */
function named(name: string): Reference {
  return { kind: NAMED, number: name.slice(name.lastIndexOf("/", name.length - 2) + 1) };
}

/** Units by a name. They are numbered across all records and ascend. */
export type UnitsByName = ReadonlyMap<string, readonly number[]>;

function addUnit(units: Map<string, number[]>, name: string, unit: number): void {
  const known = units.get(name);
  if (known === undefined) units.set(name, [unit]);
  else if (known.at(-1) !== unit) known.push(unit);
}

/** The owner of labels that are valid in every record. */
const ANY_RECORD = -1;

function keyOf(owner: number, { kind, number }: Reference): string {
  return `${owner} ${kind} ${number.toLowerCase()}`;
}

/** True for a ticket, a path or an address. A record that contains its own name does not refer to itself. */
export function isName({ kind }: Reference): boolean {
  return kind === NAMED;
}

export interface Labels {
  /** By record, kind and number. */
  readonly units: UnitsByName;
  /** Of all labels. Most records have none. */
  readonly kinds: ReadonlySet<string>;
}

/** The units with the label of a reference: those of the same record, or else those that any record may refer to. */
export function unitsWith({ units: labels }: Labels, record: number, reference: Reference): readonly number[] {
  const bare = reference.kind in SECTIONS ? [{ kind: NUMBERED, number: reference.number }] : [];
  for (const owner of [record, ANY_RECORD]) {
    for (const one of [reference, ...bare]) {
      const units = labels.get(keyOf(owner, one));
      if (units !== undefined) return units;
    }
  }
  return [];
}

/** A record's label is this close to the start of its title or text. UTF-16 units. */
const OPENING_LENGTH = 160;

/** Units of text between two checkpoints, and units of code: about a millisecond. */
const UNITS_PER_CHECKPOINT = 1024;
const CODE_UNITS_PER_CHECKPOINT = 256;

export function labelsIn(records: readonly SegmentedRecord[], checkpoint: Checkpoint): Labels {
  const labels = new Map<string, number[]>();
  const kinds = new Set<string>();
  const add = (owner: number, label: Reference, unit: number): void => {
    addUnit(labels, keyOf(owner, label), unit);
    kinds.add(label.kind);
  };
  let first = 0;
  for (const [record, { title, type, source, readable, units }] of records.entries()) {
    for (const [at, unit] of type.isRunningText ? units.entries() : []) {
      if (at % UNITS_PER_CHECKPOINT === 0) checkpoint();
      for (const label of labelsOf(readable, unit)) {
        add(label.kind === CODED ? ANY_RECORD : record, label, first + at);
      }
    }
    const opening = (title ?? readable).slice(0, OPENING_LENGTH);
    const label = labelAt(opening, 0);
    if (label !== null) add(ANY_RECORD, label, first);
    for (const name of [title, source.source]) {
      const [, ticket, path] = RECORD_NAME.exec((name ?? "").slice(0, OPENING_LENGTH)) ?? [];
      const ownName = ticket ?? path;
      if (ownName !== undefined) add(ANY_RECORD, named(ownName), first);
    }
    first += units.length;
  }
  return { units: labels, kinds };
}

/** The labels at the starts of a unit's lines. */
function labelsOf(text: string, { start, end }: Pick<Unit, "start" | "end">): readonly Reference[] {
  const labels: Reference[] = [];
  for (let from = start; from < end; from = lineEnd(text, from, end)) {
    const label = from === 0 || text.charAt(from - 1) === "\n" ? labelAt(text, from) : null;
    if (label !== null) labels.push(label);
  }
  return labels;
}

function labelAt(text: string, at: number): Reference | null {
  LABEL.lastIndex = at;
  const [, form = "", number, code, bare] = LABEL.exec(text) ?? [];
  if (number !== undefined) return numbered(form, number);
  if (code !== undefined) return coded(code);
  return bare === undefined ? null : { kind: NUMBERED, number: bare };
}

/** The units that define each symbol, by its name. */
export function definitionsIn(records: readonly SegmentedRecord[], checkpoint: Checkpoint): UnitsByName {
  const definitions = new Map<string, number[]>();
  let first = 0;
  for (const { type, readable, units } of records) {
    for (const [at, unit] of type.showsCode ? units.entries() : []) {
      if (at % CODE_UNITS_PER_CHECKPOINT === 0) checkpoint();
      for (const name of namesDefinedIn(readable, unit)) addUnit(definitions, name, first + at);
    }
    first += units.length;
  }
  return definitions;
}

function namesDefinedIn(text: string, { start, end }: Unit): readonly string[] {
  const names: string[] = [];
  for (let from = start; from < end; ) {
    const stop = lineEnd(text, from, end);
    const name = definedName(text, from, contentStart(text, from, stop), stop);
    if (name !== "") names.push(name);
    from = stop;
  }
  return names;
}
