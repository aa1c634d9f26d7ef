// The key ring: takes a secret, returns its holder, or null without a reason. It holds only digests. The watch keeps it
// up to date with the projection file: a good file replaces the whole ring, and a bad one is reported once and never
// replaces a good one. A changed file is checked in slices, so that a large one delays no call.
import { hash, timingSafeEqual } from "node:crypto";
import { atOnce, ELEMENTS_PER_SLICE, inSlices, type Projection } from "../config/projection.ts";
import type { Checked } from "../config/violations.ts";
import type { Clock } from "../time/clock.ts";
import type { Reading, WatchedFile } from "./watched-file.ts";

/** The owner of a secret. `tier` is the tier's name. */
interface KeyHolder {
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

/** @param maxAgeMs largest distance of `generated_at` from now, either way; null for no bound */
export function* indexKeys(projection: Projection, maxAgeMs: number | null): Generator<void, KeyRing> {
  const organisations = new Map(projection.organisations.map((each) => [each.id, each]));
  const entries = new Map<string, Entry>();
  for (const [index, key] of projection.keys.entries()) {
    if (index % ELEMENTS_PER_SLICE === 0) yield;
    const organisation = organisations.get(key.organisation);
    if (organisation === undefined) continue;
    entries.set(key.sha256, {
      digest: Buffer.from(key.sha256, "hex"),
      holder: { organisation: organisation.id, keyId: key.id, tier: organisation.tier },
      usable: key.revoked_at === null && !organisation.suspended,
    });
  }
  const generatedAtMs = Date.parse(projection.generated_at);
  // Both ways, because a date in the future would keep the projection valid until then.
  const fresh = (nowMs: number) => maxAgeMs === null || Math.abs(nowMs - generatedAtMs) <= maxAgeMs;
  return {
    organisations: new Set(organisations.keys()),
    generatedAtMs,
    find: (secret, nowMs) => {
      // As text, which is also the key of the map: as bytes it took twice the time.
      const digest = hash("sha256", secret);
      const entry = entries.get(digest);
      if (entry === undefined || !timingSafeEqual(entry.digest, Buffer.from(digest, "hex"))) return null;
      return entry.usable && fresh(nowMs) ? entry.holder : null;
    },
  };
}

export interface ProjectionWatch {
  /** The current ring. */
  readonly ring: () => KeyRing;
  /** Milliseconds since the current projection was generated. */
  readonly ageMs: () => number;
  /** Whether the file is bad now, so that an earlier projection is in force. */
  readonly rejected: () => boolean;
  readonly close: () => void;
}

interface ProjectionWatchParts {
  readonly file: WatchedFile;
  /** Checks a text a slice at a time. */
  readonly parse: (text: string) => Generator<void, Checked<Projection>>;
  /** Largest distance of `generated_at` from now; null for no bound. */
  readonly maxAgeMs: number | null;
  readonly clock: Clock;
  /** A changed file is in force. */
  readonly onReload: (ring: KeyRing) => void;
  /** A changed file is bad; the previous one stays in force. */
  readonly onRejected: (violations: readonly string[]) => void;
}

/** Reads the file at once: a projection that is missing or bad is returned as violations. */
export function watchProjection(parts: ProjectionWatchParts): Checked<ProjectionWatch> {
  const { file, parse, maxAgeMs, clock, onReload, onRejected } = parts;
  function* check(reading: Reading): Generator<void, Checked<KeyRing>> {
    const parsed = "text" in reading ? yield* parse(reading.text) : { violations: [reading.problem] };
    return "violations" in parsed ? parsed : { value: yield* indexKeys(parsed.value, maxAgeMs) };
  }
  const first = file.read();
  const checked = atOnce(check(first));
  if ("violations" in checked) return checked;

  let ring = checked.value;
  let seen = first.identity;
  let rejected = false;
  const close = file.poll(async (next) => {
    if (next.identity === seen) return;
    seen = next.identity;
    const renewed = await inSlices(check(next));
    // A newer reading has arrived meanwhile.
    if (next.identity !== seen) return;
    rejected = "violations" in renewed;
    if ("violations" in renewed) {
      onRejected(renewed.violations);
      return;
    }
    ring = renewed.value;
    onReload(ring);
  });
  const ageMs = () => clock.wallMs() - ring.generatedAtMs;
  return { value: { ring: () => ring, ageMs, rejected: () => rejected, close } };
}
