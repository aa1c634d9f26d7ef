// Reads JSON. In: a text. Out: the tape of its values; null for what is no array or object, and for all that
// `JSON.parse` would change: 1.0, -0, 1e400, integers beyond 2^53, repeated keys, keys it reorders, half characters.
// Must never make an object or a string for a value: there are a hundred thousand in a megabyte.
import {
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  TAB,
} from "../../text/char-codes.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { intList } from "../../text/int-list.ts";
import { int32s } from "../../text/slab.ts";
import { readBareWord } from "./bare-words.ts";
import { areKeysKept } from "./keys.ts";
import { type Cursor, readString } from "./strings.ts";
import { ARRAY, add, close, DEPTH_MAX, HOLDS_ARRAYS, HOLDS_OBJECTS, HOLDS_WORDS, OBJECT, type Tape } from "./tape.ts";

/** Values that are read between two checkpoints: less than a millisecond. */
const VALUES_A_TURN = 1 << 10;

interface Reading extends Tape, Cursor {
  /** By depth the object that was read last: one like it need not be asked about its keys. */
  readonly latest: Int32Array;
  readonly checkpoint: Checkpoint;
  values: number;
}

/** What a value is for its container; this is none that comes back as it is written. */
const NOTHING = 0;

export function readJson(text: string, checkpoint: Checkpoint = unchecked): Tape | null {
  if (!text.isWellFormed()) return null;
  const latest = int32s(DEPTH_MAX + 1).fill(-1);
  const reading = { text, at: 0, nodes: intList(0), respelled: [], latest, checkpoint, values: 0 };
  const held = readValue(reading, 1);
  const isEnd = Number.isNaN(nextCode(reading));
  return isEnd && (held === HOLDS_ARRAYS || held === HOLDS_OBJECTS) ? reading : null;
}

function readValue(reading: Reading, depth: number): number {
  if (reading.values++ % VALUES_A_TURN === 0) reading.checkpoint();
  const code = nextCode(reading);
  if (code === QUOTE) return readString(reading, false) ? HOLDS_WORDS : NOTHING;
  if (code === OPEN_BRACE) return readContainer(reading, depth, true) ? HOLDS_OBJECTS : NOTHING;
  if (code === OPEN_BRACKET) return readContainer(reading, depth, false) ? HOLDS_ARRAYS : NOTHING;
  return readBareWord(reading) ? HOLDS_WORDS : NOTHING;
}

function readContainer(reading: Reading, depth: number, isObject: boolean): boolean {
  if (depth > DEPTH_MAX) return false;
  const at = add(reading, isObject ? OBJECT : ARRAY, 0, 0);
  const closer = isObject ? CLOSE_BRACE : CLOSE_BRACKET;
  let holds = 0;
  let count = 0;
  reading.at++;
  let code = nextCode(reading);
  if (code === closer) reading.at++;
  while (code !== closer) {
    if (isObject && !readKey(reading)) return false;
    const held = readValue(reading, depth + 1);
    if (held === NOTHING) return false;
    holds |= held;
    count++;
    code = nextCode(reading);
    if (code !== closer && code !== COMMA) return false;
    reading.at++;
  }
  close(reading, at, holds, count);
  if (!isObject) return true;
  const like = reading.latest[depth] ?? -1;
  reading.latest[depth] = at;
  return areKeysKept(reading, at, like);
}

function readKey(reading: Reading): boolean {
  if (nextCode(reading) !== QUOTE || !readString(reading, true) || nextCode(reading) !== COLON) return false;
  reading.at++;
  return true;
}

/** Passes over white space. NaN at the text's end. */
function nextCode(reading: Reading): number {
  const { text } = reading;
  let { at } = reading;
  let code = text.charCodeAt(at);
  while (code === SPACE || code === NEWLINE || code === CARRIAGE_RETURN || code === TAB) code = text.charCodeAt(++at);
  reading.at = at;
  return code;
}
