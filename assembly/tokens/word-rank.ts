// In: the text, a blank and a word. Out: the rank of the word, with the blank before it or without. Must never count
// the text: callers look up hundreds of thousands of words, and each lookup costs one to four reads of one table.
import { LETTERS, LOWER_A, TO_LOWER } from "../bytes/ascii";
import { TEXT } from "./layout";
import { NO_TOKEN } from "./tables/token-record";
import { findToken } from "./tables/token-table";
import { textEnd } from "./text";

/** Added to the rank of a word that is a token only without a blank before it. It is above every rank with one. */
export const BARE: u32 = NO_TOKEN + 1;

/** The lowest rank of the word. A first letter a to z may also be a capital. */
export function wordRank(): u32 {
  const spaced = rankFrom(TEXT);
  // Looks the word up without the blank only if it is not a token with one, because each lookup waits for memory.
  return spaced !== NO_TOKEN || textEnd === TEXT + 1 ? spaced : BARE + rankFrom(TEXT + 1);
}

/** The lower rank of the text from `start` on and of the same text with a capital, if either is a token. */
function rankFrom(start: usize): u32 {
  const small = findToken(start, textEnd);
  const initial = load<u8>(TEXT + 1);
  if (initial - LOWER_A >= LETTERS) return small;
  store<u8>(TEXT + 1, initial - TO_LOWER);
  const large = findToken(start, textEnd);
  store<u8>(TEXT + 1, initial);
  return min(small, large);
}
