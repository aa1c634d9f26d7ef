// HTML as a separate type: the tag `html` escapes every string, so that no text becomes markup. Also makes hidden
// characters of a text visible, so that a reader sees what a model would receive. No other file writes angle brackets
// around a value.

export interface Markup {
  readonly markup: string;
}

export type Content = Markup | string | number | null | readonly Content[];

/** Joins literal markup and values. Strings are escaped for text and for quoted attributes. */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const parts: string[] = [];
  literals.forEach((literal, index) => {
    parts.push(literal);
    if (index < values.length) write(values[index] ?? null, parts);
  });
  return { markup: parts.join("") };
}

/** Markup that is safe because it was written here: a style sheet. */
export function literally(markup: string): Markup {
  return { markup };
}

function write(content: Content, parts: string[]): void {
  if (content === null) return;
  if (typeof content === "string") parts.push(escaped(visible(content)));
  else if (typeof content === "number") parts.push(String(content));
  else if ("markup" in content) parts.push(content.markup);
  else for (const one of content) write(one, parts);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Controls except tab and line ends; soft hyphens, zero-width, bidirectional and tag characters; lone surrogates. */
const hidden = new RegExp(
  [
    "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f",
    "\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\p{Cs}]",
  ].join(""),
  "gu",
);

/** First of Unicode's pictures for the control characters below 0x20. */
const controlPictures = 0x2400;
const deletePicture = "\u2421";

/** Control characters become their pictures, and other hidden characters their numbers: `[U+202E]`. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCharCode(controlPictures + code);
    if (code === 0x7f) return deletePicture;
    return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
  });
}

/** The same on one line of at most `charactersMax` characters. */
export function oneLine(text: string, charactersMax: number): string {
  const start = visible(text.slice(0, 4 * charactersMax).replace(/\s+/g, " ")).trim();
  const characters = Array.from(start);
  const cut = characters.length > charactersMax || text.length > 4 * charactersMax;
  return cut ? `${characters.slice(0, charactersMax - 1).join("")}\u2026` : start;
}
