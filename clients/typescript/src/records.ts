// Helpers for the records of a request: records that must reach the prompt in any case, and the exact pieces of a text
// that a selection kept.
import type { ContextRecord, Span } from "./gen/shapes.ts";
import { recordSeparator, type Selection } from "./select.ts";

export interface PinOptions {
  /** Which records must reach the prompt. */
  readonly pinned?: ((record: ContextRecord, index: number) => boolean) | undefined;
  /** How many of the last records must reach the prompt. 0 by default. */
  readonly newest?: number | undefined;
}

export interface PinnedRecords {
  /** The records to send. */
  readonly records: readonly ContextRecord[];
  /** The whole context: pinned records that came first, the selected context, then the other pinned records. */
  readonly assemble: (selection: Pick<Selection, "context">) => string;
}

/** No field of a request pins a record, so pinned records stay out of it and go around the selected context. */
export function pinRecords(
  records: readonly ContextRecord[],
  { pinned = () => false, newest = 0 }: PinOptions,
): PinnedRecords {
  const isPinned = records.map((record, index) => index >= records.length - newest || pinned(record, index));
  const firstSent = isPinned.indexOf(false);
  const pinnedTexts = (from: number, to: number) =>
    records.slice(from, to).flatMap((record, index) => (isPinned[from + index] ? [record.text] : []));
  const before = pinnedTexts(0, firstSent < 0 ? records.length : firstSent);
  const after = firstSent < 0 ? [] : pinnedTexts(firstSent, records.length);
  return {
    records: records.filter((_, index) => !isPinned[index]),
    assemble: ({ context }) => [...before, context, ...after].filter((text) => text !== "").join(recordSeparator),
  };
}

/**
 * The pieces of a text that spans name, in Unicode code points. A lone surrogate is a code point too.
 * @param spans ascending and disjoint, like `selected[].spans`
 * @throws RangeError if a span is empty, out of order or beyond the text, because it then belongs to another text
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
