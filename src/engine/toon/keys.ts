// Does an object come back as it is written? In: an object on a tape. Out: whether `JSON.parse` drops and moves none of
// its keys: of a key that comes twice it keeps one, and those that number places come first, ascending.
import { behind, NODE, sameWord, type Tape, wordAt } from "./tape.ts";

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

function areInOrder(tape: Tape, object: number): boolean {
  const names = new Set<string>();
  const end = behind(tape, object);
  let last = -1;
  for (let key = object + NODE; key < end; key = behind(tape, key + NODE)) {
    const name = wordAt(tape, key);
    const place = placeOf(name);
    if (names.has(name) || (place <= last && place < NO_PLACE)) return false;
    names.add(name);
    last = place;
  }
  return true;
}

const NO_PLACE = Number.POSITIVE_INFINITY;

/** Above, a number is a name as others are. */
const PLACE_MAX = 2 ** 32 - 2;

/** Numbers are no bare keys. */
const PLACE = /^"(0|[1-9]\d{0,9})"$/;

function placeOf(name: string): number {
  if (!name.startsWith('"')) return NO_PLACE;
  const place = Number(PLACE.exec(name)?.[1] ?? NO_PLACE);
  return place <= PLACE_MAX ? place : NO_PLACE;
}
