// The path of a request through the service, on every protocol. The first check that fails answers the request: valid
// HTTP; the number of headers (HTTP/2); key, rate and quota; overload; the declared length. All these come before a
// byte of the body is read. Its real length is checked while it is read.
// serve.ts answers the admitted request, with the same handlers on every protocol.
import type { Admission, AdmissionResult, Refusal } from "../gateway/admission.ts";
import { HEADER_ENTRIES_MAX } from "../limits.ts";
import type { Serving } from "../protocols/connect/health.ts";
import { faultReply } from "../protocols/errors.ts";
import { protocols, type Target, targetOf } from "../protocols/protocol.ts";
import { unavailable } from "../protocols/refusals.ts";
import { gatewayReply } from "../protocols/reply.ts";
import type { InFlight, Place } from "../scheduling/in-flight.ts";
import {
  createRejectionDelay,
  OVERLOAD_DELAY,
  REFUSAL_DELAY,
  type RejectionDelay,
} from "../scheduling/rejection-delay.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import type { ContextHandlers } from "../service/call.ts";
import { statuses } from "../statuses.ts";
import { faultLog, type Log } from "../telemetry/log.ts";
import type { Observe } from "../telemetry/observe.ts";
import type { Clock } from "../time/clock.ts";
import type { ScheduledCall } from "../workers/job.ts";
import { declaredLength, expectedLength } from "./body.ts";
import { discardRest, type Exchange, type RequestListener } from "./exchange.ts";
import { authorizationOf, type Cors, guard } from "./headers.ts";
import type { Timeouts } from "./limits.ts";
import { type OpenCall, openCall } from "./open-call.ts";
import { answerBodyProblem, createServeBuffered, createServeStream } from "./serve.ts";

interface EdgeParts {
  readonly handlers: ContextHandlers;
  readonly scheduler: Scheduler;
  readonly admission: Admission;
  readonly serving: Serving;
  readonly inFlight: InFlight;
  readonly observe: Observe;
  /** A request was rejected because it is not valid HTTP for this service. */
  readonly onMalformed: () => void;
  readonly log: Log;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly cors: Cors;
}

export function createEdge(parts: EdgeParts): RequestListener {
  const { handlers, scheduler, admission, serving, inFlight, observe, onMalformed, log, clock, timeouts } = parts;
  const { cors } = parts;
  const onFault = faultLog(log);
  const afterOverload = createRejectionDelay(OVERLOAD_DELAY, clock, serving);
  const afterRefusal = createRejectionDelay(REFUSAL_DELAY, clock, serving);
  const serveBuffered = createServeBuffered(scheduler, afterOverload);
  const serveStream = createServeStream(handlers, serving, onFault);

  function admitOrRefuse(open: OpenCall, awaitsContinue: boolean, result: AdmissionResult): void | Promise<void> {
    const { exchange, target } = open;
    const isRefused = "refused" in result;
    const hasValidKey = !isRefused || result.organisation !== undefined;
    if (hasValidKey) exchange.noteValidKey();
    if (isRefused) {
      exchange.countRefusal(hasValidKey);
      return refuse(open, result, afterRefusal);
    }
    const call = open.admit(result);
    if (call === null) return;
    const accepted = !target.isSelect || scheduler.accepts(call.caller, expectedLength(exchange));
    const place = accepted
      ? inFlight.enter(exchange, call.caller.organisation, () => endLateBody(exchange, target))
      : null;
    return place === null ? refuse(open, unavailable, afterOverload) : serveAdmitted(open, call, place, awaitsContinue);
  }

  /** Refuses a call after a delay in which its body is discarded. */
  async function refuse(open: OpenCall, refusal: Refusal, delay: RejectionDelay): Promise<void> {
    open.exchange.discardBody();
    await new Promise<void>((resolve) => delay(expectedLength(open.exchange), resolve));
    open.refuse(refusal);
  }

  function serveAdmitted(
    open: OpenCall,
    call: ScheduledCall,
    place: Place,
    awaitsContinue: boolean,
  ): void | Promise<void> {
    const { exchange, target } = open;
    if ((declaredLength(exchange) ?? 0) > protocols[target.protocol].receivedBytesMax)
      return answerBodyProblem("too_long", open);
    if (awaitsContinue) exchange.sendContinue();
    return target.unary ? serveBuffered(open, call, place) : serveStream(open, call, place);
  }

  async function handle(open: OpenCall, awaitsContinue: boolean): Promise<void> {
    const { exchange, target } = open;
    try {
      // A result that is not a promise is not awaited: each await delays a small call.
      const result = hasTooManyFields(exchange)
        ? headersTooLong
        : admission.admit(authorizationOf(exchange), target.isSelect);
      await admitOrRefuse(open, awaitsContinue, result instanceof Promise ? await result : result);
    } catch (fault) {
      onFault(fault);
      open.answer(faultReply(target.protocol, exchange.headers["content-type"] ?? ""));
    }
    inFlight.answered(exchange);
  }

  return (exchange, awaitsContinue) => {
    if (!guard(exchange)) {
      exchange.countRefusal(false);
      return onMalformed();
    }
    const preflight = cors(exchange);
    if (preflight !== null) {
      exchange.countRefusal(false);
      exchange.onOver(() => discardRest(exchange, clock, timeouts.lingerMs));
      return exchange.send(preflight);
    }
    const contentType = exchange.headers["content-type"];
    const target = targetOf(exchange.httpMethod, exchange.target, contentType);
    // A client that gets a response instead of `100 Continue` may or may not send its body, so the start of its next
    // request is unknown.
    if (awaitsContinue) exchange.closeAfterAnswer();
    const onOver = () => discardRest(exchange, clock, timeouts.lingerMs);
    void handle(openCall(exchange, target, { observe, clock, onOver }), awaitsContinue);
  };
}

const headersTooLong: Refusal = { refused: "headers_too_long", retryAfterMs: null };

/** On HTTP/1.1 the parser itself drops headers beyond its limit. */
function hasTooManyFields({ httpVersion, rawHeaders }: Exchange): boolean {
  return httpVersion === "2.0" && rawHeaders.length > 2 * HEADER_ENTRIES_MAX;
}

/** Ends a call whose body is late. An RPC client sees a cancelled call, because gRPC has no status for this. */
function endLateBody(exchange: Exchange, { protocol }: Target): void {
  if (protocols[protocol].isRpc) {
    exchange.abort();
    return;
  }
  exchange.closeAfterAnswer();
  exchange.send(gatewayReply(statuses.body_overdue));
}
