// A call's Authorization header in; its caller, or why it is turned away. The order is fixed: header, shape, key, rate,
// quota. It reads nothing of the call but this header, and never says which check a refused key failed.
import type { Tiers } from "../config/tiers.ts";
import type { Clock } from "../time/clock.ts";
import type { Admitted, Caller, Refusal } from "./admission.ts";
import { bearerToken } from "./bearer.ts";
import type { Counters, Spending } from "./counters.ts";
import type { KeyRing } from "./key-ring.ts";

export type Verdict = Admitted | Refusal;

export interface Admission {
  /**
   * @param authorization the header's value; several values joined by a comma are no bearer token
   * @param countsAgainstQuota true for select calls
   * @returns at once where the counters do: a small call would pay for the wait
   */
  readonly admit: (authorization: string | undefined, countsAgainstQuota: boolean) => Verdict | Promise<Verdict>;
}

export interface AdmissionParts {
  /** The ring in force now; asked anew for every call. */
  readonly ring: () => KeyRing;
  readonly tiers: Tiers;
  readonly counters: Counters;
  readonly clock: Clock;
}

const unauthenticated: Refusal = { refused: "unauthenticated", retryAfterMs: null };
const forbidden: Refusal = { refused: "forbidden", retryAfterMs: null };
const quotaSpent: Refusal = { refused: "quota_spent", retryAfterMs: null };

export function createAdmission({ ring, tiers, counters, clock }: AdmissionParts): Admission {
  let seen: KeyRing | null = null;
  return {
    admit: (authorization, countsAgainstQuota) => {
      const current = ring();
      if (current !== seen) {
        counters.retain(current.organisations);
        seen = current;
      }
      if (authorization === undefined) return unauthenticated;
      const token = bearerToken(authorization);
      const holder = token === null ? null : current.find(token, clock.wallMs());
      const tier = holder === null ? undefined : tiers.get(holder.tier);
      if (holder === null || tier === undefined) return forbidden;
      const caller = { organisation: holder.organisation, keyId: holder.keyId, tier };
      const spending = counters.spend(holder.organisation, tier, countsAgainstQuota);
      return spending instanceof Promise
        ? spending.then((spent) => verdictOf(spent, caller))
        : verdictOf(spending, caller);
    },
  };
}

function verdictOf(spending: Spending, caller: Caller): Verdict {
  if (spending.refused === "throttled") return { refused: "throttled", retryAfterMs: spending.retryAfterMs };
  if (spending.refused === "quota_spent") return quotaSpent;
  return { caller, refund: spending.refund };
}
