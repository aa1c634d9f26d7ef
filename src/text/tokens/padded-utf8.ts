// In: a text. Out: its UTF-8, where words may be read a little past the end; a lone surrogate becomes U+FFFD.
// The bytes are good until the next call: one text at a time, so that counting many short texts allocates nothing.

export interface Utf8 {
  /** The byte after the text is END_MARK; what follows that is undefined, and there are at least 15 more. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Bytes of the text. */
  readonly length: number;
}

/** Stands in no UTF-8, so that scanning stops there without comparing offsets. */
export const END_MARK = 0xff;
const PADDING_BYTES = 16;
/** UTF-8 bytes that one UTF-16 unit can take at most. */
const BYTES_PER_UNIT = 3;
/** Texts of up to a third of this share one buffer for good; a longer one gets its own for one call. */
const SHARED_BYTES = 1 << 18;

const encoder = new TextEncoder();
const shared = withView(SHARED_BYTES);

function withView(size: number): Pick<Utf8, "bytes" | "view"> {
  const bytes = new Uint8Array(size);
  return { bytes, view: new DataView(bytes.buffer) };
}

export function paddedUtf8(text: string): Utf8 {
  const fits = text.length * BYTES_PER_UNIT + PADDING_BYTES <= SHARED_BYTES;
  const { bytes, view } = fits ? shared : withView(Buffer.byteLength(text) + PADDING_BYTES);
  const length = encoder.encodeInto(text, bytes).written;
  bytes[length] = END_MARK;
  return { bytes, view, length };
}
