// Sets of numbers as bits in memory. A set must have room for every number that a caller looks up, because nothing
// checks that.

/**
 * 1 if the set at `set` contains `number`, else 0. A number and not a boolean, so that callers can combine results
 * without a branch.
 */
export function hasBit(set: usize, number: u32): u32 {
  return (u32(load<u8>(set + (number >> 3))) >> (number & 7)) & 1;
}

/** Adds `number` to the set. */
export function addBit(set: usize, number: u32): void {
  const at = set + (number >> 3);
  store<u8>(at, load<u8>(at) | (u8(1) << u8(number & 7)));
}
