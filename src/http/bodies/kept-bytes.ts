// The bytes of one body in memory of its own: chunks in, the whole out. No chunk is kept: one of a single byte takes
// some hundred bytes, and a body may come in six million of them.
import { freeArray } from "../../protocols/array-memory.ts";

export interface KeptBytes {
  /** Copies the chunk. */
  readonly add: (chunk: Buffer) => void;
  readonly whole: () => Buffer;
  /** Gives the memory back of a body that nobody will read. */
  readonly drop: () => void;
}

/** What is taken at a time for bytes that were not expected: as much as there are already, up to so many bytes. */
const FURTHER_BYTES_MAX = 64 * 1024;

/**
 * Bytes whose number is known go where they stay: parts and their whole at once would take twice the memory, and what
 * the network was read into would live as long as the call.
 * @param expected bytes that will come, as far as known
 * @param first those of them that have come already
 */
export function keepBytes(expected: number, first: Buffer | null = null): KeptBytes {
  const full: Buffer[] = [];
  let room = Buffer.allocUnsafeSlow(expected);
  let used = first?.copy(room) ?? 0;
  let before = 0;
  function drop(): void {
    for (const part of [...full, room]) freeArray(part);
  }
  return {
    add: (chunk) => {
      const copied = chunk.copy(room, used);
      used += copied;
      const left = chunk.length - copied;
      if (left === 0) return;
      full.push(room);
      before += used;
      room = Buffer.allocUnsafeSlow(Math.max(left, Math.min(before, FURTHER_BYTES_MAX)));
      used = chunk.copy(room, 0, copied);
    },
    whole: () => {
      const last = room.subarray(0, used);
      if (full.length === 0) return last;
      const whole = Buffer.concat([...full, last]);
      drop();
      return whole;
    },
    drop,
  };
}
