// Finds the mark that opens each record of a text: the first tag of a reference (`TY  - ` in RIS, `PMID- ` in PubMed),
// the key of a reference in BibTeX, or the label below each rule of a report (`>> Issue: ...`). In: a sample. Out: a
// test for lines that open a record. Recognises tags by their shape, never by their names.
import { matchesAt, type Sample } from "../line-patterns.ts";

interface RecordMark {
  /** True if the line at `from` opens a record. */
  readonly opensAt: (text: string, from: number) => boolean;
  /** Any field may name the record, not only the first one. */
  readonly hasTitles: boolean;
}

/** A single record need not be separated from others. */
const RECORDS_MIN = 2;

export function recordMark(sample: Sample): RecordMark | null {
  return keyMark(sample) ?? tagMark(sample) ?? findingMark(sample);
}

/** `@article{begg1994,` */
const KEY = /@[a-zA-Z]{3,20}\{[^\s,{}]{1,100},[ \t]*(?:\r?\n|\r?$)/y;

function keyMark({ lines, firsts }: Sample): RecordMark | null {
  if (!firsts.includes("@") || lines.filter((line) => matchesAt(KEY, line, 0)).length < RECORDS_MIN) return null;
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
  if (lines.filter((line) => line.startsWith(tag)).length < RECORDS_MIN) return null;
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
