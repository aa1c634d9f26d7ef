// Lines of a pipe, as the bytes that arrived, and a writer that does not mix them. A line up to a bound arrives in one
// piece. A longer one arrives in parts, so memory stays bounded and nothing is lost.
import type { Readable, Writable } from "node:stream";

/** The longest line that arrives whole, in bytes. */
const LINE_BYTES_MAX = 32 * 1024 * 1024;

const NEWLINE = 0x0a;

export interface LinePart {
  readonly bytes: Buffer;
  /** `whole`: a line with its end; `more`: a long line starts or continues; `last`: it ends, or the input does. */
  readonly part: "whole" | "more" | "last";
}

export async function* linesIn(input: Readable, bytesMax = LINE_BYTES_MAX): AsyncGenerator<LinePart> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isLong = false;
  for await (const chunk of input) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a pipe gives bytes");
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const bytes = Buffer.concat([...held, chunk.subarray(from, end + 1)]);
      yield { bytes, part: isLong ? "last" : "whole" };
      [held, heldBytes, isLong, from] = [[], 0, false, end + 1];
    }
    const rest = chunk.subarray(from);
    held.push(rest);
    heldBytes += rest.length;
    if (heldBytes > bytesMax) {
      yield { bytes: Buffer.concat(held), part: "more" };
      [held, heldBytes, isLong] = [[], 0, true];
    }
  }
  // The input ended within a line.
  if (isLong || heldBytes > 0) yield { bytes: Buffer.concat(held), part: "last" };
}

export interface LineWriter {
  /** Resolves when the other end has room for more. A whole line never interrupts a long one. */
  readonly write: (bytes: Uint8Array | string, part?: LinePart["part"]) => Promise<void>;
}

export function createLineWriter(output: Writable): LineWriter {
  /** Resolves at the end of the long line that is being written. */
  let longLine: Promise<void> | null = null;
  let endLongLine = () => {};
  return {
    write: async (bytes, part = "whole") => {
      if (part === "whole") while (longLine !== null) await longLine;
      if (part === "more" && longLine === null) {
        const { promise, resolve } = Promise.withResolvers<void>();
        longLine = promise;
        endLongLine = () => {
          longLine = null;
          resolve();
        };
      }
      const hasRoom = !output.writable || output.write(bytes);
      if (part === "last") endLongLine();
      if (!hasRoom) await drained(output);
    },
  };
}

/** Resolves too if the other end is gone. */
function drained(output: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => {
    output.off("drain", done).off("close", done);
    resolve();
  };
  output.on("drain", done).on("close", done);
  return promise;
}
