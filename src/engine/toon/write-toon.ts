// Writes JSON in TOON (github.com/toon-format/spec, version 4). In: a tape. Out: the text, or null where it would not
// come back to the very same JSON.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { rowsOf } from "./table.ts";
import {
  behind,
  countAt,
  DEPTH_MAX,
  HOLDS_OBJECTS,
  HOLDS_WORDS,
  holdsAt,
  isContainer,
  isObject,
  NODE,
  type Tape,
  wordAt,
} from "./tape.ts";

/** Words that are written between two checkpoints: less than a millisecond. */
const WORDS_A_TURN = 1 << 10;

interface Writing {
  readonly tape: Tape;
  readonly checkpoint: Checkpoint;
  words: number;
  written: string;
  isKept: boolean;
}

export function writeToon(tape: Tape, checkpoint: Checkpoint = unchecked): string | null {
  const writing: Writing = { tape, checkpoint, words: 0, written: "", isKept: true };
  if (!isObject(tape, 0)) writeArray(writing, "", 0, 0);
  else if (!writeTable(writing, "", 0, 0)) writeFields(writing, "", 0, 0);
  return writing.isKept ? writing.written : null;
}

/** @param head what stands before the first of them in its line */
function writeFields(writing: Writing, head: string, object: number, depth: number): void {
  const { tape } = writing;
  const end = behind(tape, object);
  let start = head;
  for (let key = object + NODE; key < end; key = behind(tape, key + NODE)) {
    writeValue(writing, start + wordAt(tape, key), key + NODE, depth);
    start = newLine(depth);
  }
}

/** @param name the value's key, with what stands before it */
function writeValue(writing: Writing, name: string, value: number, depth: number): void {
  const { tape } = writing;
  if (!isContainer(tape, value)) writeWord(writing, `${name}: `, value);
  else if (!isObject(tape, value)) writeArray(writing, name, value, depth);
  else if (!writeTable(writing, name, value, depth)) {
    writing.written += `${name}:`;
    writeFields(writing, newLine(depth + 1), value, depth + 1);
  }
}

function writeArray(writing: Writing, name: string, array: number, depth: number): void {
  if (countAt(writing.tape, array) === 0) writing.written += name === "" ? "[]" : `${name}: []`;
  else if (!writeTable(writing, name, array, depth)) writeList(writing, name, array, depth);
}

/** Words in one line, other values an item each. */
function writeList(writing: Writing, name: string, array: number, depth: number): void {
  const { tape } = writing;
  const end = behind(tape, array);
  const head = `${name}[${countAt(tape, array)}]:`;
  if (holdsAt(tape, array) === HOLDS_WORDS) {
    writeRow(writing, `${head} `, array, 0);
    return;
  }
  writing.written += head;
  for (let item = array + NODE; item < end; item = behind(tape, item)) writeItem(writing, item, depth + 1);
}

function writeItem(writing: Writing, item: number, depth: number): void {
  const { tape } = writing;
  const start = `${newLine(depth)}- `;
  if (!isContainer(tape, item)) writeWord(writing, start, item);
  else if (!isObject(tape, item)) writeList(writing, start, item, depth);
  else if (countAt(tape, item) === 0) writing.written += `${newLine(depth)}-`;
  else writeFields(writing, start, item, depth + 1);
}

/** Objects of the same keys, in an array or under keys of their own: the keys once, then a line each. */
function writeTable(writing: Writing, name: string, container: number, depth: number): boolean {
  const { tape, checkpoint } = writing;
  const count = countAt(tape, container);
  const isKeyed = isObject(tape, container);
  if (holdsAt(tape, container) !== HOLDS_OBJECTS || (isKeyed && count === 1)) return false;
  const step = isKeyed ? NODE : 0;
  const rows = rowsOf(tape, container, step, checkpoint);
  if (rows === "no table") return false;
  if (rows === "moved") writing.isKept = false;
  const end = behind(tape, container);
  const first = container + NODE + step;
  writing.written += `${name}[${count}${isKeyed ? ":" : ""}]{${fieldsOf(tape, first)}}:`;
  for (let row = first; row < end; row = behind(tape, row) + step) {
    const start = newLine(depth + 1);
    writeRow(writing, isKeyed ? `${start}${wordAt(tape, row - NODE)}: ` : start, row, NODE);
  }
  return true;
}

function fieldsOf(tape: Tape, object: number): string {
  const end = behind(tape, object);
  const names: string[] = [];
  for (let key = object + NODE; key < end; key = behind(tape, key + NODE)) {
    const value = key + NODE;
    names.push(isContainer(tape, value) ? `${wordAt(tape, key)}{${fieldsOf(tape, value)}}` : wordAt(tape, key));
  }
  return names.join(",");
}

/** @param step what stands before each value: a key, or nothing in an array */
function writeRow(writing: Writing, start: string, container: number, step: number): void {
  const { tape } = writing;
  const end = behind(tape, container);
  let before = start;
  for (let at = container + NODE + step; at < end; at += NODE + step) {
    // What an object within the row holds stands in the same line.
    if (isContainer(tape, at)) continue;
    writeWord(writing, before, at);
    before = ",";
  }
}

function writeWord(writing: Writing, before: string, word: number): void {
  if (writing.words++ % WORDS_A_TURN === 0) writing.checkpoint();
  writing.written += before;
  writing.written += wordAt(writing.tape, word);
}

const LINES = Array.from({ length: DEPTH_MAX + 2 }, (_, depth) => `\n${"  ".repeat(depth)}`);

function newLine(depth: number): string {
  return LINES[depth] ?? "";
}
