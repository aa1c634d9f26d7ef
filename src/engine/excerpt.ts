// In: packed records. Out: their excerpts in the same order, each with exact token counts and what it was cut from.
// An excerpt is kept pieces and marks in turn: no word of it that is not the record's or a mark's.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { middleOf } from "../text/sure-cuts.ts";
import { tokensBetween } from "../text/token-scan.ts";
import { countTokens } from "../text/tokens.ts";
import type { Budget, Excerpt, PackedRecord, Piece, ScoredRecord, Wholes } from "./model.ts";
import { markOf } from "./packing/gaps.ts";
import { reencoded } from "./packing/hybrid.ts";
import { TRUNCATED_MARK } from "./packing/marks.ts";
import { breaksAfter, breaksBefore, piecesOf, wholePiece } from "./packing/pieces.ts";

/** No re-encoding is tried that would have to be smaller than the text by more than this factor to pay. */
const REENCODING_GAIN_MAX = 3;

/**
 * One excerpt for each record; white space alone is none.
 * @param known those of earlier packings; more are added
 */
export function excerpt(
  packed: readonly PackedRecord[],
  renderFormat: Budget["renderFormat"],
  known: Wholes = new Map(),
  checkpoint: Checkpoint = unchecked,
): readonly Excerpt[] {
  const form = { isHybrid: renderFormat === "hybrid", known, checkpoint };
  return packed
    .map((one) => (isWhole(one) ? wholeExcerpt(one.record, form) : cutExcerpt(one, form)))
    .filter(({ format, pieces }) => format !== "plain" || pieces.length > 0);
}

function isWhole({ record, kept, cutAt }: PackedRecord): boolean {
  return kept.length === record.units.length && cutAt === null;
}

interface Form {
  readonly isHybrid: boolean;
  readonly known: Wholes;
  readonly checkpoint: Checkpoint;
}

function wholeExcerpt(record: ScoredRecord, form: Form): Excerpt {
  form.checkpoint();
  const known = form.known.get(record.source);
  // A call that comes with its result is packed as a record of its own, for another reason.
  if (known !== undefined) return known.record === record ? known : { ...known, record };
  const made = newWhole(record, form);
  form.known.set(record.source, made);
  return made;
}

function newWhole(record: ScoredRecord, { isHybrid, checkpoint }: Form): Excerpt {
  const { text } = record.source;
  const tokens = record.scan.total;
  const compact = isHybrid ? reencoded(text, tokens, checkpoint) : null;
  if (compact !== null) return { record, ...compact, pieces: [], marks: "", omittedTokens: 0 };
  return { record, text, format: "plain", pieces: [wholePiece(record)], marks: "", tokens, omittedTokens: 0 };
}

/** Marks and all, an excerpt that is no smaller than its record, in whatever form, gives way to the record. */
function cutExcerpt(packed: PackedRecord, form: Form): Excerpt {
  const { record, cutAt } = packed;
  const pieces = piecesOf(packed);
  const { text, marks, seams, between } = joined(record, pieces, cutAt !== null);
  const tokens = countTokens(seams, form.checkpoint) + between;
  const isNearWhole = record.scan.total <= (form.isHybrid ? REENCODING_GAIN_MAX : 1) * tokens;
  const whole = isNearWhole ? wholeExcerpt(record, form) : null;
  if (whole !== null && whole.tokens <= tokens) return whole;
  const sent = pieces.reduce((sum, { start, end }) => sum + tokensBetween(record.scan, start, end), 0);
  const omittedTokens = Math.max(0, record.scan.total - sent);
  return { record, text, format: "plain", pieces, marks, tokens, omittedTokens };
}

interface Joined {
  readonly text: string;
  readonly marks: string;
  /** The text without the middles of its pieces, which were counted when the record was: they come to `between`. */
  readonly seams: string;
  readonly between: number;
}

/**
 * Pieces and marks in turn. A mark is set off by a line break on the side where the source has one, by a blank where
 * the cut lies inside a line, so that half a line never looks like a whole one. A text cut short inside a unit ends
 * with its own mark for all that follows.
 */
function joined(record: ScoredRecord, pieces: readonly Piece[], isCutShort: boolean): Joined {
  const { units, source } = record;
  const { text } = source;
  const numbering = { isFirst: true };
  let cutText = "";
  let marks = "";
  let seams = "";
  let between = 0;
  let next = 0;
  let end = 0;
  for (const piece of pieces) {
    if (next < piece.first) {
      const gap = { from: next, to: piece.first, start: end, end: piece.start };
      const mark = markOf(record, gap, numbering) + (breaksBefore(text, piece.start) ? "\n" : " ");
      cutText += mark;
      marks += mark;
      seams += mark;
    }
    cutText += text.slice(piece.start, piece.end);
    const middle = middleOf(text, piece.start, piece.end);
    if (middle === null) seams += text.slice(piece.start, piece.end);
    else {
      seams += text.slice(piece.start, middle.from) + text.slice(middle.to, piece.end);
      between += tokensBetween(record.scan, middle.from, middle.to);
    }
    next = piece.last + 1;
    end = piece.end;
    if (next < units.length && !(isCutShort && piece === pieces.at(-1))) {
      const space = breaksAfter(text, piece.end) ? "\n" : " ";
      cutText += space;
      seams += space;
    }
  }
  let last = "";
  if (isCutShort) last = TRUNCATED_MARK;
  else if (next < units.length) {
    last = markOf(record, { from: next, to: units.length, start: end, end: text.length }, numbering);
  }
  return { text: cutText + last, marks: marks + last, seams: seams + last, between };
}
