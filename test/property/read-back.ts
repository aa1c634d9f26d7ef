// Checks an excerpt against its record: the spans, and the marks against the record's units. In: an excerpt. Out: a
// description of every promise that it breaks; an empty list if it breaks none.
import { spansOf } from "../../src/engine/excerpt.ts";
import type { Excerpt, ScoredRecord, Unit } from "../../src/engine/model.ts";

const MARK =
  /^\.\.\.\[(?:(?<rest>the rest and )?(?<omitted>\d+)(?: of (?<total>\d+))? (?<noun>[a-z]+) omitted|truncated)\]/;

export function broken(excerpt: Excerpt): string[] {
  const { record, text } = excerpt;
  const spans = spansOf(excerpt);
  const points = [...record.source.text];
  const pieces = spans.map(({ start, end }) => points.slice(start, end).join(""));
  const offsets = spans.map(({ start, end }) => [lengthOf(points, start), lengthOf(points, end)] as const);
  const problems: string[] = [];
  let rest = text;
  let from = 0;
  for (const [index, piece] of pieces.entries()) {
    const [start, end] = offsets[index] ?? [0, 0];
    if (start >= end || start < from) problems.push(`span ${index} [${start}, ${end}) is empty or out of order`);
    const between = unitsWithin(record, from, start);
    rest = dropGap(rest, { gap: between, from, to: start, record }, problems);
    if (!rest.startsWith(piece))
      problems.push(`piece ${index} ${JSON.stringify(piece)} is not at ${JSON.stringify(rest)}`);
    rest = rest.slice(piece.length);
    from = end;
  }
  if (rest === "...[truncated]") return problems;
  const tail = unitsWithin(record, from, record.source.text.length);
  const left = dropGap(rest, { gap: tail, from, to: record.source.text.length, record }, problems);
  if (left !== "") problems.push(`${JSON.stringify(left)} is neither piece nor mark`);
  return problems;
}

function lengthOf(points: readonly string[], count: number): number {
  return points.slice(0, count).join("").length;
}

/** Units without any text in a piece, except white space at their end, which may indent the next line. */
function unitsWithin({ units, source }: ScoredRecord, from: number, to: number): readonly Unit[] {
  return units.filter(({ start, end }) => {
    const bare = source.text.slice(start, end).replace(/[ \t]+$/, "").length;
    return start >= from && (bare === 0 ? end : start + bare) <= to;
  });
}

interface Gap {
  readonly gap: readonly Unit[];
  /** The end of the previous piece (0 for none) and the start of the next. */
  readonly from: number;
  readonly to: number;
  readonly record: ScoredRecord;
}

/** Removes the mark of a gap, with its line breaks or spaces. */
function dropGap(text: string, { gap, from, to, record }: Gap, problems: string[]): string {
  const isAfterPiece = from > 0;
  if (gap.length === 0) return isAfterPiece ? text.replace(/^[\n ]/, "") : text;
  const bare = isAfterPiece ? text.slice(1) : text;
  if (isAfterPiece && !/^[\n ]/.test(text)) problems.push(`no break before the mark in ${JSON.stringify(text)}`);
  const mark = MARK.exec(bare);
  if (mark === null) problems.push(`a gap without a mark before ${JSON.stringify(bare.slice(0, 40))}`);
  const { rest, omitted, total, noun } = mark?.groups ?? {};
  if (noun !== "characters" && (rest !== undefined) !== isRest(gap, record, to))
    problems.push(`${mark?.[0]}: the rest?`);
  const lines =
    noun?.startsWith("line") === true && wholeOf(gap, record, to) > 0 ? wholeLines(record.source.text, from, to) : null;
  if (Number(omitted) !== (lines ?? expected(gap, record, noun, to)))
    problems.push(`${mark?.[0]} speaks of ${countWith(gap)}`);
  if (Number(total ?? countWith(record.units)) !== countWith(record.units)) problems.push(`${mark?.[0]}: wrong total`);
  return bare.slice(mark?.[0].length ?? 0).replace(/^[\n ]/, "");
}

/**
 * What a mark must count: whole units if there are any, otherwise the omitted lines or, inside one line, characters.
 */
function expected(gap: readonly Unit[], record: ScoredRecord, noun: string | undefined, to: number): number {
  const { source } = record;
  const units = wholeOf(gap, record, to);
  if (units > 0) return units;
  const raw = source.text.slice(gap[0]?.start, gap.at(-1)?.end);
  const text = raw.trim() || raw;
  return noun?.startsWith("line") === true ? text.split(/(?:\s*\n)+/).length : [...text].length;
}

/** The number of lines between two pieces that end and start at line breaks; null if one does not. */
function wholeLines(text: string, from: number, to: number): number | null {
  const [first = "", ...others] = text.slice(from, to).split("\n");
  const last = others.at(-1) ?? first;
  const endsWithLine = to === text.length || (others.length > 0 && last.trim() === "");
  if (from > 0 && (others.length === 0 || first.trim() !== "")) return null;
  if (!endsWithLine) return null;
  const between = from > 0 ? others : [first, ...others];
  return between.length - (last === "" || to < text.length ? 1 : 0);
}

/** Elements fully inside a gap: one that continues after the gap is not omitted. */
function wholeOf(gap: readonly Unit[], { units }: ScoredRecord, to: number): number {
  const behind = units.find(({ end }) => end > to);
  const begun = countWith(gap);
  return begun > 0 && behind?.continues === true ? begun - 1 : begun;
}

/** Whether the gap starts inside an element and also omits whole ones. */
function isRest(gap: readonly Unit[], record: ScoredRecord, to: number): boolean {
  return gap[0]?.continues === true && wholeOf(gap, record, to) > 0;
}

function countWith(units: readonly Unit[]): number {
  return units.reduce((sum, { count }) => sum + count, 0);
}
