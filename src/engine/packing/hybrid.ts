// In: a record's whole text. Out: the same JSON data in TOON, when that is shorter and nothing of the data is lost.
// Data that does not come back to the last digit and key stays as it is.
import { decodeFromLines, encodeLines } from "@toon-format/toon";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { countTokens } from "../../text/tokens.ts";
import { canonicalJson } from "./canonical-json.ts";

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
  const canonical = canonicalJson(text);
  checkpoint();
  if (canonical === null) return null;
  const compact = toon(canonical, checkpoint);
  if (compact === null) return null;
  const compactTokens = countTokens(compact, checkpoint);
  return compactTokens < tokens ? { text: compact, format: "toon", tokens: compactTokens } : null;
}

/** Encodes and decodes back; null when that does not give the very same JSON. */
function toon(canonical: string, checkpoint: Checkpoint): string | null {
  try {
    const lines = [...inTurns(encodeLines(JSON.parse(canonical)), checkpoint)];
    const decoded = decodeFromLines(inTurns(lines, checkpoint));
    return JSON.stringify(decoded) === canonical ? lines.join("\n") : null;
  } catch {
    // The encoder refuses what it cannot represent: the text itself is then the best form. Or the call is over.
    checkpoint();
    return null;
  }
}

/** Lines that are encoded or decoded between two checkpoints: a few milliseconds. */
const LINES_A_TURN = 256;

function* inTurns(lines: Iterable<string>, checkpoint: Checkpoint): Iterable<string> {
  let passed = 0;
  for (const line of lines) {
    passed += 1;
    if (passed % LINES_A_TURN === 0) checkpoint();
    yield line;
  }
}
