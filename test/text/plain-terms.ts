// The terms of a text by rules on strings: the same rules as the module's, written for clarity, not speed.
import { stemmer } from "stemmer";
import { eachWord, letterClass } from "../../src/text/words.ts";

const CLASS_LETTERS = ["", "-", "a", "A", "9", "_", "*"];

/** The parts of an identifier, cut between classes of letters; none for a plain word. */
export function partsOf(word: string): string[] {
  const classes = Array.from({ length: word.length }, (_, at) => CLASS_LETTERS[letterClass(word, at)]).join("");
  // Three or more letters next to digits are split off.
  const cut = /_|(?<=a)(?=A)|(?<=[^_])(?=Aa)|(?<=[aA]{3})(?=9)|(?<=9)(?=[aA]{3})/g;
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: joiner } of classes.matchAll(cut)) {
    parts.push(word.slice(from, index));
    from = index + joiner.length;
  }
  parts.push(word.slice(from));
  return parts.filter((part) => part !== "" && part !== word);
}

/**
 * The form of a word: its stem, or the first letters of a word in another alphabet without numbers. Full-width letters
 * and digits are those of basic Latin, without a stem.
 */
export function formOf(word: string): string {
  const basic = word.replace(/[\uff10-\uff5a]/g, (wide) => wide.normalize("NFKC"));
  const lower = basic.toLowerCase();
  if (basic === word && /^[a-z]+$/.test(lower)) return lower.length < 3 ? lower : stemmer(lower);
  return /^\w+$|\p{N}/u.test(lower) ? lower : lower.slice(0, 5);
}

export function formsOf(text: string): string[] {
  const forms: string[] = [];
  eachWord(text, 0, text.length, (start, end, unspaced) => {
    const word = text.slice(start, end);
    if (!unspaced) forms.push(...[word, ...partsOf(word)].map(formOf));
    else if (word.length === 1) forms.push(word);
    else for (let at = 0; at + 1 < word.length; at++) forms.push(word.slice(at, at + 2));
  });
  return forms;
}
