// Follows references: whoever reads `the fee of section 4.2` needs section 4.2, whose text may share no other word with
// the task.
// In: the records and a first score. Out: what each unit gains. Reads the references of the best blocks only, and looks
// for labels only if there are any.
import { float64s, placeFrom } from "../../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";
import type { Analysed } from "../../analyse.ts";
import { isName, labelsIn, type Reference, referencesIn, type UnitsByName, unitsWith } from "../../index/labels.ts";
import type { Unit } from "../../model.ts";
import { bestBlocks } from "../unit-scores.ts";

export interface ReferenceSettings {
  /** What a unit gains that one of the best blocks refers to, as a share of that block's score; 0 turns it off. */
  readonly weight: number;
  /** The references of this many of the best blocks are followed. */
  readonly blocks: number;
}

/** If more units bear a label, nothing here says which one is meant. */
const PLACES_MAX = 2;

/** At most this much of a block is read. UTF-16 units. */
const READ_LENGTH_MAX = 2000;

/** A shorter unit is a bare heading, so the next unit gains as well. UTF-16 units. */
const HEADING_LENGTH_MAX = 120;

export function referenceScores(
  { records, corpus }: Pick<Analysed, "records" | "corpus">,
  scores: Float64Array,
  { weight, blocks }: ReferenceSettings,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const { recordOf, blockOf } = corpus;
  const firstOf = (record: number) => placeFrom(recordOf, record);
  let labels: UnitsByName | null = null;
  const gained = float64s(scores.length);
  for (const { record, unit, score } of bestBlocks(corpus, scores, blocks)) {
    const { source, type, units = [] } = records[record] ?? {};
    // Code refers to symbols, not to sections.
    if (source === undefined || type?.isCode === true) continue;
    const first = firstOf(record);
    const last = placeFrom(blockOf, (blockOf[unit] ?? 0) + 1, unit) - 1;
    const start = units[unit - first]?.start ?? 0;
    const end = Math.min(units[last - first]?.end ?? 0, start + READ_LENGTH_MAX);
    const references = referencesIn(source.text.slice(start, end));
    if (references.length === 0) continue;
    labels ??= labelsIn(records, checkpoint);
    for (const place of placesOf(labels, record, references, recordOf)) {
      gained[place] = Math.max(gained[place] ?? 0, weight * score);
      const target = recordOf[place] ?? 0;
      const isFollowed = recordOf[place + 1] === target && isShort(records[target]?.units[place - firstOf(target)]);
      if (isFollowed) gained[place + 1] = Math.max(gained[place + 1] ?? 0, weight * score);
    }
  }
  return gained;
}

function isShort(unit: Unit | undefined): boolean {
  return unit !== undefined && unit.end - unit.start <= HEADING_LENGTH_MAX;
}

/** Where the references of a record lead. */
function placesOf(
  labels: UnitsByName,
  record: number,
  references: readonly Reference[],
  recordOf: Int32Array,
): readonly number[] {
  return references.flatMap((reference) => {
    const places = unitsWith(labels, record, reference);
    if (places.length > PLACES_MAX) return [];
    return isName(reference) ? places.filter((place) => recordOf[place] !== record) : places;
  });
}
