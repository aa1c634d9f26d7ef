// The way of a request through the service, on every protocol. What is checked, in this order, the first that fails
// answering: room for it, the caller's key, rate and quota (all before a byte of the body is read), the body's size,
// the route. Then it is answered as a whole (serve-whole.ts) or as a stream (serve-stream.ts), by the same handlers.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Admission, Refusal, Verdict } from "../gateway/admission.ts";
import type { Serving } from "../protocols/connect/health.ts";
import { faultReply } from "../protocols/errors.ts";
import { protocols, type Target, targetOf } from "../protocols/protocol.ts";
import { unavailable } from "../protocols/refusals.ts";
import { gatewayReply } from "../protocols/reply.ts";
import { createUnary } from "../protocols/unary.ts";
import type { InFlight } from "../scheduling/in-flight/in-flight.ts";
import type { Slot } from "../scheduling/in-flight/slot.ts";
import { createAnswering } from "../scheduling/lane/answering.ts";
import { createLane } from "../scheduling/lane/lane.ts";
import { createRefusalPace } from "../scheduling/refusal-pace.ts";
import type { ContextHandlers } from "../service/call.ts";
import { statuses } from "../statuses.ts";
import { faultLog } from "../telemetry/errors.ts";
import type { Log } from "../telemetry/log.ts";
import type { Observe } from "../telemetry/observe.ts";
import type { Clock } from "../time/clock.ts";
import { LARGE_BYTES } from "../workers/large.ts";
import type { WorkerPool } from "../workers/pool.ts";
import { declaredLength, expectedLength } from "./body.ts";
import { answerBodyProblem } from "./body-problem.ts";
import type { Cors } from "./cors.ts";
import { type Exchange, type RequestListener, settleEarlyAnswer } from "./exchange.ts";
import { authorizationOf, guard } from "./headers.ts";
import { HEADER_ENTRIES_MAX, type Timeouts } from "./limits.ts";
import { type AdmittedCall, type OpenCall, openCall } from "./open-call.ts";
import { createServeStream } from "./serve-stream.ts";
import { createServeWhole } from "./serve-whole.ts";
import { createTurnAway } from "./turn-away.ts";

export interface EdgeParts {
  readonly handlers: ContextHandlers;
  /** null: every call is answered on this thread. */
  readonly workers: WorkerPool | null;
  readonly admission: Admission;
  readonly serving: Serving;
  readonly inFlight: InFlight;
  readonly observe: Observe;
  /** A request has been turned away that nobody could have made a call of. */
  readonly onMalformed: () => void;
  readonly log: Log;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly cors: Cors;
}

export function createEdge(parts: EdgeParts): RequestListener {
  const { handlers, workers, admission, serving, inFlight, observe, onMalformed, log, clock, timeouts } = parts;
  const { cors } = parts;
  const onFault = faultLog(log);
  const unary = createUnary(handlers, onFault);
  // A few calls here take longer than what a worker has been sent ahead.
  const lane = createLane(unary, clock, () => workers?.hear());
  const answering = createAnswering(unary, lane, workers);
  const paceRefusal = createRefusalPace(clock, serving);
  const turnAway = createTurnAway({ observe, inFlight, onFault, clock, lingerMs: timeouts.lingerMs });
  const serveWhole = createServeWhole(answering, paceRefusal);
  const serveStream = createServeStream(handlers, serving, onFault);

  function serve(open: OpenCall, slot: Slot, awaitsContinue: boolean, verdict: Verdict): void | Promise<void> {
    const { target } = open;
    if ("refused" in verdict) return open.refuse(verdict);
    const call = open.admit(verdict);
    if (call === null) return;
    const { organisation } = call.caller;
    const until = target.unary ? "arrived" : "over";
    if (slot.awaitBody(organisation, until)) return begin(open, call, slot, awaitsContinue);
    // A small body comes with its headers: others' that are slow to come are no reason to refuse it.
    return nextTurn().then(() => {
      if (!slot.awaitBody(organisation, until)) return open.refuse(unavailable);
      return begin(open, call, slot, awaitsContinue);
    });
  }

  function begin(open: OpenCall, call: AdmittedCall, slot: Slot, awaitsContinue: boolean): void | Promise<void> {
    const { exchange, target } = open;
    if ((declaredLength(exchange) ?? 0) > protocols[target.protocol].receivedBytesMax)
      return answerBodyProblem("too_long", open);
    if (awaitsContinue) exchange.sendContinue();
    return target.unary ? serveWhole(open, call, slot) : serveStream(open, call, slot);
  }

  async function carry(open: OpenCall, slot: Slot, awaitsContinue: boolean): Promise<void> {
    const { exchange, target } = open;
    try {
      // What is there at once is not waited for: a small call goes to its body without a promise.
      const verdict = hasTooManyFields(exchange)
        ? headersTooLong
        : admission.admit(authorizationOf(exchange), target.spendsQuota);
      await serve(open, slot, awaitsContinue, verdict instanceof Promise ? await verdict : verdict);
    } catch (fault) {
      onFault(fault);
      open.answer(faultReply(target.protocol, exchange.headers["content-type"] ?? ""));
    }
    inFlight.answered(exchange);
  }

  return (exchange, awaitsContinue) => {
    if (!guard(exchange)) return onMalformed();
    const preflight = cors(exchange);
    if (preflight !== null) {
      exchange.onOver(() => settleEarlyAnswer(exchange, clock, timeouts.lingerMs));
      return exchange.send(preflight);
    }
    const contentType = exchange.headers["content-type"];
    const target = targetOf(exchange.httpMethod, exchange.target, contentType);
    // One that is answered instead of told to go on may send its body or not, so nobody knows where its next request
    // would start.
    if (awaitsContinue) exchange.closeAfterAnswer();
    // Before anything is spent on it: what is turned away here costs a fraction of what is turned away later.
    const bytes = expectedLength(exchange);
    const overloaded = target.spendsQuota && answering.placeFor(bytes, bytes >= LARGE_BYTES) === "nowhere";
    const slot = overloaded ? null : inFlight.enter(exchange, () => endLateBody(exchange, target));
    if (slot === null) {
      if (target.spendsQuota && !overloaded) answering.noRoom(bytes);
      return paceRefusal(bytes, turnAway(exchange, target));
    }
    const onOver = () => settleEarlyAnswer(exchange, clock, timeouts.lingerMs);
    const open = openCall(exchange, target, { observe, clock, onOver });
    void carry(open, slot, awaitsContinue);
  };
}

const headersTooLong: Refusal = { refused: "headers_too_long", retryAfterMs: null };

/** Over HTTP/1.1 the parser drops what is over its bound. */
function hasTooManyFields({ httpVersion, rawHeaders }: Exchange): boolean {
  return httpVersion === "2.0" && rawHeaders.length > 2 * HEADER_ENTRIES_MAX;
}

/** A body that has not arrived in time. An RPC client sees its call cancelled: no status of gRPC's says this. */
function endLateBody(exchange: Exchange, { protocol }: Target): void {
  if (protocols[protocol].isRpc) {
    exchange.cutOff();
    return;
  }
  exchange.closeAfterAnswer();
  exchange.send(gatewayReply(statuses.body_overdue));
}
