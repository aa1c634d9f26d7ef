// A generated part of a page: the text between its two marks.

interface MadePart {
  /** Its name in the marks. */
  readonly name: string;
  /** The file it is generated from. */
  readonly from: string;
  /** Markdown. */
  readonly text: string;
}

/** @returns the page with an up-to-date part. @throws Error if it has no such part */
export function withPart(page: string, { name, from, text }: MadePart): string {
  const opening = `<!-- ${name}: made by \`make docs\` from ${from} -->\n`;
  const start = page.indexOf(opening);
  const end = page.indexOf(`<!-- /${name} -->`);
  if (start < 0 || end < start) throw new Error(`the page has no place for its ${name}`);
  return `${page.slice(0, start)}${opening}\n${text}\n\n${page.slice(end)}`;
}
