// BM25 of all groups of units at one level (units, blocks, records), added to the scores of the units in them.
// In: the occurrences of weighted terms, and a grouping. Out: more in each output. Must be linear in occurrences and
// units.
import type { Grouping } from "../corpus/groupings.ts";
import { type Hits, NO_LABELS } from "../corpus/hits.ts";
import { type Bm25Settings, lengthPull, saturated } from "./bm25.ts";

export interface GroupSettings {
  readonly bm25: Bm25Settings;
  /** Factor of the block's share in a log: what stands beside an event says little of it. 1 is as anywhere. */
  readonly logBlock: number;
  /** How much a word of a unit's context (its JSON path, its table's header) counts; 1 is a word of its text. */
  readonly context: number;
}

export interface Search {
  readonly hits: Hits;
  /** The first place of each unit's context. */
  readonly ownTo: Int32Array;
  /** By slot: the term's weight times its rarity, and the part it adds to. */
  readonly weights: Float64Array;
  /** The same for single rows. */
  readonly rowWeights: Float64Array<ArrayBuffer>;
  readonly partOfSlot: Uint8Array;
  readonly outputs: readonly Float64Array[];
  readonly title: Float64Array;
  readonly scratch: Scratch;
}

/** What is known of one group while it is looked at. */
interface Scratch {
  /** How often it holds each term, by slot; 0 again when the next group's turn comes. */
  readonly counts: Float64Array<ArrayBuffer>;
  /** The slots it holds, in the order in which they were met. */
  readonly touched: Int32Array<ArrayBuffer>;
  /** What it adds to each of the outputs. */
  readonly sums: Float64Array;
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
  const { hits, ownTo, partOfSlot, outputs, title, scratch } = search;
  const { counts, touched, sums } = scratch;
  const { firstUnit, recordOfGroup, rows } = grouping;
  let hit = 0;
  for (let group = 0; group + 1 < firstUnit.length; group += 1) {
    const first = firstUnit[group] ?? 0;
    const next = firstUnit[group + 1] ?? 0;
    let met = 0;
    for (; hit < hits.unit.length; hit += 1) {
      const unit = hits.unit[hit] ?? 0;
      if (unit >= next) break;
      const worth = (hits.at[hit] ?? 0) < (ownTo[unit] ?? 0) ? 1 : settings.context;
      if (worth === 0) continue;
      const slot = hits.slot[hit] ?? 0;
      if (counts[slot] === 0) touched[met++] = slot;
      counts[slot] = (counts[slot] ?? 0) + worth;
    }
    const labels = recordOfGroup === null ? NO_LABELS : (hits.labels[recordOfGroup[group] ?? 0] ?? NO_LABELS);
    if (labels !== NO_LABELS) for (const slot of labels.keys()) if (counts[slot] === 0) touched[met++] = slot;
    if (met === 0) continue;
    const pull = lengthPull(grouping.lengths[group] ?? 0, grouping.mean, settings.bm25);
    const weights = rows?.[group] === 1 ? search.rowWeights : search.weights;
    const ofGroup = damped?.[recordOfGroup?.[group] ?? 0] === 1 ? settings.logBlock * share : share;
    let titleSum = 0;
    sums.fill(0);
    for (let at = 0; at < met; at += 1) {
      const slot = touched[at] ?? 0;
      const weight = ofGroup * (weights[slot] ?? 0);
      const count = counts[slot] ?? 0;
      const own = weight * saturated(count, pull, settings.bm25);
      const label = labels === NO_LABELS ? 0 : (labels.get(slot) ?? 0);
      if (label > 0) titleSum += weight * saturated(count + label, pull, settings.bm25) - own;
      const part = partOfSlot[slot] ?? 0;
      sums[part] = (sums[part] ?? 0) + own;
      counts[slot] = 0;
    }
    for (let part = 0; part < outputs.length; part += 1) addTo(outputs[part], first, next, sums[part] ?? 0);
    addTo(title, first, next, titleSum);
  }
}

function addTo(output: Float64Array | undefined, from: number, to: number, amount: number): void {
  if (output === undefined || amount === 0) return;
  for (let at = from; at < to; at += 1) output[at] = (output[at] ?? 0) + amount;
}
