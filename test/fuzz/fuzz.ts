// Runs mutated inputs through one target. An input fails if its result is wrong, or if it repeatedly takes longer than
// its length explains. A single slow run may only mean a busy machine.
import { type Random, seeded } from "../../bench/corpus/random.ts";
import { ownCpuMs } from "../../bench/speed/harness/cpu.ts";
import { startingInputs } from "./corpus.ts";
import { mutate } from "./mutate.ts";
import { type TargetName, targets } from "./targets.ts";

export interface Failure {
  readonly target: TargetName;
  readonly input: Buffer;
  readonly wrong: string;
}

/** Bound for any input, in milliseconds: selecting from nothing, and a garbage collection. */
const ANY_MS_MAX = 40;

/** The bound grows by this for each byte, in milliseconds: fifty times the cost of any kind of text. */
const BYTE_MS_MAX = 0.01;

const TRIES = 5;

/** Number of mutated inputs that are mutated further. */
const POOL_MAX = 512;

/** @returns the failures, at most one for each way to fail */
export async function fuzz(target: TargetName, count: number, seed: number): Promise<readonly Failure[]> {
  const random = seeded(seed);
  const starts = startingInputs(target);
  const pool: Buffer[] = [];
  const failures = new Map<string, Failure>();
  for (let at = 0; at < count; at += 1) {
    const input = mutate(drawn(random, starts, pool), random, drawn(random, starts, pool));
    const wrong = await wrongWith(target, input);
    if (wrong !== null) failures.set(wrong.slice(0, 80), { target, input, wrong });
    else if (random.chance(0.05)) pool[random.below(POOL_MAX)] = input;
  }
  return [...failures.values()];
}

function drawn(random: Random, starts: readonly [Buffer, ...Buffer[]], pool: readonly Buffer[]): Buffer {
  return random.chance(0.5) ? random.pick(starts) : (pool[random.below(pool.length || 1)] ?? random.pick(starts));
}

export async function wrongWith(target: TargetName, input: Buffer): Promise<string | null> {
  const most = ANY_MS_MAX + input.length * BYTE_MS_MAX;
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && shortest > most; attempt += 1) {
    const startedAt = ownCpuMs();
    try {
      const wrong = await targets[target](input);
      if (wrong !== null) return wrong;
    } catch (thrown) {
      return `thrown: ${thrown instanceof Error ? thrown.stack : thrown}`;
    }
    shortest = Math.min(shortest, ownCpuMs() - startedAt);
  }
  return shortest > most ? `takes ${shortest.toFixed(0)} ms for ${input.length} bytes` : null;
}
