// In: a list of addresses. Out: nothing, but their cache lines are loaded for the next loop. A load from a table of
// megabytes waits about 150 ns for its cache line. The processor overlaps such waits, but only among the next few
// hundred instructions. This loop has two loads a turn and nothing that depends on them, so about a hundred lines are
// in flight at once: 3 ns each.

/** Loads the cache line of each of the `count` addresses, four bytes each, at `list`. */
export function prefetch(list: usize, count: u32): void {
  const past = list + 4 * count;
  for (let at = list; at < past; at += 4) load<u8>(load<u32>(at));
}
