// HTTP/2 written by hand, for what no client library would send.

/** A frame as RFC 9113, section 4.1, lays it out. */
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

export const frameType = { data: 0, headers: 1, rstStream: 3, settings: 4, ping: 6, windowUpdate: 8, continuation: 9 };
export const END_STREAM = 1;
export const END_HEADERS = 4;

const LARGEST_WINDOW = 2 ** 31 - 1;
/** RFC 9113, section 6.9.2. */
const FIRST_WINDOW = 65_535;

/** The client's side of the opening, with windows that never hold an answer back. */
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

/** The header block of a POST with the good key. */
export function h2Post(path: string, ...more: readonly Buffer[]): Buffer {
  // POST and http, from the static table.
  const method = Buffer.from([0x83, 0x86]);
  return Buffer.concat([
    method,
    h2Field(":path", path),
    h2Field(":authority", "a"),
    h2Field("authorization", "Bearer good"),
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
