// Seeded pseudo-random draws for corpora: the same seed gives the same text on every machine.

export interface Random {
  /** At least 0, below 1. */
  readonly next: () => number;
  /** An integer of at least 0, below `bound`. */
  readonly below: (bound: number) => number;
  readonly pick: <T>(from: readonly [T, ...T[]]) => T;
  readonly chance: (probability: number) => boolean;
}

/** mulberry32, with 32 bits of state: good enough for texts, but for nothing else. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    pick: (from) => from[below(from.length)] ?? from[0],
    chance: (probability) => next() < probability,
  };
}

/** An index below `size`, index `i` drawn about as often as 1 / (i + 1): Zipf's law with exponent 1. */
export function zipfIndex(random: Random, size: number): number {
  return Math.min(size - 1, Math.floor((size + 1) ** random.next()) - 1);
}
