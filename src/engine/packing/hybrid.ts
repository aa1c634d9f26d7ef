// In: a record's whole text. Out: the same JSON data in TOON, when that is shorter and nothing of the data is lost.
// Data that would not come back to the last digit and key stays as it is.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { tokensBelow } from "../../text/tokens.ts";
import { readJson } from "../toon/read-json.ts";
import { writeToon } from "../toon/write-toon.ts";

/** UTF-16 units of JSON that are tried; a larger text is sent whole rarely and would hold up the request. */
const TEXT_LENGTH_MAX = 1_000_000;

export interface Reencoding {
  readonly text: string;
  readonly format: "toon";
  readonly tokens: number;
}

/** The TOON form of `text` when it costs less than `tokens`, else null. */
export function reencoded(text: string, tokens: number, checkpoint: Checkpoint = unchecked): Reencoding | null {
  if (text.length > TEXT_LENGTH_MAX) return null;
  const tape = readJson(text, checkpoint);
  const compact = tape === null ? null : writeToon(tape, checkpoint);
  if (compact === null) return null;
  // Nested deep enough, TOON is thirty times as long: more blanks than anybody needs to have counted.
  const compactTokens = tokensBelow(compact, tokens, checkpoint);
  return compactTokens === null ? null : { text: compact, format: "toon", tokens: compactTokens };
}
