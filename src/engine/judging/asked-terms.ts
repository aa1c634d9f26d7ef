// Where the terms stand that a selection is asked for. In: the corpus, its records, those terms. Out: the units that
// hold them. Walks all terms and units once for all rungs of a ladder; a rung looks up what it keeps.
import type { Checkpoint } from "../../text/checkpoint.ts";
import { intList, itemsOf, nextFlagged, push } from "../../text/int-list.ts";
import { int32s, uint8s } from "../../text/slab.ts";
import { isWordAcross } from "../../text/words.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { PLACES_EXPECTED } from "../corpus/hits.ts";
import type { SegmentedRecord } from "../model.ts";

export interface AskedTerms {
  /** The place of each asked term in `terms`, its slot, by term. A column, for a long task asks for a million. */
  readonly slotOf: Int32Array;
  readonly terms: Int32Array;
  /** 1 for each asked term, of all that the corpus knows. */
  readonly flags: Uint8Array;
  /** The asked terms that units hold among their own, unit by unit: their slots, each once a unit. */
  readonly slots: Int32Array;
  /** Where in `slots` those of each unit begin, and where the last ones end. */
  readonly slotsFrom: Int32Array;
  /** Units, ascending, with terms that are not theirs alone: they echo the task, or a word goes on in the next unit. */
  readonly unlike: Int32Array;
}

/** @param wanted any number of times each */
export function askedTerms(
  corpus: Corpus,
  records: readonly SegmentedRecord[],
  wanted: Int32Array,
  checkpoint: Checkpoint,
): AskedTerms {
  const found = intList();
  const flags = uint8s(corpus.vocabulary.size());
  const slotOf = int32s(flags.length);
  for (let at = 0; at < wanted.length; at++) {
    const term = wanted[at] ?? 0;
    if (flags[term] === 1) continue;
    flags[term] = 1;
    slotOf[term] = found.size;
    push(found, term);
  }
  checkpoint();
  const terms = itemsOf(found);
  const places = placesOf(corpus, terms.length, flags, slotOf);
  checkpoint();
  return { slotOf, terms, flags, ...places, unlike: unlikeUnits(corpus, records, checkpoint) };
}

function placesOf(
  { terms, unitFrom, ownTo }: Corpus,
  asked: number,
  flags: Uint8Array,
  slotOf: Int32Array,
): Pick<AskedTerms, "slots" | "slotsFrom"> {
  const lastIn = int32s(asked).fill(-1);
  const slots = intList(PLACES_EXPECTED);
  const slotsFrom = int32s(ownTo.length + 1);
  let unit = 0;
  for (let at = nextFlagged(terms, flags, 0); at < terms.length; at = nextFlagged(terms, flags, at + 1)) {
    while ((unitFrom[unit + 1] ?? terms.length) <= at) slotsFrom[++unit] = slots.size;
    const slot = slotOf[terms[at] ?? 0] ?? 0;
    if (at >= (ownTo[unit] ?? 0) || lastIn[slot] === unit) continue;
    lastIn[slot] = unit;
    push(slots, slot);
  }
  slotsFrom.fill(slots.size, unit + 1);
  return { slots: itemsOf(slots), slotsFrom };
}

function unlikeUnits({ echoes }: Corpus, records: readonly SegmentedRecord[], checkpoint: Checkpoint): Int32Array {
  const unlike = intList();
  let place = 0;
  for (const { units, source } of records) {
    checkpoint();
    for (let unit = 0; unit < units.length; unit++) {
      const goesOn = unit + 1 < units.length && isWordAcross(source.text, units[unit]?.end ?? 0);
      if (goesOn || echoes.has(place)) push(unlike, place);
      place++;
    }
  }
  return itemsOf(unlike);
}
