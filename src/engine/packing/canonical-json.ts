// In: a text. Out: the same JSON without white space and with every string in its shortest spelling, or null.
// Null for anything `JSON.parse` would change: 1.0, -0, 1e400, integers beyond 2^53, repeated keys, keys it reorders.
import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET, QUOTE, SPACE } from "../units/char-codes.ts";

/** Deeper data is left alone: it is no table, and the encoders recurse. */
const DEPTH_MAX = 64;

export function canonicalJson(text: string): string | null {
  const compact = withoutSpace(text);
  if (compact === null) return null;
  try {
    return JSON.stringify(JSON.parse(text)) === compact ? compact : null;
  } catch {
    // Not JSON: the usual case, no fault.
    return null;
  }
}

/** Drops white space outside strings and respells strings that hold escapes; null when it is no array or object. */
function withoutSpace(text: string): string | null {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      if (depth === 0) return null;
      const end = stringEnd(text, at);
      if (end === -1) return null;
      const spelled = respelled(text.slice(at, end));
      if (spelled === null) return null;
      parts.push(text.slice(from, at), spelled);
      from = end;
      at = end - 1;
    } else if (code <= SPACE) {
      parts.push(text.slice(from, at));
      from = at + 1;
    } else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > DEPTH_MAX) return null;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
      depth--;
    } else if (depth === 0) {
      return null;
    }
  }
  parts.push(text.slice(from));
  return parts.join("");
}

/** The offset after the closing quote of the string that opens at `start`, or -1. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at + 1;
  }
  return -1;
}

function respelled(literal: string): string | null {
  if (!literal.includes("\\")) return literal;
  try {
    return JSON.stringify(JSON.parse(literal));
  } catch {
    // A bad escape: the text is not JSON.
    return null;
  }
}
