// Which parts of a record an excerpt contains, as reported to the caller. In: an excerpt. Out: its pieces as spans of
// code points. Called only for the answered selection, never for the packings tried before it.
import { toCodePoints } from "../text/offsets.ts";
import type { Excerpt, Span } from "./model.ts";

export function spansOf({ record, pieces }: Pick<Excerpt, "record" | "pieces">): Span[] {
  const offsets = pieces.flatMap(({ start, end }) => [start, end]);
  const points = toCodePoints(record.source.text, offsets);
  return pieces.map((_, at) => ({ start: points[2 * at] ?? 0, end: points[2 * at + 1] ?? 0 }));
}
