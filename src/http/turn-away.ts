// Calls for which there is no room, told so upon their headers. In an overload these are most of all calls: nothing is
// made for one that an answer of a few bytes does not need, and one whose answer the network takes at once is not
// followed. Nothing of the caller is looked at but what it asks for, and how.
import type { Target } from "../protocols/protocol.ts";
import { refuse, unavailable } from "../protocols/refusals.ts";
import type { InFlight } from "../scheduling/in-flight/in-flight.ts";
import type { Observe } from "../telemetry/observe.ts";
import type { Clock } from "../time/clock.ts";
import { type Exchange, settleEarlyAnswer } from "./exchange.ts";
import { callEnd, callStart } from "./open-call.ts";
import { rpcCodeOf } from "./rpc-status.ts";

export interface TurnAwayParts {
  readonly observe: Observe;
  readonly inFlight: Pick<InFlight, "answered">;
  readonly onFault: (fault: unknown) => void;
  readonly clock: Clock;
  readonly lingerMs: number;
}

/** @returns what tells the call, which may have left by then */
export type TurnAway = (exchange: Exchange, target: Target) => () => void;

export function createTurnAway({ observe, inFlight, onFault, clock, lingerMs }: TurnAwayParts): TurnAway {
  return (exchange, target) => {
    const observation = observe(callStart(exchange, target), exchange.headers);
    observation.refused(unavailable);
    exchange.throwAway();

    function tell(): void {
      if (exchange.isOver()) {
        observation.end(callEnd(exchange, target, true, null));
        return;
      }
      const reply = refuse(unavailable, target.protocol, exchange.headers["content-type"]);
      const code = rpcCodeOf(target.protocol, reply);
      exchange.send(reply);
      if (exchange.isOut() && exchange.hasArrived()) {
        observation.end(callEnd(exchange, target, false, code));
        return;
      }
      exchange.onOver(() => {
        settleEarlyAnswer(exchange, clock, lingerMs);
        observation.end(callEnd(exchange, target, !exchange.sentInFull(), code));
      });
      inFlight.answered(exchange);
    }

    return () => {
      try {
        tell();
      } catch (fault) {
        onFault(fault);
        exchange.cutOff();
      }
    };
  };
}
