// Records that must reach the prompt whatever is selected. No field pins a record, so they stay out of the request and
// go beside the rendered context.
import type { ContextRecord } from "./gen/shapes.ts";
import { recordSeparator, type Selection } from "./selection.ts";

export interface ApartOptions {
  /** Which records must reach the prompt. */
  readonly pinned?: ((record: ContextRecord, index: number) => boolean) | undefined;
  /** How many of the last records must. */
  readonly newest?: number | undefined;
}

export interface Apart {
  /** The rest, to be sent. */
  readonly records: readonly ContextRecord[];
  /** The whole prompt: what stood before the first of the rest, the selected context, everything else that was kept. */
  readonly around: (selection: Pick<Selection, "context">) => string;
}

export function setApart(records: readonly ContextRecord[], { pinned = () => false, newest = 0 }: ApartOptions): Apart {
  const isKept = records.map((record, index) => index >= records.length - newest || pinned(record, index));
  const firstSent = isKept.indexOf(false);
  const textsKept = (from: number, to: number) =>
    records.slice(from, to).flatMap((record, index) => (isKept[from + index] ? [record.text] : []));
  const before = textsKept(0, firstSent < 0 ? records.length : firstSent);
  const after = firstSent < 0 ? [] : textsKept(firstSent, records.length);
  return {
    records: records.filter((_, index) => !isKept[index]),
    around: ({ context }) => [...before, context, ...after].filter((text) => text !== "").join(recordSeparator),
  };
}
