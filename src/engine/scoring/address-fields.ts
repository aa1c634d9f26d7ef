// The fields of an API's results that are mostly addresses: links to other forms of the same thing, avatars, icons.
// They repeat the names that tasks ask about, so they would rank with the texts beside them, and they are long.
// In: the records and a first score. Out: lower scores for such fields.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { SegmentedRecord } from "../model.ts";

/** A field with at least this share of addresses holds little else. */
const ADDRESS_SHARE_MIN = 0.25;

const ADDRESS = /https?:\/\/[^\s"'<>\\]+/g;

/** A task with one of these words may ask for an address. */
const ASKS = /\b(?:https?|ur[il]s?|links?|href)\b/i;

/**
 * Multiplies the sums of address fields by `factor`, in place. Does nothing if the prompt may ask for an address.
 * @param sums the scores of all units so far
 */
export function discountAddressFields(
  records: readonly SegmentedRecord[],
  prompt: string,
  factor: number,
  sums: Float64Array,
  checkpoint: Checkpoint = unchecked,
): void {
  if (factor === 1 || ASKS.test(prompt)) return;
  let first = 0;
  for (const { type, kind, readable, units } of records) {
    checkpoint();
    if (type.fieldForm === "pairs" && kind !== "tool_schema" && readable.includes("://")) {
      units.forEach(({ start, end }, place) => {
        const at = first + place;
        const sum = sums[at] ?? 0;
        if (sum > 0 && isMostlyAddresses(readable.slice(start, end))) sums[at] = factor * sum;
      });
    }
    first += units.length;
  }
}

function isMostlyAddresses(text: string): boolean {
  let length = 0;
  for (const [address] of text.matchAll(ADDRESS)) length += address.length;
  return length >= ADDRESS_SHARE_MIN * text.length;
}
