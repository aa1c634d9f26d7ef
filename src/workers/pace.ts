// How long calls take in a worker of this machine, learned from those that have been answered.

export interface Pace {
  /** What a call of so many bytes is expected to take, in milliseconds. */
  readonly runMs: (bytes: number) => number;
  readonly learn: (bytes: number, milliseconds: number) => void;
}

/** What every call takes besides its bytes, in milliseconds. */
const OVERHEAD_MS = 0.3;

/** Before anything is learned, in milliseconds a byte: 12 ms for 100 kB. */
const FIRST_MS = 0.12 / 1024;

/** The weight of one call against all before it. */
const WEIGHT = 0.1;

/** Smaller calls say more of their overhead than of their bytes. */
const TELLING_BYTES_MIN = 4 * 1024;

export function createPace(): Pace {
  let byteMs = FIRST_MS;
  return {
    runMs: (bytes) => OVERHEAD_MS + bytes * byteMs,
    learn: (bytes, milliseconds) => {
      if (bytes < TELLING_BYTES_MIN) return;
      byteMs += WEIGHT * (Math.max(0, milliseconds - OVERHEAD_MS) / bytes - byteMs);
    },
  };
}
