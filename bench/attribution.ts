// Whether a reader of the rendered context can tell which record a piece of evidence is from. That is so if the nearest
// heading line above it names the record, or if the text between that line and the evidence does. A heading line holds
// a title and little else. In: a case, a rendered context, the evidence found in it. Out: how many pieces of that
// evidence can be attributed.
import { folded, holds } from "../src/evaluation/evidence.ts";
import type { Case } from "./cases.ts";

/** Characters that a heading line may have in addition to a title. */
const EXTRA_CHARACTERS_MAX = 40;

interface Line {
  /** Offset of the line in the folded text. */
  readonly at: number;
  /** The title that the line names as a heading; undefined for other lines. */
  readonly title: string | undefined;
}

/** @param found the evidence strings that the rendered context holds */
export function attributedOf(one: Case, rendered: string, found: readonly string[]): number {
  const distinctive = distinctiveTitles(one);
  const context = folded(rendered);
  const lines = headingLines(rendered, distinctive);
  return found.filter((evidence) => isPlaced(evidence, namesOf(one, evidence, distinctive), context, lines)).length;
}

/** Titles that distinguish records: those of fewer than half of the records. */
function distinctiveTitles({ records }: Case): ReadonlySet<string> {
  if (records.length < 2) return new Set();
  const owners = new Map<string, number>();
  for (const { title } of records) {
    const name = bare(title ?? "");
    if (name !== "") owners.set(name, (owners.get(name) ?? 0) + 1);
  }
  const isTelling = (count: number) => count * 2 < records.length || records.length === 2;
  return new Set([...owners].filter(([, count]) => isTelling(count)).map(([name]) => name));
}

/** The names of the records that contain a piece of evidence; null if one of them needs no name. */
function namesOf(one: Case, evidence: string, distinctive: ReadonlySet<string>): readonly string[] | null {
  const owners = one.records.filter(({ text }, at) => one.gold?.[at] !== false && holds(folded(text), evidence));
  const names = owners.map(({ title }) => bare(title ?? ""));
  return names.length === 0 || names.some((name) => !distinctive.has(name)) ? null : names;
}

function isPlaced(evidence: string, names: readonly string[] | null, context: string, lines: readonly Line[]): boolean {
  if (names === null) return true;
  const whole = folded(evidence);
  const needle = context.includes(whole)
    ? whole
    : folded(evidence.split("\n").find((line) => line.trim() !== "") ?? "");
  for (let at = context.indexOf(needle); at >= 0; at = context.indexOf(needle, at + 1)) {
    const heading = lines.findLast((line) => line.at <= at && line.title !== undefined);
    const between = context.slice(heading?.at ?? 0, at + needle.length).toLowerCase();
    if (names.some((name) => name === heading?.title || between.includes(name))) return true;
  }
  return false;
}

function headingLines(rendered: string, distinctive: ReadonlySet<string>): readonly Line[] {
  const longestFirst = [...distinctive].sort((a, b) => b.length - a.length);
  const lines: Line[] = [];
  let at = 0;
  for (const text of rendered.split("\n").map(folded)) {
    if (text === "") continue;
    const line = bare(text);
    const title = longestFirst.find(
      (name) => line === name || (line.includes(name) && line.length <= name.length + EXTRA_CHARACTERS_MAX),
    );
    lines.push({ at, title });
    at += text.length + 1;
  }
  return lines;
}

/** In lower case, with white space folded and surrounding punctuation removed. */
function bare(text: string): string {
  return folded(text)
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}
