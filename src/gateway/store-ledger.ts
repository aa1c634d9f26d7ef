// What this process has granted without the store of shared counters, so that the store is charged for it later.
// Otherwise each of the two grants the whole rate whenever answers come now in time and now too late.
// A call is a debt from its grant until the store is known to have charged it: by its own question, answered late, or
// with a later question, which carries the debts that no question of their own will charge.
import { utcDay } from "./limits.ts";

/** Calls, and those of them that count against the daily quota. Negative for calls that the store charged in vain. */
export interface Debt {
  readonly calls: number;
  readonly counted: number;
}

export interface StoreLedger {
  /** Calls granted here, all in all, that the latest answer of the store does not include. */
  readonly uncharged: (organisation: string) => Debt;
  /** Takes the debts that go along with the next question. */
  readonly takeUnsent: (organisation: string) => Debt;
  /** The store has charged these. */
  readonly charged: (organisation: string, debt: Debt) => void;
  /** The store will not charge these unless they are sent, or sent again. */
  readonly unsent: (organisation: string, debt: Debt) => void;
  /** These were granted here. */
  readonly granted: (organisation: string, debt: Debt) => void;
  readonly retain: (organisations: ReadonlySet<string>) => void;
}

interface Account {
  uncharged: Debt;
  unsent: Debt;
  /** The UTC day of the counted calls: those of an earlier day no longer matter. */
  day: number;
}

export const noDebt: Debt = { calls: 0, counted: 0 };

/** @param wallMs the wall clock, in milliseconds since 1970 */
export function createStoreLedger(wallMs: () => number): StoreLedger {
  const accounts = new Map<string, Account>();

  function accountOf(organisation: string): Account {
    const day = utcDay(wallMs());
    const known = accounts.get(organisation);
    const account = known ?? { uncharged: noDebt, unsent: noDebt, day };
    if (known === undefined) accounts.set(organisation, account);
    if (account.day !== day) {
      account.day = day;
      account.uncharged = { calls: account.uncharged.calls, counted: 0 };
      account.unsent = { calls: account.unsent.calls, counted: 0 };
    }
    return account;
  }

  return {
    uncharged: (organisation) => accounts.get(organisation)?.uncharged ?? noDebt,
    takeUnsent: (organisation) => {
      const account = accounts.get(organisation);
      if (account === undefined) return noDebt;
      const { unsent } = accountOf(organisation);
      account.unsent = noDebt;
      return unsent;
    },
    charged: (organisation, debt) => {
      if (debt === noDebt) return;
      const account = accountOf(organisation);
      account.uncharged = sum(account.uncharged, negative(debt));
    },
    unsent: (organisation, debt) => {
      if (debt === noDebt) return;
      const account = accountOf(organisation);
      account.unsent = sum(account.unsent, debt);
    },
    granted: (organisation, debt) => {
      const account = accountOf(organisation);
      account.uncharged = sum(account.uncharged, debt);
    },
    retain: (organisations) => {
      for (const organisation of accounts.keys()) {
        if (!organisations.has(organisation)) accounts.delete(organisation);
      }
    },
  };
}

export function negative({ calls, counted }: Debt): Debt {
  return { calls: -calls, counted: -counted };
}

function sum(a: Debt, b: Debt): Debt {
  return { calls: a.calls + b.calls, counted: a.counted + b.counted };
}
