// The frame in which gRPC carries a message: a flag, the length of what follows, and that (gRPC over HTTP/2,
// "Length-Prefixed-Message").

/** The flag and the length. */
export const FRAME_HEAD_BYTES = 5;

/** The flag where the message is compressed. */
export const COMPRESSED = 1;

/** Bytes of the frame that begins here, its head included; 0 where too little is there to say. */
export function frameBytes(start: Uint8Array): number {
  if (start.length < FRAME_HEAD_BYTES) return 0;
  return FRAME_HEAD_BYTES + new DataView(start.buffer, start.byteOffset, start.byteLength).getUint32(1);
}

/** @param message as it is to be sent */
export function frameOf(message: Uint8Array, compressed: boolean): Uint8Array {
  // Of a pool, when small: a piece of memory of its own costs more than what is in it.
  const frame = Buffer.allocUnsafe(FRAME_HEAD_BYTES + message.length);
  frame[0] = compressed ? COMPRESSED : 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, FRAME_HEAD_BYTES);
  return frame;
}
