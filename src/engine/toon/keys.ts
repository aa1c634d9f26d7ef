// Does an object come back as it is written? In: an object on a tape. Out: whether `JSON.parse` drops and moves none of
// its keys: of a key that comes twice it keeps one, and those that number places come first, ascending.
import { behind, countAt, isQuoted, NODE, sameWord, type Tape, wordAt } from "./tape.ts";

/** @param like an object whose keys are kept, or -1: one whose keys are its first ones needs no further look */
export function areKeysKept(tape: Tape, object: number, like: number): boolean {
  return beginsLike(tape, object, like) || areInOrder(tape, object);
}

function beginsLike(tape: Tape, object: number, like: number): boolean {
  if (like === -1) return false;
  const end = behind(tape, object);
  const otherEnd = behind(tape, like);
  let other = like + NODE;
  for (let key = object + NODE; key < end; key = behind(tape, key + NODE)) {
    if (other >= otherEnd || !sameWord(tape, key, other)) return false;
    other = behind(tape, other + NODE);
  }
  return true;
}

/** Of so many keys each is compared with those before it, nearly all of which have another length. */
const COMPARED_MAX = 16;

function areInOrder(tape: Tape, object: number): boolean {
  const names = countAt(tape, object) > COMPARED_MAX ? new Set<string>() : null;
  const end = behind(tape, object);
  let last = -1;
  for (let key = object + NODE; key < end; key = behind(tape, key + NODE)) {
    if (names === null ? standsBefore(tape, object, key) : names.has(wordAt(tape, key))) return false;
    names?.add(wordAt(tape, key));
    const place = placeOf(tape, key);
    if (place <= last && place < NO_PLACE) return false;
    last = place;
  }
  return true;
}

/** Whether an object has a key already before its place `at`. */
function standsBefore(tape: Tape, object: number, at: number): boolean {
  let key = object + NODE;
  while (key < at && !sameWord(tape, key, at)) key = behind(tape, key + NODE);
  return key < at;
}

const NO_PLACE = Number.POSITIVE_INFINITY;

/** Above, a number is a name as others are. */
const PLACE_MAX = 2 ** 32 - 2;

/** Numbers are no bare keys. */
const PLACE = /^"(0|[1-9]\d{0,9})"$/;

function placeOf(tape: Tape, key: number): number {
  if (!isQuoted(tape, key)) return NO_PLACE;
  const place = Number(PLACE.exec(wordAt(tape, key))?.[1] ?? NO_PLACE);
  return place <= PLACE_MAX ? place : NO_PLACE;
}
