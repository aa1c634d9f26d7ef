// In: a record and what of it is sent. Out: the line that names it in the rendered context, or "" where none pays.
// A heading on a short record costs more than it tells: in measurements a line per record lost up to 12 points.
import { atCodePoint } from "../../text/offsets.ts";
import type { ScoredRecord } from "../model.ts";

/** Characters of a title that a heading repeats. */
const TITLE_CHARACTERS_MAX = 120;

/** Stands between two records. */
export const SEPARATOR = "\n\n";

/** Tokens a separator adds, as measured with o200k_base: most texts absorb it into their last token. */
export const SEPARATOR_TOKENS = 1;

/** A name that stands within this many characters of a text's start needs no heading above it. */
const OPENING_CHARACTERS = 160;

/**
 * The heading line above `shown`, with its line break; "" for a record without a name, one that opens with it, and the
 * only record of a request.
 */
export function headingOf({ source: { title, source }, isOnly }: ScoredRecord, shown: string): string {
  if (isOnly) return "";
  const name = oneLine(title ?? "") || oneLine(source ?? "");
  return name === "" || shown.slice(0, OPENING_CHARACTERS).includes(name) ? "" : `[${name}]\n`;
}

function oneLine(name: string): string {
  if (name === "") return "";
  const line = name
    .slice(0, 2 * TITLE_CHARACTERS_MAX)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.slice(0, atCodePoint(line, Math.min(line.length, TITLE_CHARACTERS_MAX)));
}
