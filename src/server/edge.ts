// The way of a request through the service, on every protocol. What is checked, in this order, the first that fails
// answering: room for it, the caller's key, rate and quota (all before a byte of the body is read), the body's size,
// the route. Then it is answered whole, on this thread or, when it is large, on another; calls that are streams go
// through Connect's router. All end in the same handlers.
import type { Admission, Verdict } from "../gateway/admit.ts";
import type { Clock } from "../gateway/clock.ts";
import type { Call, ContextHandlers } from "../service/answer.ts";
import { errorFacts, type Log } from "../telemetry/log.ts";
import type { Observe } from "../telemetry/observe.ts";
import { BODY_BYTES_MAX } from "../wire/body-limit.ts";
import { faultReply } from "../wire/error-reply.ts";
import { FRAME_HEAD_BYTES, frameBytes } from "../wire/frame.ts";
import { giveBack } from "../wire/own-bytes.ts";
import { statusReply } from "../wire/reply.ts";
import { createRpc } from "../wire/rpc.ts";
import type { RpcRequest } from "../wire/rpc-listener.ts";
import type { Serving } from "../wire/serving.ts";
import { type Target, targetOf } from "../wire/target.ts";
import { createUnary } from "../wire/unary.ts";
import { unavailable } from "../wire/unavailable.ts";
import { LARGE_BYTES } from "../workers/large.ts";
import type { WorkerPool } from "../workers/pool.ts";
import { createAnswering } from "./answering.ts";
import { declaredLength, readBody, receive } from "./body.ts";
import { answerBodyProblem, isUnreadable } from "./body-problem.ts";
import { type Exchange, type RequestListener, settleEarlyAnswer } from "./exchange.ts";
import { authorizationOf, guard } from "./guard.ts";
import type { InFlight, Slot } from "./in-flight.ts";
import { createLane } from "./lane.ts";
import type { Timeouts } from "./limits.ts";
import { meterBody } from "./meter-body.ts";
import { type AdmittedCall, type OpenCall, openCall } from "./open-call.ts";
import { createRefusalPace } from "./refusal-pace.ts";
import { sendRest } from "./send.ts";
import { createTurnAway } from "./turn-away.ts";
import { wholeRequest } from "./whole-request.ts";

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
}

export function createEdge(parts: EdgeParts): RequestListener {
  const { handlers, workers, admission, serving, inFlight, observe, onMalformed, log, clock, timeouts } = parts;
  const onFault = (fault: unknown) => log.event("error", "call_failed", errorFacts(fault));
  const unary = createUnary(handlers, onFault);
  const admittedCalls = new WeakMap<RpcRequest, Call>();
  const rpc = createRpc(handlers, { callOf: (req) => admittedCalls.get(req), serving, onFault });

  const answering = createAnswering(unary, createLane(unary, clock), workers);
  const refusals = createRefusalPace(clock);
  const turnAway = createTurnAway({ observe, inFlight, onFault, clock, lingerMs: timeouts.lingerMs });

  /** Tells a call of so many bytes that there is no room for it: in a drain at once, so that it is over. */
  function sayUnavailable(bytes: number, tell: () => void): void {
    if (serving.state() === "draining") tell();
    else refusals.turn(bytes, tell);
  }

  function serve(open: OpenCall, slot: Slot, awaitsContinue: boolean, admitted: Verdict): void | Promise<void> {
    const { exchange, target } = open;
    if ("refused" in admitted) return open.refuse(admitted);
    const call = open.admit(admitted);
    if (call === null) return;
    const kept = slot.awaitBody(call.caller.organisation, target.unary ? "arrived" : "over");
    if (!kept) return open.refuse(unavailable);

    const most = target.protocol === "rest" ? BODY_BYTES_MAX : BODY_BYTES_MAX + FRAME_HEAD_BYTES;
    if ((declaredLength(exchange) ?? 0) > most) return answerBodyProblem("too_long", open);
    if (awaitsContinue) exchange.sendContinue();
    if (target.unary) return serveWhole(open, call, slot, most);
    const { req, res } = exchange.nodePair();
    if (!meterBody(req, slot, () => open.refuse(unavailable))) return open.refuse(unavailable);
    admittedCalls.set(req, call);
    open.leave(res);
    rpc(req, res);
  }

  async function serveWhole(open: OpenCall, call: AdmittedCall, slot: Slot, most: number): Promise<void> {
    const { exchange, target } = open;
    const rest = target.protocol === "rest";
    const framed = target.protocol === "grpc" || target.protocol === "grpc-web";
    const received = await (rest
      ? readBody(exchange, most, slot.hold)
      : receive(exchange, most, slot.hold, framed ? frameBytes : undefined));
    // Only a select call's body is read. No other can be malformed: an unknown path is a 404 before all.
    const body = isUnreadable(received) && !target.spendsQuota ? Buffer.alloc(0) : received;
    if (typeof body === "string") return answerBodyProblem(body, open);
    slot.bodyArrived();
    open.checkDeadline();
    const bytes = body.length;
    const reply = await answering.answer(wholeRequest(exchange, target.protocol, body), call, target.spendsQuota);
    // Of a call that was stopped somebody may still read it: the collector knows when nobody does.
    if (!call.signal.aborted) giveBack(body);
    if (serving.state() === "draining") exchange.closeAfterAnswer();
    if ("refused" in reply || !slot.holdAnswer(Buffer.byteLength(reply.body))) {
      return new Promise((resolve) => {
        sayUnavailable(bytes, () => resolve(open.refuse(unavailable)));
      });
    }
    if (target.spendsQuota) refusals.answered(bytes);
    if (rest) await sendRest(exchange, reply);
    else open.answer(reply);
  }

  async function carry(open: OpenCall, slot: Slot, awaitsContinue: boolean): Promise<void> {
    const { exchange, target } = open;
    try {
      // What is there at once is not waited for: a small call goes to its body without a promise.
      const verdict = admission.admit(authorizationOf(exchange), target.spendsQuota);
      await serve(open, slot, awaitsContinue, verdict instanceof Promise ? await verdict : verdict);
    } catch (fault) {
      onFault(fault);
      open.answer(faultReply(target.protocol, exchange.headers["content-type"] ?? ""));
    }
    inFlight.answered(exchange);
  }

  return (exchange, awaitsContinue) => {
    if (!guard(exchange)) return onMalformed();
    const contentType = exchange.headers["content-type"];
    const target = targetOf(exchange.httpMethod, exchange.target, contentType);
    // One that is answered instead of told to go on may send its body or not, so nobody knows where its next request
    // would start.
    if (awaitsContinue || serving.state() === "draining") exchange.closeAfterAnswer();
    // Before anything is spent on it: what is turned away here costs a fraction of what is turned away later.
    const bytes = declaredLength(exchange) ?? 0;
    const overloaded = target.spendsQuota && answering.placeFor(bytes, bytes >= LARGE_BYTES) === "nowhere";
    const slot = overloaded ? null : inFlight.enter(exchange, () => endOverdue(exchange, target));
    if (slot === null) return sayUnavailable(bytes, turnAway(exchange, target));
    const onOver = () => settleEarlyAnswer(exchange, clock, timeouts.lingerMs);
    const open = openCall(exchange, target, { observe, clock, onOver });
    void carry(open, slot, awaitsContinue);
  };
}

/** A body that has not arrived in time. An RPC client sees its call cancelled: no status of gRPC's says this. */
function endOverdue(exchange: Exchange, { protocol }: Target): void {
  if (protocol !== "rest") {
    exchange.cutOff();
    return;
  }
  exchange.closeAfterAnswer();
  exchange.send(statusReply(408));
}
