// In: a record's whole text. Out: the same JSON data in TOON, when that is shorter and nothing of the data is lost.
// Data that does not come back to the last digit and key stays as it is.
import { decode, encode } from "@toon-format/toon";
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
export function reencoded(text: string, tokens: number): Reencoding | null {
  if (text.length > TEXT_LENGTH_MAX) return null;
  const canonical = canonicalJson(text);
  if (canonical === null) return null;
  const compact = toon(canonical);
  if (compact === null) return null;
  const compactTokens = countTokens(compact);
  return compactTokens < tokens ? { text: compact, format: "toon", tokens: compactTokens } : null;
}

/** Encodes and decodes back; null when that does not give the very same JSON. */
function toon(canonical: string): string | null {
  try {
    const compact = encode(JSON.parse(canonical));
    return JSON.stringify(decode(compact)) === canonical ? compact : null;
  } catch {
    // The encoder refuses what it cannot represent; the text itself is then the best form there is.
    return null;
  }
}
