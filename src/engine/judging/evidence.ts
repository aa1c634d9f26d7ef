// What a verdict rests on, in the task's own words. In: obligations and how each is met. Out: their texts.
// Made for the rung that is answered alone: a long task has half a million words to name.
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { Evidence } from "../model.ts";
import { ABSENT, COVERED, type Met, MISSING } from "./met.ts";
import type { Obligations } from "./obligations.ts";

/** Obligations that are named between two checkpoints: a few milliseconds. */
const NAMED_A_TURN = 1 << 12;

/** A cut this close to the best score dropped units that say as much as those sent. */
const CLOSE_FRONT_MIN = 0.5;

/** @param front of a selection that does not suffice, as its margin says; null of one that does */
export function evidenceOf(obligations: Obligations, met: Met, front: number | null, checkpoint: Checkpoint): Evidence {
  const textsOf = (how: number): readonly string[] => {
    const texts: string[] = [];
    for (let number = 0; number < met.length; number += 1) {
      if (number % NAMED_A_TURN === 0) checkpoint();
      if (met[number] === how) texts.push(obligations.textOf(number));
    }
    return texts;
  };
  const missing = textsOf(MISSING);
  return {
    terms: { covered: textsOf(COVERED), missing, absent: textsOf(ABSENT) },
    repairReasons: front === null ? [] : repairs(obligations, met, missing, front),
  };
}

/** What a larger budget or a clearer task could mend; never empty. */
function repairs({ kindOf }: Obligations, met: Met, missing: readonly string[], front: number): readonly string[] {
  const reasons: string[] = [];
  for (let number = 0; number < met.length; number += 1)
    if (met[number] === MISSING) reasons.push(`missing_${kindOf(number)}:${missing[reasons.length]}`);
  if (front >= CLOSE_FRONT_MIN) reasons.push("close_cut");
  return reasons.length > 0 ? reasons : ["matches_left_out"];
}
