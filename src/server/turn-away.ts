// Calls for which there is no room, told so upon their headers. In an overload these are most of all calls: nothing is
// made for one that an answer of a few bytes does not need, and one whose answer the network takes at once is not
// followed. Nothing of the caller is looked at but what it asks for, and how.
import type { Clock } from "../gateway/clock.ts";
import type { Observe } from "../telemetry/observe.ts";
import { refuse } from "../wire/refuse.ts";
import type { Target } from "../wire/target.ts";
import { unavailable } from "../wire/unavailable.ts";
import {
  type AnyRequest,
  type AnyResponse,
  cutOff,
  earlyAnswerSettler,
  hasArrived,
  isOut,
  isOver,
  onceOver,
  sentInFull,
} from "./exchange.ts";
import type { InFlight } from "./in-flight.ts";
import { callEnd, callStart } from "./open-call.ts";
import { rpcCodeOf } from "./rpc-status.ts";
import { sendOnce } from "./send.ts";

export interface TurnAwayParts {
  readonly observe: Observe;
  readonly inFlight: Pick<InFlight, "answered">;
  readonly onFault: (fault: unknown) => void;
  readonly clock: Clock;
  readonly lingerMs: number;
}

/** @returns what tells the call, which may have left by then */
export type TurnAway = (req: AnyRequest, res: AnyResponse, target: Target) => () => void;

export function createTurnAway({ observe, inFlight, onFault, clock, lingerMs }: TurnAwayParts): TurnAway {
  return (req, res, target) => {
    const observation = observe(callStart(req, target), req.headers);
    observation.refused(unavailable.refused);
    // What it sends meanwhile is thrown away.
    req.resume();

    function tell(): void {
      if (isOver(res)) {
        observation.end(callEnd(res, target, true, null));
        return;
      }
      const reply = refuse(unavailable, target.protocol, req.headers["content-type"]);
      const code = target.protocol === "rest" ? null : rpcCodeOf(target.protocol, reply);
      sendOnce(res, reply);
      if (isOut(res) && hasArrived(req)) {
        observation.end(callEnd(res, target, false, code));
        return;
      }
      const settleEarly = earlyAnswerSettler(req, res, clock, lingerMs);
      onceOver(res, () => {
        settleEarly();
        observation.end(callEnd(res, target, !sentInFull(res), code));
      });
      inFlight.answered(req, res);
    }

    return () => {
      try {
        tell();
      } catch (fault) {
        onFault(fault);
        cutOff(req);
      }
    };
  };
}
