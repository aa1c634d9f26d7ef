// Bytes that share their memory with nothing, so that it can be given away or given back. Left to the collector, what
// calls were read into counts as growth of the heap until it has marked all that lives: every 170 calls of 100 kB.
import type { BufferedReply } from "./reply.ts";

/** The same bytes, copied only where their memory is not theirs alone. */
export function ownBytes(body: BufferedReply["body"]): Uint8Array<ArrayBuffer> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const buffer = memoryOf(bytes);
  return buffer === null ? new Uint8Array(bytes) : new Uint8Array(buffer);
}

/** Gives their memory back at once, if it is theirs alone; from then on they are none. */
export function freeArray(bytes: Uint8Array): void {
  if (bytes.length > 0) memoryOf(bytes)?.transfer(0);
}

function memoryOf({ buffer, byteLength }: Uint8Array): ArrayBuffer | null {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : null;
}
