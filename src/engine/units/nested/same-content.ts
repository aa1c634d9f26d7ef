// Finds what JSON repeats in another format: a notebook keeps one output both as `text/html` and as `text/plain`.
// Only the plain text is worth sending by itself. Units and their containers come in. The units that repeat it are
// marked as announcements. Never compares the contents.
import { placeFrom } from "../../../text/arrays.ts";
import type { Draft } from "../draft.ts";
import type { Container, Nesting } from "./nesting.ts";

const PLAIN_TEXT = '"text/plain"';

/** The names of media types other than plain text. */
const FORMAT = /^(?!text\/plain$)(?:text|image|application)\/[\w.+-]{1,60}$/;

/** Marks the units from index `first` on that repeat the plain text next to them. */
export function announceCopies({ text, units }: Draft, { containers }: Nesting, first: number): void {
  const plainTexts = placesOf(text, PLAIN_TEXT);
  if (plainTexts.length === 0) return;
  let at = first;
  for (const container of containers) {
    const bundle = containers[container.parent];
    if (bundle === undefined || bundle.isList || !isFormat(text, container)) continue;
    // Writers sort the names of formats, so plain text comes last.
    if ((plainTexts[placeFrom(plainTexts, container.end)] ?? bundle.end) >= bundle.end) continue;
    while ((units[at]?.start ?? container.start) < container.start) at++;
    for (let unit = units[at]; unit !== undefined && unit.start < container.end; unit = units[at]) {
      unit.announces = true;
      at++;
    }
  }
}

function isFormat(text: string, { nameStart, nameEnd }: Container): boolean {
  return FORMAT.test(text.slice(nameStart, nameEnd));
}

/** Where `part` stands in the text, ascending. Found once: each of many containers would read to the end of its own. */
function placesOf(text: string, part: string): Int32Array {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at);
  return Int32Array.from(places);
}
