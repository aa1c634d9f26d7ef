// Regular expressions made of alternatives, one a line, so that each can be read by itself and all cost one test.
// Every alternative must be free of nested repetition: the texts it meets are anybody's.
import { ASCII_END } from "../../text/char-codes.ts";

/** Matches wherever any of the alternatives does. */
export function anyOf(alternatives: readonly RegExp[], flags = ""): RegExp {
  return new RegExp(alternatives.map(({ source }) => source).join("|"), flags);
}

/** Matches where the text begins with any of the alternatives. */
export function opening(alternatives: readonly RegExp[], flags = ""): RegExp {
  return new RegExp(`^(?:${alternatives.map(({ source }) => source).join("|")})`, flags);
}

/** Matches any of the words, separated by blanks in `words`. */
export function oneOf(words: string): RegExp {
  return new RegExp(`(?:${words.split(" ").join("|")})`);
}

/** True for lines that have one of some basic Latin characters at a place: one look spares most an expression. */
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
