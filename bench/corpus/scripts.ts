// Generated prose of scripts whose letters take two bytes or three. Its words are made of the encoding's own tokens of
// the script, which were learned from text in it: frequent words are a token each, the others several, one behind the
// other. Tokens and bytes a word, and the share of words that were not there before, are about those of encyclopedias.
import encoding from "js-tiktoken/ranks/o200k_base";
import { type Random, seeded, zipfIndex } from "./random.ts";

const scripts = {
  russian: { letters: /^ ?\p{Script=Cyrillic}+$/u, stop: ".", comma: "," },
  arabic: { letters: /^ ?\p{Script=Arabic}+$/u, stop: ".", comma: "،" },
  hindi: { letters: /^ ?\p{Script=Devanagari}+$/u, stop: "।", comma: "," },
  korean: { letters: /^ ?\p{Script=Hangul}+$/u, stop: ".", comma: "," },
} as const;

export type Script = keyof typeof scripts;
export const scriptNames = ["russian", "arabic", "hindi", "korean"] as const satisfies readonly Script[];

/** Words of the vocabulary, of which the first are single tokens. */
const WORDS = 60_000;
const SINGLE_TOKENS = 500;
/** How often a word is one that no text has had before. */
const NEW_WORD_SHARE = 0.06;
/** Shorter tokens start words more often than they are words. */
const LETTERS_MIN = 3;
const MARK_SHARE = 0.1;
const NUMBER_SHARE = 0.03;

/** @param chars UTF-16 units of the text, which it has exactly */
export function scriptText(script: Script, seed: number, chars: number): string {
  const random = seeded(seed);
  const tokens = tokensOf(script);
  const words = Array.from({ length: WORDS }, (_, rank) => {
    return rank < SINGLE_TOKENS ? (tokens.starts[rank] ?? "") : composed(random, tokens);
  });
  const { stop, comma } = scripts[script];
  const parts: string[] = [];
  for (let size = 0; size < chars; ) {
    const draw = random.next();
    const word = draw < NEW_WORD_SHARE ? composed(random, tokens) : (words[zipfIndex(random, WORDS)] ?? "");
    const part = random.chance(NUMBER_SHARE) ? ` ${random.below(2_100)}` : word;
    const end = random.chance(MARK_SHARE) ? random.pick([stop, comma, `${stop}\n`] as const) : "";
    parts.push(part, end);
    size += part.length + end.length;
  }
  return parts.join("").slice(0, chars);
}

interface Tokens {
  /** Those that start a word, with the blank in front; the lower the rank, the earlier. */
  readonly starts: readonly string[];
  readonly others: readonly string[];
}

function tokensOf(script: Script): Tokens {
  const texts = encoding.bpe_ranks
    .split(" ")
    .slice(2)
    .map((word) => Buffer.from(word, "base64").toString());
  const all = texts.filter((text) => scripts[script].letters.test(text));
  const starts = all.filter((text) => text.startsWith(" ") && text.length > LETTERS_MIN);
  return { starts, others: all.filter((text) => !text.startsWith(" ")) };
}

/** A word of two tokens and, in one of three, of three. */
function composed(random: Random, { starts, others }: Tokens): string {
  const end = random.chance(1 / 3) ? others[zipfIndex(random, others.length)] : "";
  return `${starts[random.below(starts.length)]}${others[zipfIndex(random, others.length)]}${end}`;
}
