// Sets of numbers as bits in the memory. A set has room for every number that it is asked about: nothing checks that.

/** 1 if the set at `set` holds `number`, else 0: a number, so that callers can combine answers without a branch. */
export function hasBit(set: usize, number: u32): u32 {
  return (u32(load<u8>(set + (number >> 3))) >> (number & 7)) & 1;
}

/** Adds `number` to the set. */
export function addBit(set: usize, number: u32): void {
  const at = set + (number >> 3);
  store<u8>(at, load<u8>(at) | (u8(1) << u8(number & 7)));
}
