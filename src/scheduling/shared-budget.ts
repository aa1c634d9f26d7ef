// A bound that organisations share, for requests or for bytes. One may hold twice what is left for all others: two
// thirds of it while it is alone, less the more of them are there. Some room is therefore always left for the next
// (dynamic thresholds, Choudhury and Hahne 1998). Counts only.

export interface SharedBudget {
  /** @returns false, and nothing counted, if there is no room or the holder has its share */
  readonly take: (holder: string | null, amount: number) => boolean;
  /** Counts it, whatever the bound. A negative amount gives back. */
  readonly add: (holder: string | null, amount: number) => void;
  readonly held: (holder: string | null) => number;
  readonly total: () => number;
  /** Whether the budget as a whole has room for so much more. */
  readonly hasRoom: (amount: number) => boolean;
}

/** How many times what is left one holder may have. */
const ALPHA = 2;

export function createSharedBudget(max: number): SharedBudget {
  const held = new Map<string | null, number>();
  let total = 0;

  function heldBy(holder: string | null): number {
    return held.get(holder) ?? 0;
  }

  function add(holder: string | null, amount: number): void {
    const now = heldBy(holder) + amount;
    if (now === 0) held.delete(holder);
    else held.set(holder, now);
    total += amount;
  }

  return {
    take: (holder, amount) => {
      const before = heldBy(holder);
      // The first one may be larger than a share, or it could never be taken.
      const isShare = before === 0 || before + amount <= ALPHA * (max - total);
      if (total + amount > max || !isShare) return false;
      add(holder, amount);
      return true;
    },
    add,
    held: heldBy,
    total: () => total,
    hasRoom: (amount) => total + amount <= max,
  };
}
