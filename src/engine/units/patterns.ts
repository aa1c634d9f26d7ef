// Builds regular expressions from alternatives, one per line: each is readable by itself, and all cost a single test.
// No alternative may contain nested repetition, because any text may come in, even a hostile one.
import { ASCII_END } from "../../text/char-codes.ts";

/** Matches wherever any of the alternatives does. */
export function anyOf(alternatives: readonly RegExp[], flags = ""): RegExp {
  return new RegExp(alternatives.map(({ source }) => source).join("|"), flags);
}

/** Matches if the text starts with any of the alternatives. */
export function opening(alternatives: readonly RegExp[], flags = ""): RegExp {
  return new RegExp(`^(?:${alternatives.map(({ source }) => source).join("|")})`, flags);
}

/** Matches any of the words, which are separated by spaces in `words`. */
export function oneOf(words: string): RegExp {
  return new RegExp(`(?:${words.split(" ").join("|")})`);
}

/** Returns a test for one of some ASCII characters at an offset: it spares most lines a regular expression. */
export function beginsWith(characters: string): (line: string, at?: number) => boolean {
  const begins = new Uint8Array(ASCII_END);
  for (const character of characters) begins[character.charCodeAt(0)] = 1;
  return (line, at = 0) => begins[line.charCodeAt(at)] === 1;
}

/** Tests a sticky expression at an offset. */
export function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
