// What kind of evidence is sent? In: demands, how each obligation is met, the terms of each excerpt. Out: a name.
import { uint8s } from "../../text/slab.ts";
import type { Demands } from "./demands.ts";
import { COVERED, type Met } from "./met.ts";
import type { ObligationKind, Obligations } from "./obligations.ts";
import type { SentTerms } from "./sent-terms.ts";

/**
 * One record that holds all that is covered, several that share it, arms of a comparison, or a list.
 * @param size of the vocabulary: every term that is sent is below
 */
export function evidenceShape(demands: Demands, met: Met, sent: SentTerms, size: number): string {
  if (!met.includes(COVERED)) return "unknown";
  if (demands.comparison && isOfSeveral(demands.obligations)) return "comparison";
  if (isHeldByOne(demands.obligations, met, sent, size)) {
    return demands.slots.length > 0 ? "single_fact" : "single_record";
  }
  return demands.enumeration ? "enumeration" : "several_records";
}

/** What can be set side by side. */
const NAMES: readonly ObligationKind[] = ["entity", "id", "quote"];

function isOfSeveral({ count, kindOf }: Obligations): boolean {
  let names = 0;
  for (let number = 0; number < count && names < 2; number += 1) if (NAMES.includes(kindOf(number))) names += 1;
  return names > 1;
}

/** Does one excerpt hold all terms of what is covered? */
function isHeldByOne({ terms, termsFrom }: Obligations, met: Met, sent: SentTerms, size: number): boolean {
  const isNeeded = uint8s(size);
  let needed = 0;
  for (let number = 0; number < met.length; number += 1) {
    if (met[number] !== COVERED) continue;
    const end = termsFrom[number + 1] ?? 0;
    for (let at = termsFrom[number] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      if (isNeeded[term] === 0) needed += 1;
      isNeeded[term] = 1;
    }
  }
  return sent.some((held) => held.length >= needed && held.filter((term) => isNeeded[term] === 1).length === needed);
}
