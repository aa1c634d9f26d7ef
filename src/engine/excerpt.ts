// In: packed records. Out: their excerpts in the same order, each with exact token counts and what it was cut from.
// An excerpt is kept pieces and marks in turn: no word of it that is not the record's or a mark's.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { tokensBetween } from "../text/token-scan.ts";
import { countTokens } from "../text/tokens.ts";
import type { Budget, Excerpt, PackedRecord, ScoredRecord, Wholes } from "./model.ts";
import { reencoded } from "./packing/hybrid.ts";
import { joinPieces } from "./packing/join-pieces.ts";
import { piecesOf, wholePiece } from "./packing/pieces.ts";

/** No re-encoding is tried that would have to be smaller than the text by more than this factor to pay. */
const REENCODING_GAIN_MAX = 3;

/**
 * One excerpt for each record; white space alone is none.
 * @param known those of earlier packings; more are added
 */
export function excerpt(
  packed: readonly PackedRecord[],
  renderFormat: Budget["renderFormat"],
  known: Wholes = [],
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
  const known = form.known[record.index];
  // A call that comes with its result is packed as a record of its own, for another reason.
  if (known !== undefined) return known.record === record ? known : { ...known, record };
  const made = newWhole(record, form);
  form.known[record.index] = made;
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
  const { text, marks, seams, between } = joinPieces(record, pieces, cutAt !== null);
  const tokens = countTokens(seams, form.checkpoint) + between;
  const isNearWhole = record.scan.total <= (form.isHybrid ? REENCODING_GAIN_MAX : 1) * tokens;
  const whole = isNearWhole ? wholeExcerpt(record, form) : null;
  if (whole !== null && whole.tokens <= tokens) return whole;
  const sent = pieces.reduce((sum, { start, end }) => sum + tokensBetween(record.scan, start, end), 0);
  const omittedTokens = Math.max(0, record.scan.total - sent);
  return { record, text, format: "plain", pieces, marks, tokens, omittedTokens };
}
