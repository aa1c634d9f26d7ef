// Protobuf written by hand: values in, bytes at the end of one buffer out, which grows and is used again.
// Never makes an object of what it writes.

export interface ProtobufBytes {
  /** A tag of a field up to 15, with its wire type, or a length below 128. */
  readonly byte: (value: number) => void;
  /** @param value whole, 0 to 2^53 - 1 */
  readonly varint: (value: number) => void;
  /** @param value whole, 0 to 2^32 - 1 */
  readonly fixed32: (value: number) => void;
  readonly double: (value: number) => void;
  readonly raw: (bytes: Uint8Array) => void;
  /** Hexadecimal digits in lower case as bytes, their number in front. */
  readonly hex: (digits: string) => void;
  /** A string as UTF-8, its length in front. */
  readonly text: (value: string) => void;
  /** Begins what has its length in front. @param room the bytes that the length is likely to take */
  readonly open: (room: number) => number;
  /** @param opened what `open` returned for the same room */
  readonly close: (opened: number, room: number) => void;
  /** A copy of all that was written; what is written next starts anew. */
  readonly take: () => Buffer;
}

/** The highest number that a varint of one byte holds, and the highest unit of ASCII. */
const [BYTE_MAX, ASCII_MAX] = [0x7f, 0x7f];

/** @param sizeFirst bytes that are held from the start */
export function createProtobufBytes(sizeFirst: number): ProtobufBytes {
  let bytes = Buffer.allocUnsafeSlow(sizeFirst);
  let at = 0;

  function reserve(more: number): void {
    if (at + more <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, at + more));
    bytes.copy(larger, 0, 0, at);
    bytes = larger;
  }

  function byte(value: number): void {
    reserve(1);
    bytes[at++] = value;
  }

  function varint(value: number): void {
    let rest = value;
    for (; rest > BYTE_MAX; rest = Math.floor(rest / 0x80)) byte((rest % 0x80) + 0x80);
    byte(rest);
  }

  /** What nearly every text is, written without a call of the encoder. False, and nothing written, for any other. */
  function shortAscii(value: string): boolean {
    const { length } = value;
    if (length > BYTE_MAX) return false;
    reserve(1 + length);
    for (let index = 0; index < length; index++) {
      const unit = value.charCodeAt(index);
      if (unit > ASCII_MAX) return false;
      bytes[at + 1 + index] = unit;
    }
    bytes[at] = length;
    at += 1 + length;
    return true;
  }

  function text(value: string): void {
    if (shortAscii(value)) return;
    const size = Buffer.byteLength(value);
    varint(size);
    reserve(size);
    at += bytes.write(value, at);
  }

  return {
    byte,
    varint,
    text,
    fixed32: (value) => {
      reserve(4);
      at = bytes.writeUInt32LE(value, at);
    },
    double: (value) => {
      reserve(8);
      at = bytes.writeDoubleLE(value, at);
    },
    raw: (more) => {
      reserve(more.length);
      for (let index = 0; index < more.length; index++) bytes[at + index] = more[index] ?? 0;
      at += more.length;
    },
    hex: (digits) => {
      varint(digits.length / 2);
      reserve(digits.length / 2);
      for (let index = 0; index < digits.length; index += 2) {
        bytes[at++] = 16 * digitAt(digits, index) + digitAt(digits, index + 1);
      }
    },
    open: (room) => {
      reserve(room);
      at += room;
      return at;
    },
    close: (opened, room) => {
      const size = at - opened;
      const wider = varintBytes(size) - room;
      if (wider !== 0) {
        reserve(wider);
        bytes.copyWithin(opened + wider, opened, at);
      }
      at = opened - room;
      varint(size);
      at += size;
    },
    take: () => {
      const written = Buffer.from(bytes.subarray(0, at));
      at = 0;
      return written;
    },
  };
}

function varintBytes(value: number): number {
  let count = 1;
  for (let rest = value; rest > BYTE_MAX; rest = Math.floor(rest / 0x80)) count += 1;
  return count;
}

function digitAt(digits: string, index: number): number {
  const unit = digits.charCodeAt(index);
  return unit > 0x39 ? unit - 0x57 : unit - 0x30;
}
