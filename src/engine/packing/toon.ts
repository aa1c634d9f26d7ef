// In: the whole text of a record. Out: the same JSON as TOON, if that costs fewer tokens and loses nothing.
// The package encodes and decodes TOON. This file verifies that the exact digits, keys and order survive.
import { decodeFromLines, encodeLines, ToonDecodeError } from "@toon-format/toon";
import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  TAB,
} from "../../text/characters.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { parsedJson } from "../../text/json.ts";
import { tokensBelow } from "../../text/tokens.ts";

/** Longer JSON is not tried: it is rarely sent whole and would delay the request. UTF-16 units. */
const TEXT_LENGTH_MAX = 1_000_000;

/** Deeper data is not a table, and the code that reads or writes it recurses. */
const DEPTH_MAX = 64;

/** Lines or strings processed between two checkpoints: less than a millisecond. */
const STEPS_PER_CHECKPOINT = 1 << 6;

interface Reencoding {
  readonly text: string;
  readonly format: "toon";
  readonly tokens: number;
}

/** `text` as TOON if that costs fewer than `tokens` tokens, else null. */
export function reencoded(text: string, tokens: number, checkpoint: Checkpoint = unchecked): Reencoding | null {
  if (text.length > TEXT_LENGTH_MAX || !text.isWellFormed() || isTooDeep(text, checkpoint)) return null;
  const value = parsedJson(text);
  if (typeof value !== "object" || value === null) return null;
  const json = JSON.stringify(value);
  if (!isSameJson(text, json, checkpoint)) return null;
  const lines = [...paced(encodeLines(value), checkpoint)];
  const compact = lines.join("\n");
  // The indentation of deeply nested data can make TOON thirty times as long. Counting all of it is not worthwhile.
  const compactTokens = tokensBelow(compact, tokens, checkpoint);
  if (compactTokens === null || !survivesRoundTrip(lines, json, checkpoint)) return null;
  return { text: compact, format: "toon", tokens: compactTokens };
}

/** TOON writes the keys of a table once, so rows with a different key order do not survive the round trip. */
function survivesRoundTrip(lines: readonly string[], json: string, checkpoint: Checkpoint): boolean {
  try {
    return JSON.stringify(decodeFromLines(paced(lines, checkpoint))) === json;
  } catch (error) {
    if (error instanceof ToonDecodeError) return false;
    throw error;
  }
}

function* paced(lines: Iterable<string>, checkpoint: Checkpoint): Iterable<string> {
  let count = 0;
  for (const line of lines) {
    if (count++ % STEPS_PER_CHECKPOINT === 0) checkpoint();
    yield line;
  }
}

/** Counts brackets outside strings, to keep data that is too deep away from recursive code. */
function isTooDeep(text: string, checkpoint: Checkpoint): boolean {
  let depth = 0;
  let strings = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    else if (code === QUOTE) {
      if (strings++ % STEPS_PER_CHECKPOINT === 0) checkpoint();
      at = closingQuote(text, at);
    }
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}

/**
 * Is `text` the same JSON as `json`, the output of `JSON.stringify`? White space between tokens and the escapes in
 * strings may differ. Numbers (1.0, -0, 1e400, integers beyond 2^53), repeated keys and key order may not.
 */
function isSameJson(text: string, json: string, checkpoint: Checkpoint): boolean {
  let own = skipSpace(text, 0);
  let other = 0;
  let strings = 0;
  while (own < text.length && other < json.length) {
    if (text.charCodeAt(own) !== json.charCodeAt(other)) return false;
    if (text.charCodeAt(own) === QUOTE) {
      if (strings++ % STEPS_PER_CHECKPOINT === 0) checkpoint();
      const ownEnd = closingQuote(text, own) + 1;
      const otherEnd = closingQuote(json, other) + 1;
      if (!isSameString(text.slice(own, ownEnd), json.slice(other, otherEnd))) return false;
      own = ownEnd;
      other = otherEnd;
    } else {
      own++;
      other++;
    }
    own = skipSpace(text, own);
  }
  return own === text.length && other === json.length;
}

/** False for a string with a lone surrogate: JSON can escape it, but TOON cannot represent it. */
function isSameString(literal: string, json: string): boolean {
  if (!literal.includes("\\")) return literal === json;
  const value: unknown = JSON.parse(literal);
  return typeof value === "string" && value.isWellFormed() && JSON.stringify(value) === json;
}

/** The index of the closing quote. In invalid JSON without one, at least the text's length. */
function closingQuote(text: string, open: number): number {
  let at = open + 1;
  for (; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++;
  return at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  while (code === SPACE || code === NEWLINE || code === CARRIAGE_RETURN || code === TAB) code = text.charCodeAt(++at);
  return at;
}
