// Cutting the exact bytes that a selection kept out of the caller's own copy of a text.
import type { Span } from "./gen/shapes.ts";

/**
 * The pieces of a text that spans name, in Unicode code points: a surrogate pair is one, a lone surrogate is one too.
 * @param spans ascending and apart, as `selected[].spans` are
 * @throws RangeError when a span is empty, out of order or beyond the text: it is another text's
 */
export function cutSpans(text: string, spans: readonly Span[]): string[] {
  let points = 0;
  let at = 0;
  const offsetOf = (point: number) => {
    while (points < point && at < text.length) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      points += 1;
    }
    if (points !== point) throw new RangeError(`code point ${point} is not in the text or out of order`);
    return at;
  };
  return spans.map(({ start, end }) => {
    if (start >= end) throw new RangeError(`span ${start} to ${end} is empty`);
    return text.slice(offsetOf(start), offsetOf(end));
  });
}
