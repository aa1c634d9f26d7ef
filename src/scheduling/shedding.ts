// Sheds the calls of overloaded organisations that wait too long, and rejects those that would: CoDel (RFC 8289) for
// calls instead of packets, with one state per organisation. A burst may wait, and so may clients that send each call
// after the answer to the last. A queue that stays above its target delay for an interval sheds calls that it cannot
// answer in time, until it has shed none for an interval.
import type { Clock } from "../time/clock.ts";
import { type FairQueue, type OrganisationQueue, type Queued, turnOf } from "./fair-queue.ts";

/** What decides how long a call would wait. */
interface Arriving extends Pick<Queued, "organisation" | "costMs"> {
  readonly large: boolean;
}

interface Shedding {
  /** Call it whenever a call of the organisation has been taken. */
  readonly shed: (organisation: string) => void;
  /** Whether a call may wait. If not, it counts as shed. */
  readonly accepts: (call: Arriving) => boolean;
}

interface SheddingOptions<Job extends Queued> {
  readonly queue: FairQueue<Job>;
  /** The number of threads that may take a call. */
  readonly threadsFor: (large: boolean) => number;
  readonly reject: (job: Job) => void;
  /** Whether the warm-up has ended. Until then, nothing is shed. */
  readonly isWarm: () => boolean;
  readonly clock: Clock;
}

export function createShedding<Job extends Queued>(options: SheddingOptions<Job>): Shedding {
  const { queue, threadsFor, reject, isWarm, clock } = options;
  /** By organisation. */
  const states = new Map<string, Overload>();

  function stateOf(organisation: string): Overload {
    const found = states.get(organisation);
    if (found !== undefined) return found;
    const first = createOverload();
    states.set(organisation, first);
    return first;
  }

  /** Keeps the last call: otherwise a thread would be idle until the next one arrives. */
  function shed(organisation: string): void {
    const waiting = queue.of(organisation);
    const state = states.get(organisation);
    if (!isWarm() || waiting === null || waiting.jobs.length === 0 || state === undefined) return;
    // A call of a lost worker was queued again, behind later ones.
    const oldest = waiting.jobs.reduce((first, job) => (job.sinceMs < first.sinceMs ? job : first));
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
    shed,
    accepts: (call) => {
      if (!isWarm()) return true;
      const now = clock.monotonicMs();
      shed(call.organisation);
      const state = stateOf(call.organisation);
      // Only an overload rejects calls: the first calls of an organisation often take less than expected.
      if (!state.active(now) || !state.isTooLate(now, waitMs(call, now), call.costMs)) return true;
      state.shed(now);
      return false;
    },
  };
}

/** The state of one organisation. */
interface Overload {
  /**
   * Call it whenever the queue changes.
   * @param waiting calls in the queue
   * @param oldestMs how long the oldest of them has waited
   * @param runMs what one of them is expected to take
   */
  readonly observe: (now: number, waiting: number, oldestMs: number, runMs: number) => void;
  /** Whether to shed a call that has waited, or in an overload would wait, this long. */
  readonly isTooLate: (now: number, waitMs: number, runMs: number) => boolean;
  /** Records that a call has been shed. */
  readonly shed: (now: number) => void;
  /** Whether the queue is overloaded. */
  readonly active: (now: number) => boolean;
}

/**
 * The longest delay of an overloaded queue: some milliseconds plus some runs of one call. That is enough to keep a
 * thread busy almost all the time between calls that arrive at random.
 */
const TARGET_MS = 5;
const TARGET_RUNS = 2;

/** A queue is overloaded if it stays above its target for this long: longer than a burst takes to be answered. */
const INTERVAL_MS = 250;

/** This many calls may always wait, as one packet may in RFC 8289. It is the window of a client with 64 connections. */
const WINDOW_CALLS = 64;

/**
 * A call that has waited longer is shed, unless it is the last of its queue: most clients would give up by then. In
 * milliseconds.
 */
const WAIT_MS_MAX = 5_000;

/**
 * An overload ends after this long at the latest. Otherwise clients that repeat a rejected call at once could keep up
 * an overload of a queue that can hold all of them. A real overload returns within a second.
 */
const OVERLOAD_MS_MAX = 30_000;

export function createOverload(): Overload {
  /** When the delay rose above the target; null while it is not above. */
  let aboveSince: number | null = null;
  /** When the queue became overloaded; null while it is not. */
  let activeSince: number | null = null;
  let lastShed = 0;

  function endIfOver(now: number): void {
    if (activeSince === null) return;
    if (now - lastShed < INTERVAL_MS && now - activeSince < OVERLOAD_MS_MAX) return;
    [activeSince, aboveSince] = [null, null];
  }

  return {
    observe: (now, waiting, oldestMs, runMs) => {
      endIfOver(now);
      if (activeSince !== null) return;
      const above = waiting > WINDOW_CALLS && oldestMs > targetMs(runMs);
      aboveSince = above ? (aboveSince ?? now) : null;
      if (aboveSince !== null && now - aboveSince >= INTERVAL_MS) [activeSince, lastShed] = [now, now];
    },
    isTooLate: (now, waitMs, runMs) => {
      endIfOver(now);
      return waitMs > (activeSince === null ? WAIT_MS_MAX : targetMs(runMs));
    },
    shed: (now) => {
      lastShed = now;
    },
    active: (now) => {
      endIfOver(now);
      return activeSince !== null;
    },
  };
}

function targetMs(runMs: number): number {
  return TARGET_MS + TARGET_RUNS * runMs;
}
