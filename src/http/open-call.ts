// One call between its headers and the end of its response: its target, its deadline, its observation. It ends exactly
// once, when the exchange is over: answered, refused, aborted, or abandoned by the client.
import { METHODS } from "node:http";
import type { Admitted, Refusal } from "../gateway/admission.ts";
import type { RpcResponse } from "../protocols/connect/listener.ts";
import { dropUnchosenGzip } from "../protocols/grpc/frames.ts";
import { protocols, type Target } from "../protocols/protocol.ts";
import { refuse } from "../protocols/refusals.ts";
import type { BufferedReply } from "../protocols/reply.ts";
import { CallAbort, type CallSignal, clientGone, deadlinePassed } from "../service/call.ts";
import { codeName, isFault, isSuccess, statuses } from "../statuses.ts";
import type { CallEnd, CallStart } from "../telemetry/call-record.ts";
import type { Observation, Observe } from "../telemetry/observe.ts";
import type { Clock } from "../time/clock.ts";
import type { ScheduledCall } from "../workers/job.ts";
import type { Exchange } from "./exchange.ts";
import { deadlineMs } from "./headers.ts";
import { rpcCodeOf, watchRpcStatus } from "./rpc-status.ts";

export interface OpenCall {
  readonly exchange: Exchange;
  readonly target: Target;
  /** Answers the call with a reply of its protocol, unless a response has begun. */
  readonly answer: (reply: BufferedReply) => void;
  /** Leaves the answer of an RPC to Connect, which writes to this response. */
  readonly handOver: (res: RpcResponse) => void;
  /** Aborts the call if its deadline has passed: on a busy thread its timer may be late. */
  readonly checkDeadline: () => void;
  /** Refuses the call, in the form of its protocol. */
  readonly refuse: (refusal: Refusal) => void;
  /** The admitted call as handlers see it; null if the client has left in the meantime. */
  readonly admit: (admitted: Admitted) => ScheduledCall | null;
}

interface OpenCallParts {
  readonly observe: Observe;
  readonly clock: Clock;
  readonly onOver: () => void;
}

export function openCall(exchange: Exchange, target: Target, { observe, clock, onOver }: OpenCallParts): OpenCall {
  const { headers } = exchange;
  if (protocols[target.protocol].claimsGzip) dropUnchosenGzip(headers);
  const observation = observe(callStart(exchange, target), headers);
  let rpcCode: () => string | null = () => null;
  const signal = new CallAbort();
  const deadline = protocols[target.protocol].isRpc ? deadlineMs(headers) : null;
  const openedAt = deadline === null ? 0 : clock.monotonicMs();
  const cancelTimer = deadline === null ? () => {} : clock.after(deadline, () => signal.abort(deadlinePassed()));
  let over = false;
  let refund = () => {};

  exchange.onOver(() => {
    onOver();
    over = true;
    cancelTimer();
    const end = callEnd(exchange, target, !exchange.sentInFull(), rpcCode());
    if (end.clientGone) signal.abort(clientGone());
    if (!isSuccess(end.status)) refund();
    observation.end(end);
  });

  function answer(reply: BufferedReply): void {
    if (exchange.isAnswered()) return;
    const code = rpcCodeOf(target.protocol, reply);
    rpcCode = () => code;
    exchange.send(reply);
  }

  return {
    exchange,
    target,
    answer,
    checkDeadline: () => {
      if (deadline !== null && clock.monotonicMs() - openedAt >= deadline) signal.abort(deadlinePassed());
    },
    handOver: (res) => {
      rpcCode = watchRpcStatus(res, target.protocol);
    },
    refuse: (refusal) => {
      observation.refused(refusal);
      answer(refuse(refusal, target.protocol, headers["content-type"]));
    },
    admit: (admitted) => {
      ({ refund } = admitted);
      if (over) refund();
      return over ? null : callOf(admitted, observation, signal);
    },
  };
}

function callOf({ caller }: Admitted, observation: Observation, signal: CallSignal): ScheduledCall {
  const { admitted, report, stages, traced, stageRan, queued, computed } = observation;
  admitted(caller);
  return { caller, signal, stage: stages(signal), report, traced, stageRan, queued, computed };
}

const HTTP_METHODS = new Set(METHODS);

/** What the headers say about a call. */
function callStart(exchange: Exchange, target: Target): CallStart {
  const { httpMethod, httpVersion } = exchange;
  return {
    protocol: target.protocol,
    httpMethod: HTTP_METHODS.has(httpMethod) ? httpMethod : "_OTHER",
    scheme: exchange.isEncrypted() ? "https" : "http",
    httpVersion: httpVersion === "2.0" ? "2" : httpVersion,
    name: protocols[target.protocol].isRpc ? target.rpc : target.route,
  };
}

/**
 * How a call ended.
 * @param rpcCode the code of an RPC's response; null for none
 */
function callEnd(exchange: Exchange, { protocol }: Target, clientGone: boolean, rpcCode: string | null): CallEnd {
  if (protocols[protocol].isRpc) {
    const status = rpcCode ?? codeName(statuses.cancelled.code);
    return { status, clientGone, fault: isFault(status) };
  }
  const status = String(clientGone ? statuses.cancelled.http : exchange.status());
  return { status, clientGone, fault: isFault(status) };
}
