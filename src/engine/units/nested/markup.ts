// XML and HTML: elements, opened while they are too large for one unit.
import type { Draft } from "../draft/draft.ts";
import type { Sample } from "../sample.ts";
import { mainContainer } from "./main-container.ts";
import { scanMarkup } from "./markup-scan.ts";
import { emitNested } from "./nested-units.ts";
import { emptyNesting } from "./nesting.ts";

/** Tags in a sampled stretch for each of its lines from which on a text is markup, when it begins with a tag. */
const TAGS_PER_LINE_MIN = 0.5;

export function looksLikeMarkup({ text, lines, start }: Sample): boolean {
  const opening = text.slice(start, start + 100);
  if (/^<(?:\?xml|!doctype|html|svg|rss|feed)\b/i.test(opening)) return true;
  if (!/^<[A-Za-z_][\w:.-]{0,60}(?:\s[^<>]{0,60})?\/?>?/.test(opening)) return false;
  let closing = 0;
  for (const line of lines) closing += line.match(/<\/[A-Za-z_][\w:.-]{0,60}>|\/>/gu)?.length ?? 0;
  return closing >= 2 && closing >= TAGS_PER_LINE_MIN * lines.length;
}

/** Cuts `[draft.at, end)`; each child of the element that matters most counts one. */
export function cutMarkup(draft: Draft, end: number): void {
  const nesting = emptyNesting();
  const root = scanMarkup(draft, draft.at, end, nesting);
  emitNested(draft, end, nesting, { main: mainContainer(nesting, root), countsFields: false });
}
