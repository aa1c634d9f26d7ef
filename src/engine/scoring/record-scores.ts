// Turns the scores of units into scores, reasons and matched words of records.
// In: the parts of every unit's score. Out: scored records. Reads each reason off the parts of the best unit and never
// computes it separately, so it names what really weighed most.
import { placeFrom } from "../../text/arrays.ts";
import { shortForm } from "../../text/vocabulary.ts";
import type { Analysed } from "../analyse.ts";
import { isVerbatim, statedAt } from "../index/query.ts";
import type { ScoredRecord, ScoreParts, SegmentedRecord, Unit } from "../model.ts";
import { RELATED_PART } from "./feedback.ts";
import { TURN_PART } from "./last-turn.ts";
import { NEIGHBOUR_PART } from "./links/neighbours.ts";
import { TOLD_PART } from "./priors.ts";
import { RULE_REASONS } from "./rules.ts";
import { rarity } from "./search-terms.ts";
import type { UnitParts } from "./unit-scores.ts";

/** The reason names both entities and plain words if the smaller part is at least this share of the larger. */
const BOTH_NAMED_SHARE_MIN = 0.25;

const REASON_OF_PART: Readonly<Record<string, string>> = {
  title: "title_match",
  variant: "spelling_variant",
  focus: "recent_step",
  related: "related_terms",
  bridge: "bridge",
  ...RULE_REASONS,
};

interface ReasonOrigins {
  /** Title of the record where the bridge starts; "" if there is none. */
  readonly bridge: string;
  /** Parts of the score that come from the record itself. They are not a reason to send it; their cause is. */
  readonly own: ReadonlySet<string>;
}

const NOWHERE: ReasonOrigins = { bridge: "", own: new Set() };

/** Parts that never name the reason themselves: those from the task's own words, and `told`, a share of other parts. */
const TASK_PARTS: ReadonlySet<string> = new Set(["keyword", "entity", TURN_PART, TOLD_PART]);

export function reasonOf(parts: ScoreParts, { bridge, own } = NOWHERE): string {
  const keyword = parts.keyword ?? 0;
  const entity = parts.entity ?? 0;
  const words = keyword + entity;
  let strongest = "";
  let most = 0;
  for (const name of Object.keys(parts)) {
    const value = parts[name] ?? 0;
    if (TASK_PARTS.has(name) || value <= most || own.has(name)) continue;
    strongest = name;
    most = value;
  }
  if (most > words && strongest === "bridge" && bridge !== "") return `bridge:${bridge}`;
  if (most > words) return REASON_OF_PART[strongest] ?? strongest;
  if (words <= 0) return "no_match";
  if (Math.min(keyword, entity) >= BOTH_NAMED_SHARE_MIN * Math.max(keyword, entity)) return "keyword_and_entity_match";
  return entity > keyword ? "entity_match" : "keyword_overlap";
}

/** Parts that come from the record itself: its own feedback terms, and turns next to turns of the same record. */
function ownParts({ type, units }: SegmentedRecord, suppliedTerms: boolean): ReadonlySet<string> {
  const own = [suppliedTerms ? RELATED_PART : "", type.hasTurns && units.length > 1 ? NEIGHBOUR_PART : ""];
  return new Set(own.filter((part) => part !== ""));
}

/** Data that names and explains the records: where words that the prompt lacks came from. */
interface Origins {
  /** The name of each record; "" if it has none that distinguishes it. */
  readonly names: readonly string[];
  /** Title of the record where the bridge starts; "" if there is none. */
  readonly bridge: string;
  /** Indices of the records that supplied related terms. */
  readonly feedbackRecords: ReadonlySet<number>;
  readonly matchedTerms: (record: ScoredRecord) => readonly string[];
}

/**
 * A record is as relevant as its best unit, and takes its parts from that unit.
 * @param sum of all parts, unit by unit; becomes the scores of the units
 * @param factors one for each record
 */
export function recordScores(
  records: readonly SegmentedRecord[],
  parts: UnitParts,
  sum: Float64Array,
  factors: Float64Array,
  origins: Origins,
): readonly ScoredRecord[] {
  const { names } = origins;
  const why = explainer(parts, sum, factors, origins);
  let run = 0;
  let firstUnit = 0;
  return records.map(({ position, source, scan, title, type, noun, readable, units, kind }, index) => {
    const first = firstUnit;
    firstUnit += units.length;
    const score = multiplied(sum, units, first, factors[index] ?? 1);
    const name = names[index] ?? "";
    if (name === "" || name !== names[index - 1]) run += 1;
    // Written out, without a view or a closure for each record: those took three quarters of its memory.
    return {
      position,
      source,
      scan,
      title,
      type,
      noun,
      readable,
      units,
      kind,
      index,
      score,
      why,
      unitScores: sum,
      firstUnit: first,
      name,
      run,
    };
  });
}

/** One function for all records. It explains the record that is passed to it. */
function explainer(parts: UnitParts, sum: Float64Array, factors: Float64Array, origins: Origins): ScoredRecord["why"] {
  return (record) => {
    const { index, firstUnit, units } = record;
    const best = bestOf(sum, firstUnit, firstUnit + units.length);
    const named = partsAt(parts, best, factors[index] ?? 1);
    const own = ownParts(record, origins.feedbackRecords.has(index));
    const reason = reasonOf(named, { bridge: origins.bridge, own });
    return { parts: named, reason, matchedTerms: origins.matchedTerms(record) };
  };
}

/** Multiplies the scores of a record's units in place and returns the highest. */
function multiplied(scores: Float64Array, units: readonly Unit[], first: number, factor: number): number {
  let highest = 0;
  for (let at = 0; at < units.length; at += 1) {
    const score = units[at]?.announces === true ? 0 : (scores[first + at] ?? 0) * factor;
    scores[first + at] = score;
    // `Math.max` would allocate an object for each score: half a megabyte in a call of 5.5 MB.
    if (score > highest) highest = score;
  }
  return highest;
}

/** The first unit that has the highest score. */
function bestOf(scores: Float64Array, from: number, to: number): number {
  let best = from;
  for (let unit = from; unit < to; unit += 1) if ((scores[unit] ?? 0) > (scores[best] ?? 0)) best = unit;
  return best;
}

function partsAt(parts: UnitParts, unit: number, factor: number): ScoreParts {
  const named: Record<string, number> = {};
  for (const [name, values] of parts) named[name] = (values[unit] ?? 0) * factor;
  return named;
}

/** More words would not explain more. */
const MATCHED_MAX = 8;

/** Saturates the term frequency as in BM25 with k1 = 1 and without length normalisation. */
function saturated(count: number): number {
  return count / (count + 1);
}

/**
 * The words of the task that a record matches, as the task writes them, starting with those that add most to its score.
 * Works after the vocabulary is closed, since an answer is written after the engine has finished.
 * @param weights of the query's terms, by slot
 */
export function matchedTerms(
  { corpus, query, postings }: Pick<Analysed, "corpus" | "query" | "postings">,
  weights: Float64Array,
  { index, firstUnit, units }: Pick<ScoredRecord, "index" | "firstUnit" | "units">,
): readonly string[] {
  const counts = new Map<number, number>(postings.fields[index]);
  const end = firstUnit + units.length;
  for (let hit = placeFrom(postings.unit, firstUnit); (postings.unit[hit] ?? end) < end; hit += 1) {
    const slot = postings.slot[hit] ?? 0;
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  }
  const worthOf = ([slot, count]: readonly [number, number]) =>
    (weights[slot] ?? 0) * rarity(corpus, query.terms[slot] ?? 0) * saturated(count);
  const strongest = [...counts].map((one) => ({ slot: one[0], worth: worthOf(one) }));
  strongest.sort((a, b) => b.worth - a.worth || a.slot - b.slot);
  // The parts of an identifier count as one word.
  const words = new Map<string, string>();
  for (const { slot, worth } of strongest) {
    if (words.size === MATCHED_MAX || worth <= 0) break;
    const word = isVerbatim(query, slot)
      ? shortForm(corpus.starts[query.terms[slot] ?? 0] ?? 0)
      : statedAt(query, slot);
    if (!words.has(word.toLowerCase())) words.set(word.toLowerCase(), word);
  }
  return [...words.values()];
}
