// In: the text, a blank and a word. Out: how early in the ranks the word stands, with the blank before it or without.
// Must never count the text: a word that is asked for by hundreds of thousands costs a look or four into one table.
import { LETTERS, LOWER_A, TO_LOWER } from "../bytes/ascii";
import { TEXT } from "./layout";
import { textEnd } from "./text";
import { NO_TOKEN } from "./token-record";
import { findToken } from "./token-table";

/** Added to the rank of a word that is a token only without a blank before it: above every rank with one. */
export const BARE: u32 = NO_TOKEN + 1;

/** The lowest rank of the word, in which a first letter a to z may be a capital, too. */
export function wordRank(): u32 {
  const spaced = rankFrom(TEXT);
  // Without the blank only where it is no token with one: each look waits for memory.
  return spaced !== NO_TOKEN || textEnd === TEXT + 1 ? spaced : BARE + rankFrom(TEXT + 1);
}

/** The lower rank of the text from `start` on and of the same with a capital, if either is a token. */
function rankFrom(start: usize): u32 {
  const small = findToken(start, textEnd);
  const initial = load<u8>(TEXT + 1);
  if (initial - LOWER_A >= LETTERS) return small;
  store<u8>(TEXT + 1, initial - TO_LOWER);
  const large = findToken(start, textEnd);
  store<u8>(TEXT + 1, initial);
  return min(small, large);
}
