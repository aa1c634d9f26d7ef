// Finds the units of mails that are mere copies: a reply quotes the mail above it, and the next reply quotes both. A
// quotation is a copy if the records also hold the same text unquoted or with fewer quote marks (`>`).
// In: segmented records. Out: the numbers of these units. Reads each mail once and compares digests, never texts.
import { FNV_PRIME, GOLDEN } from "../../text/arrays.ts";
import { isSpace, NEWLINE } from "../../text/characters.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { SegmentedRecord, Unit } from "../model.ts";
import { isQuotedHeader } from "../units/prose/mail.ts";
import { isQuoteMark } from "../units/prose/quotes.ts";

/** Units to read between two checkpoints: a few milliseconds. */
const UNITS_PER_CHECKPOINT = 256;

/** A quotation that may be a copy. */
interface Quotation {
  readonly unit: number;
  readonly digest: number;
  readonly depth: number;
}

/** @returns units by their numbers over all records */
export function quotedCopies(
  records: readonly SegmentedRecord[],
  checkpoint: Checkpoint = unchecked,
): ReadonlySet<number> {
  /** The least depth of each text. */
  const least = new Map<number, number>();
  const quotations: Quotation[] = [];
  let first = 0;
  for (const record of records) {
    if (record.type.quotesOthers) readMail(record, first, least, quotations, checkpoint);
    first += record.units.length;
  }
  const copies = quotations.filter(({ digest, depth }) => (least.get(digest) ?? depth) < depth);
  return new Set(copies.map(({ unit }) => unit));
}

function readMail(
  { source: { text }, units }: SegmentedRecord,
  first: number,
  least: Map<number, number>,
  quotations: Quotation[],
  checkpoint: Checkpoint,
): void {
  const line: Line = { depth: 0, isMarks: true };
  let passage = 0;
  let level = 0;
  for (const [index, unit] of units.entries()) {
    if (index % UNITS_PER_CHECKPOINT === 0) checkpoint();
    if (unit.passage !== passage) {
      passage = unit.passage;
      // Each mail that a program quotes is quoted once more than the one above it.
      level = isQuotedHeader(text, unit.start) ? level + 1 : 0;
    }
    const { digest, depth: marks } = unquoted(text, unit, line);
    const depth = marks + level;
    least.set(digest, Math.min(depth, least.get(digest) ?? depth));
    if (depth > 0) quotations.push({ unit: first + index, digest, depth });
  }
}

/** The part of a line that was read so far: a unit may start inside a line. */
interface Line {
  /** Quote marks at its start. */
  depth: number;
  /** Only quote marks and white space were read. */
  isMarks: boolean;
}

interface Unquoted {
  /** Equal for texts that differ only in quote marks and white space. */
  readonly digest: number;
  /** Quote marks before the first word. */
  readonly depth: number;
}

/** Bits of the second hash in a digest. Both hashes fill the 53 bits of an integer, so a chance match is very rare. */
const SECOND_BITS = 21;

function unquoted(text: string, { start, end }: Unit, line: Line): Unquoted {
  let one = 0;
  let two = 0;
  let depth = -1;
  let isInWord = false;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) {
      line.depth = 0;
      line.isMarks = true;
    }
    if (isSpace(code)) {
      isInWord = false;
      continue;
    }
    if (line.isMarks && isQuoteMark(code)) {
      line.depth += 1;
      continue;
    }
    line.isMarks = false;
    if (depth === -1) depth = line.depth;
    if (!isInWord) one = Math.imul(one, GOLDEN) + 1;
    isInWord = true;
    one = Math.imul(one, GOLDEN) + code;
    two = Math.imul(two ^ code, FNV_PRIME);
  }
  return { digest: (one >>> 0) * 2 ** SECOND_BITS + (two >>> (32 - SECOND_BITS)), depth: Math.max(0, depth) };
}
