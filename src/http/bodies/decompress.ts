// Decompresses a body that has come in whole: bytes in, bytes out, counted as they unfold: a few kilobytes each, many
// bodies at once would else take gigabytes.
import type { Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { freeArray } from "../../protocols/array-memory.ts";
import { keepBytes } from "./kept-bytes.ts";

/** What is unfolded at a time, in bytes: each such piece is counted before there is another. */
const PIECE_BYTES = 64 * 1024;

interface Coding {
  readonly decoder: () => Transform;
  /** The bytes that a body says it unfolds to; 0 when it does not say. */
  readonly statedLength: (compressed: Buffer) => number;
}

const gzip: Coding = {
  decoder: () => createGunzip({ chunkSize: PIECE_BYTES }),
  // What it ends with: true of an honest body in one part, and believed of none.
  statedLength: (compressed) => (compressed.length < 4 ? 0 : compressed.readUInt32LE(compressed.length - 4)),
};

const deflate: Coding = { decoder: () => createInflate({ chunkSize: PIECE_BYTES }), statedLength: () => 0 };

/** By their names in a `content-encoding`. */
const codings = new Map([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["deflate", deflate],
]);

type Decompressed = Buffer | "too_long" | "no_room" | "corrupt";

/**
 * @param capBytes most bytes that it may unfold to
 * @param hold asks for room for so many more bytes
 */
export function decompress(
  compressed: Buffer,
  encoding: string,
  capBytes: number,
  hold: (bytes: number) => boolean,
): Promise<Decompressed | "unknown_encoding"> {
  const coding = codings.get(encoding);
  if (coding === undefined) return Promise.resolve("unknown_encoding");
  return new Promise((resolve) => {
    const decoder = coding.decoder();
    // Memory that is not written to takes none.
    const kept = keepBytes(Math.min(coding.statedLength(compressed), capBytes));
    let length = 0;
    function settle(result: Decompressed): void {
      decoder.destroy();
      if (typeof result === "string") kept.drop();
      resolve(result);
    }
    decoder.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > capBytes) settle("too_long");
      else if (!hold(chunk.length)) settle("no_room");
      else {
        kept.add(chunk);
        // What waits for the collector instead is as much again, of all bodies that are unfolded at a time.
        freeArray(chunk);
      }
    });
    decoder.on("end", () => settle(kept.whole())).on("error", () => settle("corrupt"));
    decoder.end(compressed);
  });
}
