// In: a record and what of it is sent. Out: the line that names it in the rendered context, or "" where none pays.
// A heading on a short record costs more than it tells: in measurements a line per record lost up to 12 points.
import { atCodePoint } from "./code-points.ts";
import type { SourceRecord } from "./model.ts";

/** Characters of a title that a heading repeats. */
const TITLE_CHARACTERS_MAX = 120;

/** Stands between two records. */
export const SEPARATOR = "\n\n";

/** Tokens a separator adds, as measured with o200k_base: most texts absorb it into their last token. */
export const SEPARATOR_TOKENS = 1;

/** The heading line of a record with its line break; "" for a record without a name or one that starts with it. */
export function headingOf({ title, source, text }: SourceRecord): string {
  const name = oneLine(title ?? "") || oneLine(source ?? "");
  return name === "" || text.startsWith(name) ? "" : `[${name}]\n`;
}

function oneLine(name: string): string {
  const line = name
    .slice(0, 2 * TITLE_CHARACTERS_MAX)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.slice(0, atCodePoint(line, Math.min(line.length, TITLE_CHARACTERS_MAX)));
}
