// Finds the long strings that make up most of a JSON text, such as the files of a pull request or the hits of a code
// search, and cuts each by its own type. What stands before a string names it. In: a text, and a function that cuts one
// string. Out: units. Sentences need none of this: cutting JSON cuts long strings into sentences.
import { QUOTE } from "../../text/characters.ts";
import { addPiece, addTail, type Draft, openPassage, seal } from "./draft.ts";
import { takeUnits } from "./inner-units.ts";
import { afterSequence, looksNested, stringEnd } from "./nested/json-strings.ts";
import { NESTED_UNIT_CHARS } from "./nested/nesting.ts";

/** A string in a text, without its quotes. */
export interface StringPlace {
  readonly start: number;
  readonly end: number;
}

/** A shorter string is a field. UTF-16 units. */
const STRING_CHARS_MIN = 160;

/** The maximum share of the text that is not in long strings. With more, the fields are what the text is about. */
const REST_SHARE_MAX = 0.4;

/** A line break in a string. */
const LINE_BREAK = "\\n";

/** The places of the strings, in order. Empty if the JSON is not mainly long strings with line breaks. */
export function longStrings(text: string, jsonAt: number): readonly StringPlace[] {
  const found: StringPlace[] = [];
  const restMax = REST_SHARE_MAX * text.length;
  let rest = 0;
  let withLines = 0;
  for (let from = jsonAt, at = text.indexOf('"', from); at !== -1 && rest <= restMax; at = text.indexOf('"', from)) {
    const start = at + 1;
    const end = stringEnd(text, start, text.length, QUOTE, 0);
    const isLong = end - start >= STRING_CHARS_MIN;
    if (isLong && looksNested(text, start, end)) return [];
    if (isLong) found.push({ start, end });
    if (isLong && text.slice(start, end).includes(LINE_BREAK)) withLines++;
    rest += isLong ? start - from : end + 1 - from;
    from = end + 1;
  }
  const chars = text.length - jsonAt - rest;
  const areLong = chars > NESTED_UNIT_CHARS * found.length;
  return rest <= restMax && areLong && found.length > 1 && 2 * withLines > found.length ? found : [];
}

/** How much of the text before a string serves as its search context. UTF-16 units. */
const CONTEXT_CHARS_MAX = 120;

/** Cuts the draft's whole text. @param cutString cuts one string, in a draft of its own */
export function cutStrings(
  draft: Draft,
  strings: readonly StringPlace[],
  cutString: (place: StringPlace) => Draft,
): void {
  const { text } = draft;
  for (const place of strings) {
    const { start } = place;
    draft.checkpoint();
    openPassage(draft);
    const context = text.slice(Math.max(draft.at, start - CONTEXT_CHARS_MAX), start);
    const head = addPiece(draft, start, { count: 0, joinUpTo: 0 });
    const unit = draft.units[head];
    if (unit !== undefined) unit.announces = true;
    seal(draft);
    // No unit ends inside an escape sequence.
    const endOf = (at: number, from: number) => Math.max(afterSequence(text, start + at, from), from + 1);
    takeUnits(draft, cutString(place), endOf, { head, context });
  }
  addTail(draft, text.length, 0);
}
