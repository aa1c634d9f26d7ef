// In: scored records. Out: their units, in the order in which packing spends a budget on them.
// It never sees a budget, so every rung of a ladder packs from the same ranking.
import { float64s, int32s } from "../text/arrays.ts";
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { pairedCalls } from "./calls.ts";
import type { Excerpt, ScoredRecord, WholeExcerpts } from "./model.ts";
import { passOnHeadingRanks } from "./packing/heading-ranks.ts";
import { SEPARATOR_TOKENS } from "./packing/headings.ts";
import { MARK_TOKENS } from "./packing/pieces.ts";
import { type DistinctUnits, distinctUnits, sendersOf, tabulate, type UnitTable } from "./packing/unit-table.ts";
import { longOutputsFrom } from "./scoring/links/tool-dependencies.ts";
import { highest, placesByRank } from "./scoring/unit-scores.ts";

/** The part of an operating point that controls how a token budget is spent. Values only. */
export interface PackSettings {
  /** 0 ranks units by score alone, 1 by score per token. Values from 0 to 0.3 measured nearly equal. */
  readonly lengthExponent: number;
  /** The same for the sentences of a record with several, and for turns: `Yes.` and `And why?` say little. */
  readonly sentenceExponent: number;
  /** A record of at most this many tokens is sent whole once any of its units is chosen; 0 turns that off. */
  readonly wholeTokensMax: number;
  /**
   * The same for a tool's schema: a model can choose a tool without its parameters but cannot call it. A longer schema
   * is sent whole if it takes a small share of the budget; the better the tool matches, the larger that share may be.
   */
  readonly wholeSchemaTokensMax: number;
  /** A record is not sent whole if it would take more than this share of the budget. */
  readonly wholeShareMax: number;
  /**
   * A unit that ranks below this share of the best one is not sent, even if there is room. The share is small because
   * in a table the best row ranks far above the other rows that an answer needs.
   */
  readonly rankShareMin: number;
  /** Table headers, signatures and headings of up to this many tokens are sent with their units; 0 for none. */
  readonly headerTokensMax: number;
  /** The same for the best units. All headers of one unit together may cost twice as much. */
  readonly bestHeaderTokensMax: number;
  /** Tokens of a tool call that are sent with its result; 0 for none. */
  readonly callTokensMax: number;
}

export interface RankedUnits {
  readonly records: readonly ScoredRecord[];
  readonly table: UnitTable;
  /** Numbers of the distinct units worth sending, best first; equal ranks in arrival order. */
  readonly order: Int32Array;
  /** Records to send if all fit: those that score and repeat no other record, and the turns of a conversation. */
  readonly candidates: readonly number[];
  /** Tokens of these records as a whole, including a separator each. */
  readonly candidateTokens: number;
  /** Tokens of each record that may be sent whole once a unit of it is chosen: short ones and schemas; 0 for others. */
  readonly wholeTokens: Int32Array;
  /** For each schema where its details begin, an offset in its text; `NO_DETAILS` for other records. */
  readonly detailsFrom: Int32Array;
  /** The highest score of any record. */
  readonly best: number;
  /** For each record the index of the tool call it answers, or -1. */
  readonly calls: Int32Array;
  /** A cache of whole excerpts, filled during packing: each rung of a ladder packs several times. */
  readonly wholes: WholeExcerpts;
}

/**
 * Ranks every unit by score / cost^exponent: a mild discount for length. A full discount (density) would buy many
 * short fragments instead of the unit that answers the task.
 */
export function rankUnits(
  records: readonly ScoredRecord[],
  settings: PackSettings,
  checkpoint: Checkpoint = unchecked,
): RankedUnits {
  const table = tabulate(records);
  checkpoint();
  const ranks = ranksOf(records, table, settings);
  passOnHeadingRanks(records, table, ranks, settings.headerTokensMax, checkpoint);
  const distinct = distinctUnits(records, table, ranks, checkpoint);
  checkpoint();
  const least = Math.max(Number.MIN_VALUE, settings.rankShareMin * highest(distinct.ranks));
  const senders = sendersOf(records);
  const isTalk = isConversation(records);
  const candidates: number[] = [];
  let candidateTokens = 0;
  let best = 0;
  for (let owner = 0; owner < records.length; owner++) {
    const score = records[owner]?.score ?? 0;
    if ((isTalk && isSpoken(records[owner])) || (score > 0 && senders[owner] === owner)) {
      candidates.push(owner);
      candidateTokens += (records[owner]?.scan.total ?? 0) + SEPARATOR_TOKENS;
    }
    best = Math.max(best, score);
  }
  leaveOutRepeated(distinct, table, senders);
  const order = placesByRank(distinct.ranks, least);
  for (let at = 0; at < order.length; at++) order[at] = distinct.ids[order[at] ?? 0] ?? 0;
  const wholes = new Array<Excerpt | undefined>(records.length);
  const detailsFrom = Int32Array.from(records, (record) => detailsOf(record, settings));
  const wholeTokens = wholeTokensOf(records, detailsFrom, settings);
  const calls = pairedCalls(
    records,
    records.map(({ kind }) => kind),
  );
  return { records, table, order, candidates, candidateTokens, wholeTokens, detailsFrom, best, calls, wholes };
}

function isSpoken(record: ScoredRecord | undefined): boolean {
  const kind = record?.kind;
  return record?.type.hasTurns === true || kind === "user_input" || kind === "llm_response";
}

/** Are most records turns or transcripts? If so, all that fit are sent whole, because a turn means little alone. */
function isConversation(records: readonly ScoredRecord[]): boolean {
  return 2 * records.filter(({ type }) => type.hasTurns).length > records.length;
}

function ranksOf(records: readonly ScoredRecord[], table: UnitTable, settings: PackSettings): Float64Array {
  const ranks = float64s(table.count);
  const ofSentence = discount(settings.sentenceExponent);
  const ofUnit = discount(settings.lengthExponent);
  let id = 0;
  for (const { units, unitScores, firstUnit, type } of records) {
    const areSentences = type.hasTurns || (units.length > 1 && type.isRunningText);
    const ofRecord = areSentences ? ofSentence : ofUnit;
    for (let unit = 0; unit < units.length; unit++) {
      const score = unitScores[firstUnit + unit] ?? 0;
      if (score > 0) ranks[id] = score / divisor(ofRecord, table.tokens[id] ?? 0);
      id++;
    }
  }
  return ranks;
}

export const NO_DETAILS = -1;

/** A schema's details are its long outputs, or else everything: half of its inputs are not enough for a call. */
function detailsOf({ source, kind }: ScoredRecord, { wholeSchemaTokensMax }: PackSettings): number {
  if (kind !== "tool_schema" || wholeSchemaTokensMax === 0) return NO_DETAILS;
  return longOutputsFrom(source.text) ?? 0;
}

function wholeTokensOf(records: readonly ScoredRecord[], detailsFrom: Int32Array, settings: PackSettings): Int32Array {
  const { wholeTokensMax, wholeSchemaTokensMax } = settings;
  const wholeTokens = int32s(records.length);
  for (let owner = 0; owner < records.length; owner++) {
    const record = records[owner];
    if (record === undefined) break;
    const { total } = record.scan;
    const isShort = total <= (record.kind === "tool_schema" ? wholeSchemaTokensMax : wholeTokensMax);
    // A schema that describes long outputs can be called without them.
    if (isShort || detailsFrom[owner] === 0) wholeTokens[owner] = total;
  }
  return wholeTokens;
}

/** Ranks the units of a record 0 if another record sends the same text. */
function leaveOutRepeated({ ids, ranks }: DistinctUnits, { owners }: UnitTable, senders: Int32Array): void {
  for (let at = 0; at < ids.length; at++) {
    const owner = owners[ids[at] ?? 0] ?? 0;
    if (senders[owner] !== owner) ranks[at] = 0;
  }
}

/** An isolated unit has a mark on either side. */
const ALONE_TOKENS = 2 * MARK_TOKENS;

/** The usual cost of a unit with its marks, in tokens. At this cost the score is unchanged by any exponent. */
const USUAL_TOKENS = 50;

/** Divisors below this length (nearly all units) are cached: a power takes as long as the rest of the ranking. */
const SHARED_TOKENS = 256;

interface Discount {
  readonly exponent: number;
  /** The divisor by tokens; 0 if not computed yet. */
  readonly known: Float64Array;
}

export function discount(exponent: number): Discount {
  return { exponent, known: float64s(SHARED_TOKENS) };
}

/** The divisor for the score of a unit with this many tokens. */
function divisor({ exponent, known }: Discount, tokens: number): number {
  const found = known[tokens] ?? 0;
  if (found > 0) return found;
  const made = ((ALONE_TOKENS + tokens) / USUAL_TOKENS) ** exponent;
  if (tokens < SHARED_TOKENS) known[tokens] = made;
  return made;
}
