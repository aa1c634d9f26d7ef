// Which of many digests may come more than once? Most come once, and what they were made of need not be compared.
// In: digests. Out: their places, ascending, without those that nothing else shares a bucket with.
import { int32s, uint8s } from "./slab.ts";

/** For each digest so many bytes of buckets, a bit each: with half a byte, one in six shares its bucket by chance. */
const BYTES_A_DIGEST = 2;

/** @param digests negative where there is nothing to compare */
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
