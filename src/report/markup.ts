// HTML as a value of its own: the tag `html` escapes every string that is put into it, so that no text becomes markup.
// In: literal markup with values. Out: Markup. The only place that writes angle brackets around what it was given.
import { visible } from "./visible.ts";

export interface Markup {
  readonly markup: string;
}

export type Content = Markup | string | number | null | readonly Content[];

/** Put together literal markup and values; strings are escaped for text and for quoted attributes alike. */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const parts: string[] = [];
  literals.forEach((literal, index) => {
    parts.push(literal);
    if (index < values.length) write(values[index] ?? null, parts);
  });
  return { markup: parts.join("") };
}

/** Markup that is known to be sound because it was written here: a style sheet. */
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
