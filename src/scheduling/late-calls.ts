// Sheds the calls of overloaded organisations that wait too long, and turns away those that would. In: the queues.
// Out: calls to reject. What is too long is decided in shedding.ts.
import type { Clock } from "../time/clock.ts";
import { type FairQueue, type OrganisationQueue, type Queued, turnOf } from "./fair-queue.ts";
import { createShedding, type Shedding } from "./shedding.ts";

/** What decides how long a call would wait. */
interface Arriving extends Pick<Queued, "organisation" | "costMs"> {
  readonly large: boolean;
}

interface LateCalls {
  /** From now on, calls that wait too long are shed. Before this, calls wait as long as it takes. */
  readonly startShedding: () => void;
  /** Call it whenever a call of the organisation has been taken. */
  readonly shed: (organisation: string) => void;
  /** Whether a call may wait. If not, it counts as shed. */
  readonly accepts: (call: Arriving) => boolean;
}

interface LateCallsOptions<Job extends Queued> {
  readonly queue: FairQueue<Job>;
  /** The number of threads that may take a call. */
  readonly threadsFor: (large: boolean) => number;
  readonly reject: (job: Job) => void;
  readonly clock: Clock;
}

export function createLateCalls<Job extends Queued>(options: LateCallsOptions<Job>): LateCalls {
  const { queue, threadsFor, reject, clock } = options;
  /** By organisation. */
  const states = new Map<string, Shedding>();
  let sheds = false;

  function stateOf(organisation: string): Shedding {
    const found = states.get(organisation);
    if (found !== undefined) return found;
    const first = createShedding();
    states.set(organisation, first);
    return first;
  }

  /** Keeps the last call: otherwise a thread would be idle until the next one arrives. */
  function shed(organisation: string): void {
    const waiting = queue.of(organisation);
    const [oldest] = waiting?.jobs ?? [];
    const state = states.get(organisation);
    if (!sheds || waiting === null || oldest === undefined || state === undefined) return;
    const now = clock.monotonicMs();
    state.observe(now, waiting.jobs.length, now - oldest.sinceMs, oldest.costMs);
    for (const job of [...waiting.jobs]) {
      if (waiting.jobs.length <= 1 || !state.isTooLate(now, now - job.sinceMs, job.costMs)) continue;
      state.shed(now);
      reject(job);
    }
  }

  /** How long a call would wait if every organisation with waiting calls took its share in the meantime. */
  function waitMs({ organisation, costMs, large }: Arriving, now: number): number {
    const waiting = queue.of(organisation);
    if (waiting === null || waiting.jobs.length === 0) return 0;
    const turn = turnOf({ sinceMs: now, costMs });
    const ahead = waiting.jobs.reduce((sum, job) => sum + (turnOf(job) <= turn ? job.costMs : 0), 0);
    return ahead / (shareOf(waiting) * threadsFor(large));
  }

  function shareOf({ weight }: OrganisationQueue<Job>): number {
    return weight / queue.active().reduce((sum, each) => sum + each.weight, 0);
  }

  return {
    startShedding: () => {
      sheds = true;
    },
    shed,
    accepts: (call) => {
      if (!sheds) return true;
      const now = clock.monotonicMs();
      shed(call.organisation);
      const state = stateOf(call.organisation);
      // Only an overload turns calls away: the first calls of an organisation often take less than expected.
      if (!state.active(now) || !state.isTooLate(now, waitMs(call, now), call.costMs)) return true;
      state.shed(now);
      return false;
    },
  };
}
