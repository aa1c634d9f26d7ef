// The bytes of one body in memory of its own: chunks in, the whole out, copied once.
import { giveBack } from "../wire/own-bytes.ts";

export interface KeptBytes {
  /** @returns whether all of it was copied */
  readonly add: (chunk: Buffer) => boolean;
  readonly whole: () => Buffer;
  /** Gives the memory back of a body that nobody will read. */
  readonly drop: () => void;
}

/**
 * Bytes whose number is known go where they stay: chunks and their whole at once would take twice the memory, and what
 * the network was read into would live as long as the call.
 * @param expected bytes that will come, as far as known
 * @param first those of them that have come already
 */
export function keepBytes(expected: number, first: Buffer | null = null): KeptBytes {
  const room = Buffer.allocUnsafeSlow(expected);
  const further: Buffer[] = [];
  let length = first?.copy(room) ?? 0;
  return {
    add: (chunk) => {
      const copied = chunk.copy(room, length);
      length += copied;
      if (copied === chunk.length) return true;
      further.push(chunk.subarray(copied));
      return false;
    },
    whole: () => {
      const whole = room.subarray(0, length);
      return further.length === 0 ? whole : Buffer.concat([whole, ...further]);
    },
    drop: () => giveBack(room),
  };
}
