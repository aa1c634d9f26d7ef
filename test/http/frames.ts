// HTTP/2 frames written by hand, for input that no client library would send.

/** A frame in the layout of RFC 9113, section 4.1. */
export function h2Frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header field that no table compresses (RFC 7541, section 6.2.2). */
export function h2Field(name: string, value: string): Buffer {
  const sized = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  return Buffer.concat([Buffer.from([0]), sized(name), sized(value)]);
}

export const frameType = {
  data: 0,
  headers: 1,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
};
/** Of SETTINGS and PING. */
export const ACK = 1;
export const END_STREAM = 1;
export const END_HEADERS = 4;

const LARGEST_WINDOW = 2 ** 31 - 1;
/** RFC 9113, section 6.9.2. */
const FIRST_WINDOW = 65_535;

/** The frames that a server has sent; the last may be incomplete. @param received as Latin-1 */
export function h2Frames(received: string): readonly { readonly type: number; readonly payload: Buffer }[] {
  const bytes = Buffer.from(received, "latin1");
  const frames: { type: number; payload: Buffer }[] = [];
  for (let at = 0, end = 0; at + 9 <= bytes.length; at = end) {
    end = at + 9 + bytes.readUIntBE(at, 3);
    if (end <= bytes.length) frames.push({ type: bytes.readUInt8(at + 3), payload: bytes.subarray(at + 9, end) });
  }
  return frames;
}

/** The last calls that a server has named, one for each GOAWAY. */
export function lastCallsNamed(received: string): readonly number[] {
  return h2Frames(received).flatMap(({ type, payload }) =>
    type === frameType.goaway ? [payload.readUInt32BE(0)] : [],
  );
}

/** The client's side of the opening, with windows so large that no answer has to wait. */
export function h2Opening(): Buffer {
  const settings = Buffer.alloc(6);
  // SETTINGS_INITIAL_WINDOW_SIZE
  settings.writeUInt16BE(4, 0);
  settings.writeUInt32BE(LARGEST_WINDOW, 2);
  const more = Buffer.alloc(4);
  more.writeUInt32BE(LARGEST_WINDOW - FIRST_WINDOW, 0);
  return Buffer.concat([
    Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    h2Frame(frameType.settings, 0, 0, settings),
    h2Frame(frameType.windowUpdate, 0, 0, more),
  ]);
}

/** Says that the server's settings apply from here on. */
export function h2SettingsAck(): Buffer {
  return h2Frame(frameType.settings, ACK, 0, Buffer.alloc(0));
}

/** The header block of a POST with the good key. */
export function h2Post(path: string, ...more: readonly Buffer[]): Buffer {
  return h2PostAs("good", path, ...more);
}

/** @param key one of those in `served.ts` */
export function h2PostAs(key: string, path: string, ...more: readonly Buffer[]): Buffer {
  // POST and http, from the static table.
  const method = Buffer.from([0x83, 0x86]);
  return Buffer.concat([
    method,
    h2Field(":path", path),
    h2Field(":authority", "a"),
    h2Field("authorization", `Bearer ${key}`),
    ...more,
  ]);
}

/** A whole request. */
export function h2Request(stream: number, headers: Buffer, body: Buffer): Buffer {
  const frames = [h2Frame(frameType.headers, END_HEADERS, stream, headers)];
  for (let at = 0; at < body.length; at += 16_384) {
    const last = at + 16_384 >= body.length;
    frames.push(h2Frame(frameType.data, last ? END_STREAM : 0, stream, body.subarray(at, at + 16_384)));
  }
  return Buffer.concat(frames);
}
