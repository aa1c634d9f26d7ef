// The factors of multiplicative hashing: odd numbers with bits that look random. In such a product, a bit depends only
// on bits of the factors at the same place and below, so a hash is read from the high bits. Sources: Knuth, The Art of
// Computer Programming 3, section 6.4 (the golden ratio); MurmurHash3's finalizer and degski's 64-bit mixer for the
// second factor of each width. Any odd numbers without a pattern would do.

/** 2^64 and 2^32, each divided by the golden ratio. */
export const GOLDEN_64: u64 = 0x9e3779b97f4a7c15;
export const GOLDEN_32: u32 = 0x9e3779b1;

/** For a second value that is hashed together with one multiplied by the golden ratio. */
export const SECOND_64: u64 = 0xd6e8feb86659fd93;
export const SECOND_32: u32 = 0x85ebca6b;
