// A part of a page that is made and not written: what stands between its two marks.

export interface MadePart {
  /** As its marks call it. */
  readonly name: string;
  /** The file it is made from. */
  readonly from: string;
  /** Markdown. */
  readonly text: string;
}

/** @returns the page with that part as it should be. @throws Error when it has no such part */
export function withPart(page: string, { name, from, text }: MadePart): string {
  const opening = `<!-- ${name}: made by \`make docs\` from ${from} -->\n`;
  const start = page.indexOf(opening);
  const end = page.indexOf(`<!-- /${name} -->`);
  if (start < 0 || end < start) throw new Error(`the page has no place for its ${name}`);
  return `${page.slice(0, start)}${opening}\n${text}\n\n${page.slice(end)}`;
}
