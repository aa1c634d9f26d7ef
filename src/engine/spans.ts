// What of a record an excerpt holds, as its caller is told. In: an excerpt. Out: its pieces, counted in code points.
// Asked for what is answered with, not for all that is tried before.
import { toCodePoints } from "../text/offsets.ts";
import type { Excerpt, Span } from "./model.ts";

export function spansOf({ record, pieces }: Pick<Excerpt, "record" | "pieces">): Span[] {
  const offsets = pieces.flatMap(({ start, end }) => [start, end]);
  const points = toCodePoints(record.source.text, offsets);
  return pieces.map((_, at) => ({ start: points[2 * at] ?? 0, end: points[2 * at + 1] ?? 0 }));
}
