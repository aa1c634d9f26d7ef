// A bound on requests or bytes that organisations share. One organisation may hold twice what is left for all others:
// two thirds of the bound while it is alone, and less with each one that joins. So some room is always left for the
// next (dynamic thresholds, Choudhury and Hahne 1998). It only counts.

export interface SharedBudget {
  /** @returns false, and counts nothing, if there is no room or the holder has used up its share */
  readonly take: (holder: string | null, amount: number) => boolean;
  /** Counts an amount, whatever the bound. A negative amount gives back. */
  readonly add: (holder: string | null, amount: number) => void;
  readonly held: (holder: string | null) => number;
  readonly total: () => number;
  /** Whether the budget as a whole has room for this much more. */
  readonly hasRoom: (amount: number) => boolean;
}

/** One holder may have this many times what is left. */
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
      // The first one may exceed the share. Otherwise it could never be taken.
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
