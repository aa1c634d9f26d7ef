// Finds the title that a text states at its beginning, for callers who send none. Not meant for code and logs, where a
// `#` opens a comment.

/** A longer line is text. */
const TITLE_CHARS_MAX = 120;

/** How much of a text is read. */
const OPENING_CHARS = 1_000;

/** Among the first fields of an object in JSON, below none with a nested value. */
const TITLE_FIELD = new RegExp(
  /^\{\s{0,40}(?:"[\w-]{1,40}"\s{0,8}:\s{0,8}(?:"[^"\\\n]{0,200}"|[\w.+-]{1,30})\s{0,8},\s{0,40}){0,8}?/.source +
    /"(?:title|headline)"\s{0,8}:\s{0,8}"([^"\\]{1,120})"/.source,
);

const STATED = [
  // A heading of the first two levels.
  /^#{1,2}[ \t]+(\S.*)/,
  // A line above a drawn one.
  /^(\S.*)\r?\n={3,}[ \t]*\r?\n/,
  // A field, and the field of front matter.
  /^(?:title|page|document|titel|titre|título|titolo|标题|题名) ?[:：][ \t]*(\S.*)/iu,
  /^---[ \t]*\r?\n(?:[\w-]+:.*\r?\n){0,8}?title:[ \t]*(\S.*)/i,
  // The first elements of a document.
  /^<\w+[^<>]{0,80}>\s{0,8}(?:<\w+>[^<>]{0,200}<\/\w+>\s{0,8}){0,2}?<(?:title|source|name)>([^<>]{1,120})<\//,
  // A short line that stands alone and is no sentence.
  /^([\p{L}\p{N}"'(¿¡][^\n]{0,98}[^\s.!?:;,。！？：；，])[ \t]*\r?\n[ \t]*\r?\n\s*\S/u,
];

/** What Markdown and YAML write around a title: closing marks of a heading, emphasis, quotes. */
const AROUND = /^["'*_]+|[\s#"'*_]+$/g;

/** @param text as its readers see it */
export function statedTitle(text: string): string | null {
  const opening = text.slice(0, OPENING_CHARS).trimStart();
  if (opening.startsWith("{")) return TITLE_FIELD.exec(opening)?.[1] ?? null;
  for (const form of STATED) {
    const title = form.exec(opening)?.[1]?.replaceAll(AROUND, "") ?? "";
    if (title !== "" && title.length <= TITLE_CHARS_MAX) return title;
  }
  return null;
}
