// In: packed records. Out: their excerpts in the same order with exact token counts, and the block to paste into a
// prompt. An excerpt alternates between kept pieces and marks. It never contains any other text, unless the caller asks
// for the hybrid form, in which a whole record may be re-encoded.
import { float64s } from "../text/arrays.ts";
import { toCodePoints } from "../text/characters.ts";
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { tokensBetween } from "../text/token-scan.ts";
import { countTokens } from "../text/tokens.ts";
import type { Budget, Excerpt, PackedRecord, ScoredRecord, Selection, Span, WholeExcerpts } from "./model.ts";
import { renderedSize, SEPARATOR } from "./packing/headings.ts";
import { joinPieces, piecesOf, wholePiece } from "./packing/pieces.ts";
import { reencoded } from "./packing/toon.ts";
import { placesByRank } from "./scoring/unit-scores.ts";

/** A re-encoding is not tried if it would have to shrink the text by more than this factor to pay off. */
const REENCODING_GAIN_MAX = 3;

/**
 * Makes one excerpt for each record, unless it would contain only white space.
 * @param known whole excerpts from earlier packings; new ones are added
 */
export function excerpt(
  packed: readonly PackedRecord[],
  renderFormat: Budget["renderFormat"],
  known: WholeExcerpts = [],
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
  const { heading, tokens } = one.renderedSize;
  if (heading === "") return one;
  return { ...one, renderedSize: { ...one.renderedSize, heading: "", tokens: tokens - countTokens(heading) } };
}

function isWhole({ record, kept, cutAt }: PackedRecord): boolean {
  return kept.length === record.units.length && cutAt === null;
}

interface Form {
  readonly isHybrid: boolean;
  readonly known: WholeExcerpts;
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
  const row = renderedSize({ record, text, tokens });
  return { record, text, format, pieces, marks: "", tokens, omittedTokens: 0, renderedSize: row };
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
  const row = renderedSize({ record, text, tokens });
  return { record, text, format: "plain", pieces, marks, tokens, omittedTokens, renderedSize: row };
}

export function render(excerpts: readonly Excerpt[]): Selection {
  return {
    excerpts,
    bestFirst: () => byScore(excerpts),
    rendered: () => joined(excerpts),
    renderedTokens: tokensOf(excerpts),
  };
}

function joined(excerpts: readonly Excerpt[]): string {
  return excerpts.map(({ renderedSize, text }) => renderedSize.heading + text).join(SEPARATOR);
}

/** Highest scores first, equal scores in arrival order. */
function byScore(excerpts: readonly Excerpt[]): Excerpt[] {
  const scores = float64s(excerpts.length);
  for (let at = 0; at < excerpts.length; at++) scores[at] = excerpts[at]?.record.score ?? 0;
  const sorted: Excerpt[] = [];
  for (const place of placesByRank(scores, Number.NEGATIVE_INFINITY)) {
    const one = excerpts[place];
    if (one !== undefined) sorted.push(one);
  }
  return sorted;
}

/** The exact count. Recounts a text only if it may share a token with the text before or the separator after it. */
function tokensOf(excerpts: readonly Excerpt[]): number {
  let tokens = 0;
  for (let from = 0, to = 0; from < excerpts.length; from = to) {
    to = from + 1;
    while (excerpts[to]?.renderedSize.isExactAtStart === false) to++;
    const isLast = to === excerpts.length;
    const row = to === from + 1 ? excerpts[from]?.renderedSize : undefined;
    if (row?.isExactAtStart === true && isLast) tokens += row.tokens - row.separator;
    else if (row?.isExactAtStart === true && row.isExactAtEnd) tokens += row.tokens;
    else tokens += countTokens(joined(excerpts.slice(from, to)) + (isLast ? "" : SEPARATOR));
  }
  return tokens;
}

/** Joins the whole texts of all records in arrival order: the answer of a stand-down. */
export function renderWhole(texts: readonly string[]): string {
  return texts.join(SEPARATOR);
}

/**
 * The pieces of an excerpt as spans of code points, as reported to the caller. Called only for the answered selection,
 * never for the packings tried before it.
 */
export function spansOf({ record, pieces }: Pick<Excerpt, "record" | "pieces">): Span[] {
  const offsets = pieces.flatMap(({ start, end }) => [start, end]);
  const points = toCodePoints(record.source.text, offsets);
  return pieces.map((_, at) => ({ start: points[2 * at] ?? 0, end: points[2 * at + 1] ?? 0 }));
}
