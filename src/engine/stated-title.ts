// Finds the title that a text states in its first line, for callers who send none. Neither code nor logs state one: a
// `#` opens a comment there.

/** A longer line is text. */
const TITLE_CHARS_MAX = 120;

/** How much of a text is read. */
const OPENING_CHARS = 1_000;

/** A heading of the first two levels, a line above a drawn one, a field, or the field of front matter. */
const STATED = [
  /^#{1,2}[ \t]+(\S.*)/,
  /^(\S.*)\r?\n={3,}[ \t]*\r?\n/,
  /^(?:title|page|document|titel|titre|título|titolo|标题|題名) ?[:：][ \t]*(\S.*)/iu,
  /^---[ \t]*\r?\n(?:[\w-]+:.*\r?\n){0,8}?title:[ \t]*(\S.*)/i,
];

/** What Markdown and YAML write around a title: closing marks of a heading, emphasis, quotes. */
const AROUND = /^["'*_]+|[\s#"'*_]+$/g;

/** @param text as its readers see it */
export function statedTitle(text: string): string | null {
  const opening = text.slice(0, OPENING_CHARS).trimStart();
  for (const form of STATED) {
    const title = form.exec(opening)?.[1]?.replaceAll(AROUND, "") ?? "";
    if (title !== "" && title.length <= TITLE_CHARS_MAX) return title;
  }
  return null;
}
