// How much its length is held against a unit: its cost, to the power of an exponent.
// In: a number of tokens. Out: what a score is divided by. The marks around a unit that stands alone are of its cost:
// forgotten, many short fragments would be bought instead of the unit that answers.
import { float64s } from "../../text/slab.ts";
import { MARK_TOKENS } from "./marks.ts";

/** A unit that stands alone comes with a mark on either side. */
const ALONE_TOKENS = 2 * MARK_TOKENS;

/** What a unit with its marks costs in most texts: there every exponent leaves its score as it is. Tokens. */
const USUAL_TOKENS = 50;

/** Units of fewer tokens, nearly all, share what is worked out for a length: a power takes as long as the rest. */
const SHARED_TOKENS = 256;

export interface Discount {
  readonly exponent: number;
  /** The divisor for so many tokens; 0 where it was not asked for yet. */
  readonly known: Float64Array;
}

export function discount(exponent: number): Discount {
  return { exponent, known: float64s(SHARED_TOKENS) };
}

/** What the score of a unit is divided by, by its tokens. */
export function divisor({ exponent, known }: Discount, tokens: number): number {
  const found = known[tokens] ?? 0;
  if (found > 0) return found;
  const made = ((ALONE_TOKENS + tokens) / USUAL_TOKENS) ** exponent;
  if (tokens < SHARED_TOKENS) known[tokens] = made;
  return made;
}
