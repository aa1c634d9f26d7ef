// Arrays whose memory nothing else uses, so that it can be transferred to a thread or freed at once. The garbage
// collector counts received bodies as heap growth and would mark the whole heap every 170 calls of 100 kB.
import type { BufferedReply } from "./reply.ts";

/** The same bytes, copied only if something else uses their memory. */
export function unsharedBytes(body: BufferedReply["body"]): Uint8Array<ArrayBuffer> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const buffer = memoryOf(bytes);
  return buffer === null ? new Uint8Array(bytes) : new Uint8Array(buffer);
}

/** Frees the memory of an array at once, if nothing else uses it. The array is empty from then on. */
export function freeArray(bytes: Uint8Array): void {
  if (bytes.length > 0) memoryOf(bytes)?.transfer(0);
}

function memoryOf({ buffer, byteLength }: Uint8Array): ArrayBuffer | null {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : null;
}
