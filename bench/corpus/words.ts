// The building blocks of generated texts: words, names, numbers, identifiers, sentences.
import { frequentWords } from "./installed-text.ts";
import { type Random, zipfIndex } from "./random.ts";

const syllables = ["ka", "ren", "to", "mi", "vel", "or", "as", "lin", "du", "pek", "sha", "no", "ter", "qui"] as const;
/** The share of words that no text has used before, such as names. */
const NEW_WORD_SHARE = 0.02;

export function word(random: Random): string {
  if (random.chance(NEW_WORD_SHARE)) return coined(random);
  const words = frequentWords();
  return words[zipfIndex(random, words.length)] ?? words[0];
}

function coined(random: Random): string {
  let made = "";
  for (let left = 2 + random.below(3); left > 0; left--) made += random.pick(syllables);
  return made;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function identifier(random: Random): string {
  const first = word(random);
  return random.chance(0.3) ? first : `${first}${capitalised(word(random))}`;
}

export function hex(random: Random, digits: number): string {
  let made = "";
  for (let left = digits; left > 0; left--) made += random.below(16).toString(16);
  return made;
}

/** Two digits. */
const two = (value: number): string => String(value).padStart(2, "0");

export function timestamp(random: Random): string {
  const day = `2026-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
  return `${day}T${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}.${hex(random, 3)}Z`;
}

/**
 * A quarter of the 2,500-character parts of the installed documentation has a character beyond Latin-1, which makes the
 * string wide and every reader of it slower. One such sentence in a hundred gives generated text the same share.
 */
const TYPOGRAPHY_SHARE = 0.01;
const typography = ["\u2014", "\u2026", "\u2192", "\u201cso\u201d", "isn\u2019t", "\u2713"] as const;

export function sentence(random: Random): string {
  const words: string[] = [];
  for (let left = 5 + random.below(18); left > 0; left--) {
    const draw = random.next();
    if (draw < 0.03) words.push(String(random.below(10_000)));
    else if (draw < 0.07) words.push(capitalised(coined(random)));
    else words.push(draw < 0.14 && left > 1 ? `${word(random)},` : word(random));
  }
  if (random.chance(TYPOGRAPHY_SHARE)) words.push(random.pick(typography));
  const mark = random.pick([".", ".", ".", ".", "?", "!", ";"] as const);
  return `${capitalised(words.join(" "))}${mark}`;
}
