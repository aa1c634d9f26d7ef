// Generated prose of scripts whose letters take two or three bytes. Words are made from the encoding's own tokens of
// the script: a frequent word is one token, and another word is a sequence of several. Tokens and bytes per word, and
// the share of new words, are about those of encyclopedias.
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

/** Words of the vocabulary; the first are single tokens. */
const WORDS = 60_000;
const SINGLE_TOKENS = 500;
/** The share of words that no text has used before. */
const NEW_WORD_SHARE = 0.06;
/** Shorter tokens are more often the start of a word than a word. */
const LETTERS_MIN = 3;
const MARK_SHARE = 0.1;
const NUMBER_SHARE = 0.03;

/** @param chars the exact length of the text, in UTF-16 units */
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
  /** Tokens that start a word, with the space in front, by rank. */
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

/** A word of two tokens, or of three in a third of all cases. */
function composed(random: Random, { starts, others }: Tokens): string {
  const end = random.chance(1 / 3) ? others[zipfIndex(random, others.length)] : "";
  return `${starts[random.below(starts.length)]}${others[zipfIndex(random, others.length)]}${end}`;
}
