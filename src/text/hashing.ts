// Factors of the engine's 32-bit hashes, all odd, and a Bloom filter for repeated digests. A hash only finds
// candidates: the code compares the values themselves before it calls them equal.
import { int32s, uint8s } from "./slab.ts";

/** FNV-1a's prime (Fowler, Noll, Vo), for hashes that take one unit at a time. */
export const FNV_PRIME = 0x01000193;

/** 2^32 divided by the golden ratio (Knuth, The Art of Computer Programming 3, section 6.4). */
export const GOLDEN = 0x9e3779b1;

/** The factors of MurmurHash3's finalizer (Appleby), for hashes of several values. */
export const MURMUR_FIRST = 0x85ebca6b;
export const MURMUR_SECOND = 0xc2b2ae35;

/** Bytes of one-bit buckets for each digest. With half a byte, one digest in six would share its bucket by chance. */
const BYTES_A_DIGEST = 2;

/** @param digests a negative one is ignored */
export function likelyRepeats(digests: Int32Array): Int32Array {
  const bytes = BYTES_A_DIGEST << (32 - Math.clz32(digests.length));
  const met = uint8s(bytes);
  const again = uint8s(bytes);
  const mask = 8 * bytes - 1;
  for (let at = 0; at < digests.length; at++) {
    const digest = digests[at] ?? -1;
    if (digest < 0) continue;
    const place = (digest & mask) >> 3;
    const bit = 1 << (digest & 7);
    const before = met[place] ?? 0;
    again[place] = (again[place] ?? 0) | (before & bit);
    met[place] = before | bit;
  }
  const likely = int32s(digests.length);
  let count = 0;
  for (let at = 0; at < digests.length; at++) {
    const digest = digests[at] ?? -1;
    if (digest >= 0 && ((again[(digest & mask) >> 3] ?? 0) & (1 << (digest & 7))) !== 0) likely[count++] = at;
  }
  return likely.subarray(0, count);
}
