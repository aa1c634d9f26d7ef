// Reads an excerpt as a distrustful caller would: from its text, its spans and the record alone.
// In: an excerpt. Out: everything that is not as promised, in words; nothing when all is well.
import type { Excerpt, Unit } from "../../src/engine/model.ts";

const MARK = /^\.\.\.\[(?:(?<omitted>\d+)(?: of (?<total>\d+))? (?<noun>[a-z]+) omitted|omitted|truncated)\]/;

export function broken(excerpt: Excerpt): string[] {
  const { record, text, spans } = excerpt;
  const points = [...record.source.text];
  const pieces = spans.map(({ start, end }) => points.slice(start, end).join(""));
  const offsets = spans.map(({ start, end }) => [lengthOf(points, start), lengthOf(points, end)] as const);
  const problems: string[] = [];
  let rest = text;
  let from = 0;
  for (const [index, piece] of pieces.entries()) {
    const [start, end] = offsets[index] ?? [0, 0];
    if (start >= end || start < from) problems.push(`span ${index} [${start}, ${end}) is empty or out of order`);
    const between = unitsWithin(record.units, from, start);
    rest = dropGap(rest, between, index > 0, problems, record.units);
    if (!rest.startsWith(piece))
      problems.push(`piece ${index} ${JSON.stringify(piece)} is not at ${JSON.stringify(rest)}`);
    rest = rest.slice(piece.length);
    from = end;
  }
  if (rest === "...[truncated]") return problems;
  const left = dropGap(rest, unitsWithin(record.units, from, record.source.text.length), true, problems, record.units);
  if (left !== "") problems.push(`${JSON.stringify(left)} is neither piece nor mark`);
  return problems;
}

function lengthOf(points: readonly string[], count: number): number {
  return points.slice(0, count).join("").length;
}

/** Units that no piece holds any of. */
function unitsWithin(units: readonly Unit[], from: number, to: number): readonly Unit[] {
  return units.filter(({ start, end }) => start >= from && end <= to);
}

/** Takes the mark of a gap off, with its line breaks or blanks. */
function dropGap(
  text: string,
  gap: readonly Unit[],
  isAfterPiece: boolean,
  problems: string[],
  all: readonly Unit[],
): string {
  if (gap.length === 0) return isAfterPiece ? text.replace(/^[\n ]/, "") : text;
  const bare = isAfterPiece ? text.slice(1) : text;
  if (isAfterPiece && !/^[\n ]/.test(text)) problems.push(`no break before the mark in ${JSON.stringify(text)}`);
  const mark = MARK.exec(bare);
  const omitted = countOf(gap);
  if (mark === null) problems.push(`${omitted} omitted without a mark before ${JSON.stringify(bare.slice(0, 40))}`);
  if (Number(mark?.groups?.omitted ?? 0) !== omitted) problems.push(`${mark?.[0]} speaks of ${omitted}`);
  if (Number(mark?.groups?.total ?? countOf(all)) !== countOf(all)) problems.push(`${mark?.[0]}: ${countOf(all)}`);
  return bare.slice(mark?.[0].length ?? 0).replace(/^[\n ]/, "");
}

function countOf(units: readonly Unit[]): number {
  return units.reduce((sum, { count }) => sum + count, 0);
}
