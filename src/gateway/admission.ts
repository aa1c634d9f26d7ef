// Takes an Authorization header, returns the caller or the reason why the call is refused before its body is read. The
// checks have a fixed order: header, shape, key, rate, quota. It reads nothing of the call but this header. A
// malformed, an unknown and a revoked key get the same refusal.
import type { Tier, Tiers } from "../config/tiers.ts";
import type { RefusalKind } from "../statuses.ts";
import type { Clock } from "../time/clock.ts";
import type { Counters, Spending } from "./counters.ts";
import type { KeyRing } from "./key-ring.ts";

/** An authenticated caller. */
export interface Caller {
  readonly organisation: string;
  readonly keyId: string;
  readonly tier: Tier;
}

export interface Refusal {
  readonly refused: RefusalKind;
  /** Milliseconds until a retry may succeed; null if that is unknown or no retry can. */
  readonly retryAfterMs: number | null;
  /** The organisation whose limit refused the call; absent if the key or overload was the reason. */
  readonly organisation?: string;
}

export interface Admitted {
  readonly caller: Caller;
  /** Returns the quota of a call that is refused later. */
  readonly refund: () => void;
}

export type AdmissionResult = Admitted | Refusal;

export interface Admission {
  /**
   * @param authorization the header's value; several values joined by a comma are not a bearer token
   * @param countsAgainstQuota true for select calls
   * @returns synchronously if the counters do, because a promise would cost a small call
   */
  readonly admit: (
    authorization: string | undefined,
    countsAgainstQuota: boolean,
  ) => AdmissionResult | Promise<AdmissionResult>;
}

interface AdmissionParts {
  /** The current key ring; read for every call. */
  readonly ring: () => KeyRing;
  readonly tiers: Tiers;
  readonly counters: Counters;
  readonly clock: Clock;
}

const unauthenticated: Refusal = { refused: "unauthenticated", retryAfterMs: null };
const forbidden: Refusal = { refused: "forbidden", retryAfterMs: null };

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
        ? spending.then((settled) => resultOf(settled, caller))
        : resultOf(spending, caller);
    },
  };
}

function resultOf(spending: Spending, caller: Caller): AdmissionResult {
  const { organisation } = caller;
  if (spending.refused === "throttled") {
    return { refused: "throttled", retryAfterMs: spending.retryAfterMs, organisation };
  }
  if (spending.refused === "quota_spent") return { refused: "quota_spent", retryAfterMs: null, organisation };
  return { caller, refund: spending.refund };
}

/** Longest header; a key takes 60 characters. Limits the cost of hashing hostile tokens. */
const HEADER_CHARACTERS_MAX = 512;

/** The character classes before and after each quantifier are disjoint, so matching is linear. */
const bearerHeader = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

export function bearerToken(header: string): string | null {
  if (header.length > HEADER_CHARACTERS_MAX) return null;
  return bearerHeader.exec(header)?.[1] ?? null;
}
