// What this process has granted without the store of shared counters, so that the store is charged later. Otherwise a
// store whose answers are sometimes late would grant the whole rate, and this process would grant it again. A call is a
// debt from its grant until the store has charged it. The store charges it when it answers the call's own late request,
// or with a later request, which carries the debts of calls without a request.
import { type Debt, utcDay } from "./counters.ts";

interface StoreLedger {
  /** All calls granted here that the latest answer of the store does not include. */
  readonly uncharged: (organisation: string) => Debt;
  /** Takes the debts to send with the next request. */
  readonly takeUnsent: (organisation: string) => Debt;
  /** The store has charged these. */
  readonly charged: (organisation: string, debt: Debt) => void;
  /** These must be sent with a later request. */
  readonly unsent: (organisation: string, debt: Debt) => void;
  /** These were granted here. */
  readonly granted: (organisation: string, debt: Debt) => void;
  readonly retain: (organisations: ReadonlySet<string>) => void;
}

interface Account {
  uncharged: Debt;
  unsent: Debt;
  /** The UTC day of the counted calls. Those of an earlier day no longer matter. */
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
