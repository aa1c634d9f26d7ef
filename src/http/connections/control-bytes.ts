// Counts what an HTTP/2 connection sends besides requests: WINDOW_UPDATE, SETTINGS, PING and other frames. A client may
// send millions a second, and Node.js does not report most of them. So the bytes of the requests are subtracted from
// all bytes that were read. Sockets and byte counts in, byte counts out; closes nothing.
import type { Socket } from "node:net";
import type { Readable } from "node:stream";

/** The preface and the first settings of a client, with room for what it sends before its first request. */
const OPENING_BYTES = 1_024;

/** The frames of a request besides its headers and its body: pings that measure the round trip, and window updates. */
const CALL_BYTES = 256;

/** The head of a DATA frame, with room for a window update. */
const PIECE_BYTES = 32;

/** A client that updates the two windows every 4 kB, as Go's does, sends this share of the bytes that it receives. */
const UPDATES_SHARE = 26 / 4_096;

interface ControlBytes {
  /** @param rawHeaders of a new call, names and values */
  readonly begun: (stream: Readable, rawHeaders: readonly string[]) => void;
  /** @param bytes of a piece of a body that was read */
  readonly received: (bytes: number) => void;
  readonly closed: (stream: Readable) => void;
  /** @returns the bytes outside requests since the last `take` */
  readonly take: () => number;
}

export function createControlBytes(socket: Pick<Socket, "bytesRead" | "bytesWritten">): ControlBytes {
  /** Bytes read that are accounted for: by requests, or because `take` has returned them. */
  let known = OPENING_BYTES;
  /** The calls whose bodies may hold bytes that nothing has read yet. */
  const open = new Set<Readable>();
  return {
    begun: (stream, rawHeaders) => {
      open.add(stream);
      known += CALL_BYTES;
      for (const text of rawHeaders) known += text.length;
    },
    received: (bytes) => {
      known += bytes + PIECE_BYTES;
    },
    closed: (stream) => {
      open.delete(stream);
      known += stream.readableLength;
    },
    take: () => {
      const read = socket.bytesRead - Math.floor(UPDATES_SHARE * socket.bytesWritten);
      if (read <= known) {
        // Compressed headers are shorter than their text. That must not pay for frames to come.
        known = Math.max(0, read);
        return 0;
      }
      let unread = 0;
      for (const { readableLength } of open) unread += readableLength;
      const bytes = Math.max(0, read - known - unread);
      known += bytes;
      return bytes;
    },
  };
}
