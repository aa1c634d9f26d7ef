// One projection as an index: a secret in, its holder out, or null whatever the reason to refuse it.
// It never says why, and holds digests only.
import { hash, timingSafeEqual } from "node:crypto";
import { ELEMENTS_A_SLICE } from "../config/in-slices.ts";
import type { Projection } from "../config/projection.ts";

/** Who a secret belongs to. `tier` is the tier's name. */
export interface KeyHolder {
  readonly organisation: string;
  readonly keyId: string;
  readonly tier: string;
}

export interface KeyRing {
  /** Every organisation of the projection, suspended ones included. */
  readonly organisations: ReadonlySet<string>;
  /** When the projection was generated, in milliseconds since 1970. */
  readonly generatedAtMs: number;
  /** @param nowMs wall clock, for the projection's age */
  readonly find: (secret: string, nowMs: number) => KeyHolder | null;
}

interface Entry {
  readonly digest: Buffer;
  readonly holder: KeyHolder;
  readonly usable: boolean;
}

/** @param maxAgeMs how far `generated_at` may lie from now, either way; null for no bound */
export function* indexKeys(projection: Projection, maxAgeMs: number | null): Generator<void, KeyRing> {
  const organisations = new Map(projection.organisations.map((each) => [each.id, each]));
  const entries = new Map<string, Entry>();
  for (const [index, key] of projection.keys.entries()) {
    if (index % ELEMENTS_A_SLICE === 0) yield;
    const organisation = organisations.get(key.organisation);
    if (organisation === undefined) continue;
    entries.set(key.sha256, {
      digest: Buffer.from(key.sha256, "hex"),
      holder: { organisation: organisation.id, keyId: key.id, tier: organisation.tier },
      usable: key.revoked_at === null && !organisation.suspended,
    });
  }
  const generatedAtMs = Date.parse(projection.generated_at);
  // A date in the future would otherwise vouch for the projection until then.
  const fresh = (nowMs: number) => maxAgeMs === null || Math.abs(nowMs - generatedAtMs) <= maxAgeMs;
  return {
    organisations: new Set(organisations.keys()),
    generatedAtMs,
    find: (secret, nowMs) => {
      // Asked for as text: as bytes, and then as text to look it up, it took twice the time.
      const digest = hash("sha256", secret);
      const entry = entries.get(digest);
      if (entry === undefined || !timingSafeEqual(entry.digest, Buffer.from(digest, "hex"))) return null;
      return entry.usable && fresh(nowMs) ? entry.holder : null;
    },
  };
}
