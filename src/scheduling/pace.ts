// How long calls take on a thread of this machine, learned from those that have been answered.

export interface Pace {
  /** What a call of so many bytes is expected to take, in milliseconds. */
  readonly runMs: (bytes: number) => number;
  readonly learn: (bytes: number, milliseconds: number) => void;
}

/** What every call takes besides its bytes, in milliseconds. */
const OVERHEAD_MS = 0.3;

/** Before anything is learned, in milliseconds a byte: 12 ms for 100 kB. */
const FIRST_MS = 0.12 / 1024;

/** Calls that end early, as malformed ones do, say nothing of those that do not. In milliseconds a byte. */
const LEAST_MS = FIRST_MS / 10;

/** The weight of one call against all before it, in an exponentially weighted mean: the last twenty make most of it. */
const WEIGHT = 0.1;

/** One call counts for no more than so many times what was expected: the machine may have been away meanwhile. */
const SURPRISE_MAX = 3;

/** Smaller calls say more of their overhead than of their bytes. */
const TELLING_BYTES_MIN = 4 * 1024;

export function createPace(): Pace {
  let byteMs = FIRST_MS;
  return {
    runMs: (bytes) => OVERHEAD_MS + bytes * byteMs,
    learn: (bytes, milliseconds) => {
      if (bytes < TELLING_BYTES_MIN) return;
      const told = Math.max(LEAST_MS, (milliseconds - OVERHEAD_MS) / bytes);
      byteMs += WEIGHT * (Math.min(told, SURPRISE_MAX * byteMs) - byteMs);
    },
  };
}
