// A set of terms for hot loops: one byte a term instead of a look-up in a Set.

/** 1 for each of `terms`, which are below `size`. */
export function flagged(size: number, terms: Iterable<number>): Uint8Array {
  const flags = new Uint8Array(size);
  for (const term of terms) flags[term] = 1;
  return flags;
}
