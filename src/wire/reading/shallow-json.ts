// JSON made shallow before it is parsed: V8 keeps some 60 bytes for each list or object that is open, 350 MB for 5.4 MB
// of brackets. What begins at a certain level is parsed by itself, what lies as deep again below it first, and a number
// then stands in its place: no reader looks so deep, and whoever asks how deep it is has long had an answer.
// What is left is JSON if the whole was.

/** Far below what any field may hold: attributes end at 16, and protobuf reads no more than 100. */
export const LEVELS_MAX = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const ZERO = 0x30;
/** With this bit, "[" and "]" are "{" and "}", and nothing else is. */
const BRACE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * In place. What lies above that level stays where it was, so that a parser names its place.
 * @param parse throws for what is no JSON
 * @returns false where it did, and where more is open at the end
 */
export function makeShallow(bytes: Uint8Array, parse: (text: string) => unknown): boolean {
  const { buffer, byteOffset, byteLength } = bytes;
  const json = Buffer.from(buffer, byteOffset, byteLength);
  /** Where those begin, of what is open, that are parsed by themselves. */
  const begun: number[] = [];
  let level = 0;
  let to = 0;
  for (let at = 0; at < byteLength; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) {
      const end = stringEnd(json, at);
      if (to < at) json.copyWithin(to, at, end);
      to += end - at;
      at = end - 1;
      continue;
    }
    json[to] = byte;
    const kind = byte | BRACE_BIT;
    to += 1;
    if (kind === OPENING) {
      level += 1;
      if (level % LEVELS_MAX === 0) begun.push(to - 1);
    }
    if (kind !== CLOSING) continue;
    const from = level % LEVELS_MAX === 0 ? begun.pop() : undefined;
    level -= 1;
    if (from === undefined) continue;
    if (!isJson(json.toString("utf8", from, to), parse)) return false;
    json[from] = ZERO;
    to = from + 1;
    if (begun.length > 0) continue;
    json.fill(SPACE, to, at + 1);
    to = at + 1;
  }
  return level < LEVELS_MAX;
}

/** Behind its closing quotation mark, or the end of all. */
function stringEnd(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return Math.min(at + 1, json.length);
}

function isJson(text: string, parse: (text: string) => unknown): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
