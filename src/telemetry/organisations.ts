// Who uses the service: calls, refusals, processor time and time in queues by organisation, with a bounded number of
// label values. The busiest organisations have a value of their own, and all others share `_other`. Counters never
// fall: a recorded amount stays with the value that the organisation had then. An organisation that loses its value
// disappears from the metrics; if it gets one again, it starts from 0, as after a restart.
import type { Clock } from "../time/clock.ts";
import { type MetricRow, metricTable } from "./metric-table.ts";

export const NAMED_MAX = 20;
export const OTHER = "_other";

/** How often the busiest are chosen again. */
const REVIEW_MS = 10_000;

/** The share of an organisation's load that remains at the next choice: half after two minutes. */
const DECAY = 0.5 ** (REVIEW_MS / 120_000);

/** An organisation must be this many times as busy as a named one to take its value, so that two do not alternate. */
const BUSIER = 1.5;

/** What a call adds to the load besides processor time, in milliseconds: refused calls keep the service busy too. */
const CALL_MS = 0.2;

/** A load below this, in milliseconds, is forgotten: memory is bounded by the organisations of some minutes. */
const FORGOTTEN_MS = 0.1;

interface OrganisationUse {
  /** @param refused the kind of refusal; undefined for a call that was answered */
  readonly ended: (organisation: string, refused: string | undefined) => void;
  /** The call has waited this long for a thread. */
  readonly queued: (organisation: string, milliseconds: number) => void;
  /** The call has taken this processor time. */
  readonly computed: (organisation: string, cpuMs: number) => void;
  /** The samples of each metric by organisation, for the row of the metric table. */
  readonly samples: () => ReadonlyMap<MetricRow, readonly OrganisationSample[]>;
}

type OrganisationSample = readonly [value: number, labels: Readonly<Record<string, string>>];

interface Totals {
  calls: number;
  cpuMs: number;
  queuedMs: number;
  readonly refusals: Map<string, number>;
}

export function createOrganisationUse(clock: Clock): OrganisationUse {
  const loads = new Map<string, number>();
  const named = new Map<string, Totals>();
  const other = newTotals();
  let reviewedMs = clock.monotonicMs();

  /** The totals in which the organisation counts now, after its load has grown. */
  function totalsOf(organisation: string, loadMs: number): Totals {
    if (clock.monotonicMs() - reviewedMs >= REVIEW_MS) review();
    loads.set(organisation, (loads.get(organisation) ?? 0) + loadMs);
    const known = named.get(organisation);
    if (known !== undefined) return known;
    if (named.size >= NAMED_MAX) return other;
    const totals = newTotals();
    named.set(organisation, totals);
    return totals;
  }

  function review(): void {
    const elapsed = clock.monotonicMs() - reviewedMs;
    reviewedMs += elapsed;
    const decay = DECAY ** (elapsed / REVIEW_MS);
    for (const [organisation, load] of loads) {
      if (load * decay < FORGOTTEN_MS) loads.delete(organisation);
      else loads.set(organisation, load * decay);
    }
    for (const organisation of named.keys()) if (!loads.has(organisation)) named.delete(organisation);
    const loadOf = (organisation: string) => loads.get(organisation) ?? 0;
    const challengers = [...loads.keys()]
      .filter((organisation) => !named.has(organisation))
      .sort((a, b) => loadOf(b) - loadOf(a))
      .slice(0, NAMED_MAX);
    const holders = [...named.keys()].sort((a, b) => loadOf(a) - loadOf(b));
    for (const challenger of challengers) {
      const quietest = holders.shift();
      if (quietest === undefined || loadOf(challenger) < BUSIER * loadOf(quietest)) break;
      named.delete(quietest);
      named.set(challenger, newTotals());
    }
  }

  return {
    ended: (organisation, refused) => {
      const totals = totalsOf(organisation, CALL_MS);
      totals.calls += 1;
      if (refused !== undefined) totals.refusals.set(refused, (totals.refusals.get(refused) ?? 0) + 1);
    },
    queued: (organisation, milliseconds) => {
      totalsOf(organisation, 0).queuedMs += milliseconds;
    },
    computed: (organisation, cpuMs) => {
      totalsOf(organisation, cpuMs).cpuMs += cpuMs;
    },
    samples: () => {
      const all = [...named, [OTHER, other] as const];
      const by = (value: (totals: Totals) => number) =>
        all.map(([organisation, totals]) => [value(totals), { "winnow.organisation": organisation }] as const);
      const refusals = all.flatMap(([organisation, totals]) =>
        [...totals.refusals].map(
          ([kind, count]) => [count, { "winnow.organisation": organisation, "winnow.refused": kind }] as const,
        ),
      );
      return new Map<MetricRow, readonly OrganisationSample[]>([
        [metricTable.organisationCalls, by(({ calls }) => calls)],
        [metricTable.organisationRefusals, refusals],
        [metricTable.organisationCpuTime, by(({ cpuMs }) => cpuMs / 1000)],
        [metricTable.organisationQueueTime, by(({ queuedMs }) => queuedMs / 1000)],
      ]);
    },
  };
}

/** Refusals that alerts watch begin at 0: to Prometheus a series that begins at 1 has not grown. */
function newTotals(): Totals {
  return { calls: 0, cpuMs: 0, queuedMs: 0, refusals: new Map([["unavailable", 0]]) };
}
