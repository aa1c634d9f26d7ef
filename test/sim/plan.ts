// The plan of one simulated run, drawn from its seed before the run: who calls when and how, and which faults occur.
// Values only.
import type { Random } from "../../bench/corpus/random.ts";
import { type Ask, asks } from "./clients/asks.ts";
import type { StoreState } from "./simulated-store.ts";

/** `roomy` reaches no limit, `slow` reaches its rate and `frugal` its quota. */
export const keyNames = ["roomy", "slow", "frugal", "revoked", "unknown", "none"] as const;
export type KeyName = (typeof keyNames)[number];

/** A protocol over a version of HTTP. */
export const transports = ["rest", "rest-h2", "grpc", "grpc-web", "connect"] as const;
export type TransportName = (typeof transports)[number];

/** How a client behaves. */
export const manners = [
  "plain",
  /** Sends its request in small pieces. */
  "chopped",
  /** Sends half of its body much later. */
  "slow",
  /** Never sends half of its body. */
  "stalls",
  /** Leaves during its answer. */
  "leaves",
  /** Resets its connection. */
  "resets",
  /** Does not read its answer. */
  "reads_nothing",
  /** Uses the connection of an earlier call, answered or not. */
  "follows",
] as const;
type Manner = (typeof manners)[number];

export interface PlannedCall {
  readonly id: number;
  readonly atMs: number;
  readonly transport: TransportName;
  readonly key: KeyName;
  readonly ask: Ask;
  readonly manner: Manner;
  /** How long the client waits before the second half of its behaviour. */
  readonly secondHalfAfterMs: number;
  /** null for none; RPC only. */
  readonly deadlineMs: number | null;
}

export type Trouble =
  | { readonly kind: "projection"; readonly becomes: "good" | "garbage" | "half" | "missing" | "stale" | "revoking" }
  | { readonly kind: "store"; readonly becomes: StoreState }
  | { readonly kind: "wall"; readonly byMs: number }
  | { readonly kind: "drain" };

export interface Plan {
  readonly startsAt: string;
  readonly calls: readonly PlannedCall[];
  readonly troubles: readonly (Trouble & { readonly atMs: number })[];
  readonly bounds: { readonly maxRequests: number; readonly maxBytes: number };
  /** Whether counters are shared by replicas. */
  readonly sharesCounters: boolean;
  readonly workers: number;
  /** Chance that a stage throws. */
  readonly stageFault: number;
  readonly threads: { readonly failsAtStart: number; readonly killsThread: number; readonly hanging: number };
}

const RUN_MS_MAX = 60_000;
const DAY_MS = 86_400_000;

export function planOf(random: Random): Plan {
  const lengthMs = random.pick([200, 5_000, RUN_MS_MAX]);
  const calm = random.chance(0.2);
  const rare = (probability: number) => (calm || random.chance(0.5) ? 0 : probability);
  const calls = Array.from({ length: 6 + random.below(26) }, (_, id) => callOf(random, id, lengthMs, calm));
  const count = calm ? 0 : random.below(5);
  const troubles = Array.from({ length: count }, () => ({ ...troubleOf(random), atMs: random.below(lengthMs) }));
  return {
    // A run may cross midnight.
    startsAt: random.pick(["2030-01-31T12:00:00Z", "2030-01-31T23:59:40Z", "2030-12-31T23:59:59.900Z"]),
    calls: calls.toSorted((a, b) => a.atMs - b.atMs),
    troubles,
    bounds: calm ? { maxRequests: 64, maxBytes: 2 ** 24 } : { maxRequests: 2 + random.below(12), maxBytes: 100_000 },
    sharesCounters: random.chance(0.5),
    workers: random.below(3),
    stageFault: rare(0.02),
    threads: { failsAtStart: rare(0.2), killsThread: rare(0.2), hanging: rare(0.1) },
  };
}

function callOf(random: Random, id: number, lengthMs: number, calm: boolean): PlannedCall {
  const transport = random.pick(transports);
  const deadline = transport !== "rest" && transport !== "rest-h2" && random.chance(0.2);
  return {
    id,
    // All at once, or one after the other.
    atMs: random.chance(0.3) ? Math.floor(lengthMs / 2) : random.below(lengthMs),
    transport,
    key: random.chance(0.6) ? "roomy" : random.pick(keyNames),
    ask: random.chance(0.3) ? asks[0] : random.pick(asks),
    manner: calm || random.chance(0.5) ? "plain" : random.pick(manners),
    secondHalfAfterMs: random.pick([0, 1, 30, 700, 2_500, 20_000]),
    // Connect uses the real clock, so deadlines are too long for it to fire.
    deadlineMs: deadline ? random.pick([10_000, 15_000, 25_000]) : null,
  };
}

function troubleOf(random: Random): Trouble {
  const kind = random.pick(["projection", "store", "wall", "drain"] as const);
  if (kind === "projection") {
    return { kind, becomes: random.pick(["good", "garbage", "half", "missing", "stale", "revoking"]) };
  }
  if (kind === "store") return { kind, becomes: random.pick(["well", "slow", "broken", "lossy", "away"]) };
  if (kind === "wall") return { kind, byMs: random.pick([DAY_MS, -DAY_MS, 3_600_000, -1_000]) };
  return { kind };
}
