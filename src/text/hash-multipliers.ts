// The factors of the engine's 32-bit hashes, all odd. A hash here finds what may be the same; it decides nothing alone.

/** FNV-1a's prime (Fowler, Noll, Vo): a hash takes in one unit at a time. */
export const FNV_PRIME = 0x01000193;

/** 2^32 divided by the golden ratio (Knuth, The Art of Computer Programming 3, section 6.4). */
export const GOLDEN = 0x9e3779b1;

/** The two of MurmurHash3's finalizer (Appleby), for values that are hashed together with others. */
export const MURMUR_FIRST = 0x85ebca6b;
export const MURMUR_SECOND = 0xc2b2ae35;
