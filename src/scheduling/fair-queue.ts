// Calls that wait for a thread, in one queue for each organisation. Deficit round robin chooses whose call goes next,
// as in FQ-CoDel (RFC 8290, section 4.2). Each round gives an organisation processor time by the weight of its tier. An
// organisation that was idle goes before those that always wait. The queue knows neither threads nor clocks.
import { takeOut } from "../lists.ts";

export interface Queued {
  readonly organisation: string;
  /** The organisation's share relative to others, above 0. */
  readonly weight: number;
  /** The processor time that the call is expected to take, in milliseconds. */
  readonly costMs: number;
  /** Time of arrival, in milliseconds on a monotonic clock. */
  readonly sinceMs: number;
}

/** The waiting calls of one organisation. */
export interface OrganisationQueue<Job extends Queued> {
  readonly organisation: string;
  readonly weight: number;
  /** In the order in which they were queued. */
  readonly jobs: readonly Job[];
}

export interface FairQueue<Job extends Queued> {
  readonly put: (job: Job) => void;
  /** Takes the next call that `mayTake` allows, and charges its cost to its organisation. Null if there is none. */
  readonly take: (mayTake: (job: Job) => boolean) => Job | null;
  /** @returns false if the call is not waiting */
  readonly remove: (job: Job) => boolean;
  /** Charges an organisation for what a call took beyond its expected cost. A negative number gives time back. */
  readonly charge: (call: Pick<Queued, "organisation" | "weight">, milliseconds: number) => void;
  readonly of: (organisation: string) => OrganisationQueue<Job> | null;
  /** Queues that hold a call. */
  readonly active: () => readonly OrganisationQueue<Job>[];
  readonly length: () => number;
}

/** Processor time that a round adds for each unit of weight: about two calls of 7 kB. In milliseconds. */
const QUANTUM_MS = 2;

/**
 * What an organisation that was idle may use before others have their turn, in milliseconds: two calls of 100 kB.
 * Otherwise an organisation of a lighter tier would wait for a busy neighbour's round after each call.
 */
const NEWCOMER_MS = 25;

/**
 * Within an organisation, a short call overtakes a long one, unless the long one arrived earlier by this many times its
 * own cost. So every call has its turn.
 */
const AGING = 3;

interface Flow<Job extends Queued> extends OrganisationQueue<Job> {
  readonly jobs: Job[];
  deficitMs: number;
  /** The call that may be taken now; null outside `take`. */
  next: Job | null;
}

export function createFairQueue<Job extends Queued>(): FairQueue<Job> {
  /** Organisations with a waiting call or a debt to work off, in the two lists of RFC 8290, in order of turn. */
  const newFlows: Flow<Job>[] = [];
  const oldFlows: Flow<Job>[] = [];

  function all(): readonly Flow<Job>[] {
    return [...newFlows, ...oldFlows];
  }

  function find(organisation: string): Flow<Job> | null {
    const is = (flow: Flow<Job>) => flow.organisation === organisation;
    return newFlows.find(is) ?? oldFlows.find(is) ?? null;
  }

  function toOldTail(flow: Flow<Job>): void {
    if (!takeOut(newFlows, flow)) takeOut(oldFlows, flow);
    oldFlows.push(flow);
  }

  /** Ends a turn: the organisation gets the time that its weight earns in a round, and goes behind the others. */
  function endTurn(flow: Flow<Job>): void {
    flow.deficitMs += quantumMs(flow);
    toOldTail(flow);
  }

  /**
   * A newcomer without calls stays in the list for one more turn. Otherwise it could return as a newcomer again and
   * again.
   */
  function passEmpty(flow: Flow<Job>): void {
    if (flow.deficitMs <= 0) endTurn(flow);
    else if (newFlows.includes(flow) && oldFlows.length > 0) toOldTail(flow);
    else if (!takeOut(newFlows, flow)) takeOut(oldFlows, flow);
  }

  /** Skips the rounds in which no call could run: gives every organisation the time of all of them at once. */
  function skipRounds(flows: readonly Flow<Job>[]): void {
    const rounds = flows.map((flow) => (flow.next === null ? Infinity : Math.floor(-flow.deficitMs / quantumMs(flow))));
    const skipped = Math.min(...rounds);
    if (skipped > 0) for (const flow of flows) flow.deficitMs += skipped * quantumMs(flow);
  }

  function takeNext(): Job | null {
    if (all().every(({ next }) => next === null)) return null;
    skipRounds(all());
    for (;;) {
      const flow = all().find(({ jobs, next }) => jobs.length === 0 || next !== null);
      if (flow === undefined) return null;
      if (flow.next === null) passEmpty(flow);
      else if (flow.deficitMs <= 0) endTurn(flow);
      else {
        flow.deficitMs -= flow.next.costMs;
        takeOut(flow.jobs, flow.next);
        return flow.next;
      }
    }
  }

  return {
    put: (job) => {
      const found = find(job.organisation);
      if (found !== null) {
        found.jobs.push(job);
        return;
      }
      const { organisation, weight } = job;
      newFlows.push({ organisation, weight, jobs: [job], deficitMs: NEWCOMER_MS, next: null });
    },
    take: (mayTake) => {
      for (const flow of all()) flow.next = firstOf(flow.jobs, mayTake);
      const job = takeNext();
      for (const flow of all()) flow.next = null;
      return job;
    },
    remove: (job) => takeOut(find(job.organisation)?.jobs ?? [], job),
    charge: ({ organisation, weight }, milliseconds) => {
      const flow = find(organisation);
      if (flow !== null) flow.deficitMs -= milliseconds;
      // One that left the lists returns with its debt.
      else if (milliseconds >= NEWCOMER_MS)
        oldFlows.push({ organisation, weight, jobs: [], deficitMs: NEWCOMER_MS - milliseconds, next: null });
    },
    of: find,
    active: () => all().filter(({ jobs }) => jobs.length > 0),
    length: () => all().reduce((sum, { jobs }) => sum + jobs.length, 0),
  };
}

function quantumMs({ weight }: Pick<Queued, "weight">): number {
  return QUANTUM_MS * weight;
}

/** Orders the calls of one organisation: the lowest goes first. */
export function turnOf({ sinceMs, costMs }: Pick<Queued, "sinceMs" | "costMs">): number {
  return sinceMs + AGING * costMs;
}

function firstOf<Job extends Queued>(jobs: readonly Job[], mayTake: (job: Job) => boolean): Job | null {
  let first: Job | null = null;
  for (const job of jobs) if ((first === null || turnOf(job) < turnOf(first)) && mayTake(job)) first = job;
  return first;
}
