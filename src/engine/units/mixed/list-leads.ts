// Recognises a line that leads to the list right below it, although the list is not indented: it ends in a colon, names
// the author of the items, or names a release or a meeting by its version or its date.
// In: a text and the bounds of the line. Out: whether it leads to a list there. Never looks at the list.
import { trimEnd } from "../../../text/characters.ts";
import { mayEndSentence } from "../prose/sentences.ts";
import { DAY } from "./dialogue-sections.ts";
import { isAuthorAt } from "./openings.ts";

const COLONS = ":：";

/** A longer line is a paragraph that mentions a version. */
const NAME_CHARS_MAX = 80;

/** `Version 2.1`, `v2.1.0-rc1`, `[2.1]`, or any day with its year. */
const VERSION_OR_DAY = new RegExp(`(?:^|[\\s([])v?\\d{1,4}\\.\\d{1,4}(?![\\d%])|${DAY.source}`, "u");

export function leadsToList(text: string, from: number, to: number): boolean {
  const end = trimEnd(text, from, to);
  if (COLONS.includes(text.charAt(end - 1)) || isAuthorAt(text, from)) return true;
  if (end - from > NAME_CHARS_MAX || mayEndSentence(text.charCodeAt(end - 1))) return false;
  const line = text.slice(from, end);
  return VERSION_OR_DAY.test(line) && !line.includes("\n");
}
