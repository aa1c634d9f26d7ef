// BM25 of all groups of units at one level (units, blocks, records), added to the scores of the units in them.
// In: the occurrences of weighted terms, and a grouping. Out: more in each output. Must be linear in occurrences and
// units.
import type { Grouping } from "../../corpus/groupings.ts";
import { NO_LABELS } from "../../corpus/hits.ts";
import { type Bm25Settings, lengthPull, saturated } from "../bm25.ts";
import { countHits, type GroupCounts, meetLabels } from "./group-counts.ts";

export interface GroupSettings {
  readonly bm25: Bm25Settings;
  /** Factor of the block's share in a log: what stands beside an event says little of it. 1 is as anywhere. */
  readonly logBlock: number;
}

export interface Search {
  readonly held: GroupCounts;
  /** By slot: the term's weight times its rarity, and the part it adds to. */
  readonly weights: Float64Array<ArrayBuffer>;
  /** The same for single rows. */
  readonly rowWeights: Float64Array<ArrayBuffer>;
  readonly partOfSlot: Uint8Array;
  /** What each unit gains, by part, and by words of the labels. */
  readonly outputs: readonly Float64Array[];
  readonly title: Float64Array;
  /** What the present group adds to each of the outputs. */
  readonly sums: Float64Array;
}

/** What one group is weighed by. */
interface Scale {
  readonly labels: ReadonlyMap<number, number>;
  /** By slot. */
  readonly weights: Float64Array;
  readonly share: number;
  readonly pull: number;
}

/**
 * Adds the scores of one level, times its `share` in the mixture; `damped` marks the records whose blocks tell little.
 * One walk over the occurrences: a group is looked at only when it holds one, or its record's labels do.
 */
export function addGroupScores(
  search: Search,
  grouping: Grouping,
  share: number,
  settings: GroupSettings,
  damped?: Uint8Array,
): void {
  const { held, outputs, title, sums } = search;
  const { firstUnit, recordOfGroup, rows } = grouping;
  const { unit: unitOf } = held.hits;
  let hit = 0;
  for (let group = 0; group + 1 < firstUnit.length; group += 1) {
    const first = firstUnit[group] ?? 0;
    const next = firstUnit[group + 1] ?? 0;
    const record = recordOfGroup?.[group] ?? 0;
    const labels = recordOfGroup === null ? NO_LABELS : (held.hits.labels[record] ?? NO_LABELS);
    // Most groups hold nothing of what is searched for.
    if (labels === NO_LABELS && (unitOf[hit] ?? next) >= next) continue;
    hit = countHits(held, hit, next);
    if (labels !== NO_LABELS) meetLabels(held, labels);
    if (held.met === 0) continue;
    const ofLabels = sumUp(search, settings.bm25, {
      labels,
      weights: rows?.[group] === 1 ? search.rowWeights : search.weights,
      share: damped?.[record] === 1 ? settings.logBlock * share : share,
      pull: lengthPull(grouping.lengths[group] ?? 0, grouping.mean, settings.bm25),
    });
    for (let part = 0; part < outputs.length; part += 1) addTo(outputs[part], first, next, sums[part] ?? 0);
    addTo(title, first, next, ofLabels);
  }
}

/** Turns what was counted into `sums`, and the counts into 0; returns what the words of the labels add. */
function sumUp({ held, partOfSlot, sums }: Search, bm25: Bm25Settings, scale: Scale): number {
  const { counts, touched, met } = held;
  const { labels, weights, share, pull } = scale;
  let ofLabels = 0;
  sums.fill(0);
  for (let at = 0; at < met; at += 1) {
    const slot = touched[at] ?? 0;
    const weight = share * (weights[slot] ?? 0);
    const count = counts[slot] ?? 0;
    const own = weight * saturated(count, pull, bm25);
    const label = labels === NO_LABELS ? 0 : (labels.get(slot) ?? 0);
    if (label > 0) ofLabels += weight * saturated(count + label, pull, bm25) - own;
    const part = partOfSlot[slot] ?? 0;
    sums[part] = (sums[part] ?? 0) + own;
    counts[slot] = 0;
  }
  return ofLabels;
}

function addTo(output: Float64Array | undefined, from: number, to: number, amount: number): void {
  if (output === undefined || amount === 0) return;
  for (let at = from; at < to; at += 1) output[at] = (output[at] ?? 0) + amount;
}
