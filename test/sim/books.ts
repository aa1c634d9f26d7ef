// The accounts of a simulated run: what the gateway admitted and refunded, and how each call ended for the server. They
// are compared with the real counters at the end.
import { type Counters, utcDay } from "../../src/gateway/counters.ts";
import type { Observation, Observe } from "../../src/telemetry/observe.ts";
import type { Clock } from "../../src/time/clock.ts";

interface Reservation {
  readonly organisation: string;
  readonly day: number;
  refunded: boolean;
}

export interface Books {
  readonly counters: Counters;
  readonly observe: Observe;
  /** The violations, once nothing is in flight. */
  readonly audit: () => readonly string[];
  /** Quota calls of an organisation on a day that were not refunded. */
  readonly kept: (organisation: string, day: number) => number;
}

export function keepBooks(clock: Clock, inner: Counters, observe: Observe): Books {
  const reservations: Reservation[] = [];
  const seen: { readonly status: string[]; readonly selects: boolean; organisation: string | null }[] = [];

  const counters: Counters = {
    spend: async (organisation, tier, countsAgainstQuota) => {
      const spending = await inner.spend(organisation, tier, countsAgainstQuota);
      if (spending.refused !== null || !countsAgainstQuota) return spending;
      const reservation = { organisation, day: utcDay(clock.wallMs()), refunded: false };
      reservations.push(reservation);
      const refund = () => {
        reservation.refunded = true;
        spending.refund();
      };
      return { refused: null, refund };
    },
    retain: inner.retain,
  };

  const watching: Observe = (start, headers) => {
    const observation = observe(start, headers);
    const status: string[] = [];
    const selects = start.name === "/v1/context/select" || start.name === "winnow.v1.ContextService/Select";
    const entry = { status, selects, organisation: null as string | null };
    seen.push(entry);
    const watched: Observation = {
      ...observation,
      admitted: (caller) => {
        entry.organisation = caller.organisation;
        observation.admitted(caller);
      },
      end: (end) => {
        status.push(end.status);
        observation.end(end);
      },
    };
    return watched;
  };

  function audit(): readonly string[] {
    const wrong = seen.flatMap(({ status }, at) =>
      status.length === 1 ? [] : [`call ${at} of the server ended ${status.length} times: ${status.join(", ")}`],
    );
    const organisations = new Set(reservations.map(({ organisation }) => organisation));
    for (const organisation of organisations) {
      const charged = reservations.filter((each) => each.organisation === organisation && !each.refunded).length;
      const answered = seen.filter((each) => each.selects && each.organisation === organisation && served(each)).length;
      if (charged !== answered)
        wrong.push(`${organisation} is charged ${charged} selects and was answered ${answered}`);
    }
    return wrong;
  }

  return {
    counters,
    observe: watching,
    audit,
    kept: (organisation, day) =>
      reservations.filter((each) => each.organisation === organisation && each.day === day && !each.refunded).length,
  };
}

function served({ status }: { readonly status: readonly string[] }): boolean {
  return status[0] === "200" || status[0] === "OK";
}
