// In: packed records. Out: their excerpts in the same order, each with its record and exact token counts.
// An excerpt alternates between kept pieces and marks. It never contains any other text.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { tokensBetween } from "../text/token-scan.ts";
import { countTokens } from "../text/tokens.ts";
import type { Budget, Excerpt, PackedRecord, ScoredRecord, Wholes } from "./model.ts";
import { inRow } from "./packing/headings.ts";
import { joinPieces, piecesOf, wholePiece } from "./packing/pieces.ts";
import { reencoded } from "./packing/toon.ts";

/** A re-encoding is not tried if it would have to shrink the text by more than this factor to pay off. */
const REENCODING_GAIN_MAX = 3;

/**
 * Makes one excerpt for each record, unless it would contain only white space.
 * @param known whole excerpts from earlier packings; new ones are added
 */
export function excerpt(
  packed: readonly PackedRecord[],
  renderFormat: Budget["renderFormat"],
  known: Wholes = [],
  checkpoint: Checkpoint = unchecked,
): readonly Excerpt[] {
  const form = { isHybrid: renderFormat === "hybrid", known, checkpoint };
  const shown = packed
    .map((one) => (isWhole(one) ? wholeExcerpt(one.record, form) : cutExcerpt(one, form)))
    .filter(({ format, pieces }) => format !== "plain" || pieces.length > 0);
  return shown.map((one, at) => (one.record.name === shown[at - 1]?.record.name ? withoutHeading(one) : one));
}

/** For an excerpt that follows one with the same name. */
function withoutHeading(one: Excerpt): Excerpt {
  const { heading, tokens } = one.inRow;
  if (heading === "") return one;
  return { ...one, inRow: { ...one.inRow, heading: "", tokens: tokens - countTokens(heading) } };
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
  // A call that is sent with its result is a copy of the record with a different reason.
  if (known !== undefined) return known.record === record ? known : { ...known, record };
  const made = newWhole(record, form);
  form.known[record.index] = made;
  return made;
}

function newWhole(record: ScoredRecord, { isHybrid, checkpoint }: Form): Excerpt {
  const own = record.source.text;
  const compact = isHybrid ? reencoded(own, record.scan.total, checkpoint) : null;
  const { text, format, tokens } = compact ?? { text: own, format: "plain", tokens: record.scan.total };
  const pieces = compact === null ? [wholePiece(record)] : [];
  const row = inRow({ record, text, tokens });
  return { record, text, format, pieces, marks: "", tokens, omittedTokens: 0, inRow: row };
}

/** Sends the whole record instead, plain or re-encoded, if the excerpt with its marks is not smaller. */
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
  const row = inRow({ record, text, tokens });
  return { record, text, format: "plain", pieces, marks, tokens, omittedTokens, inRow: row };
}
