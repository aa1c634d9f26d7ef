// One call as a handler sees it, on every protocol: its caller, its cancellation, the facts it reports, its answer.
// Also the clocks and ids that a handler needs from outside.
import { randomUUID } from "node:crypto";
import type {
  ContextRequest,
  ContextResponse,
  GetHealthResponse,
  ListOperatingPointsResponse,
} from "../../gen/winnow/v1/context_pb.ts";
import type { Stage } from "../engine/model.ts";
import type { Caller } from "../gateway/admission.ts";
import type { RefusalKind } from "../statuses.ts";
import { threadCpuMs } from "../time/clock.ts";
import type { Failure } from "./failure.ts";

export type Outcome = "select" | "stand_down" | "selection_error";

/** The facts of a select call that logs, traces and metrics may hold. Never the caller's text. */
export interface CallFacts {
  /** The sanitised request id. */
  readonly requestId?: string;
  readonly outcome?: Outcome;
  readonly gateReason?: string;
  readonly selectionError?: string;
  /** Where it was thrown, as `framesOf` writes it. */
  readonly selectionErrorAt?: string;
  readonly operatingPoint?: string;
  readonly recordsAvailable?: number;
  readonly recordsSelected?: number;
  /** The quantity that is billed; the tier's ceiling bounds it. */
  readonly meteredTokens?: number;
  /** Why the service refused a call that the gateway had admitted: its body decodes to too many bytes. */
  readonly refused?: Extract<RefusalKind, "body_too_long">;
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
}

/** One call as a handler sees it. */
export interface Call {
  readonly caller: Caller;
  /** Aborts when the client is gone or its deadline has passed. */
  readonly signal: CallSignal;
  /** Runs the engine's stages: traced, and ended at the next checkpoint once `signal` aborts. */
  readonly stage: Stage;
  readonly report: (facts: CallFacts) => void;
}

export type Answer<Message> = { readonly message: Message } | { readonly failure: Failure };

/** The one handler set behind every protocol. */
export interface ContextHandlers {
  readonly select: (request: ContextRequest, call: Call) => Promise<Answer<ContextResponse>>;
  readonly listOperatingPoints: () => ListOperatingPointsResponse;
  readonly getHealth: () => GetHealthResponse;
}

/**
 * The part of an AbortSignal that every call needs. A full AbortSignal is an event target, which costs a small call
 * more than its admission, so it is created only for code that requires one.
 */
export interface CallSignal extends Pick<AbortSignal, "aborted" | "reason" | "throwIfAborted"> {
  readonly addEventListener: (type: "abort", listener: () => void) => void;
  readonly removeEventListener: (type: "abort", listener: () => void) => void;
}

/** The reason of a call whose client is gone. */
export function clientGone(): DOMException {
  return new DOMException("the client has left", "AbortError");
}

export function deadlinePassed(): DOMException {
  return new DOMException("the deadline has passed", "TimeoutError");
}

/** @param reason of the abort */
export function isDeadline(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "TimeoutError";
}

/** The signal of one call and what aborts it, as one object. Listeners must not throw. */
export class CallAbort implements CallSignal {
  aborted = false;
  reason: unknown = undefined;
  #listeners: (() => void)[] = [];

  /** The first reason stays. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }
}

/** The same signal as an AbortSignal of Node.js. */
export function abortSignalOf(signal: CallSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const whole = new AbortController();
  const abort = () => whole.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  return whole.signal;
}

export interface Environment {
  /** Milliseconds from a fixed point, monotonic. */
  readonly now: () => number;
  /** Milliseconds of processor time that this thread has used. */
  readonly cpuMs: () => number;
  /** A new id for a record without one. */
  readonly newRecordId: () => string;
}

/** The real clocks and random ids. */
export const machineEnvironment: Environment = {
  now: () => performance.now(),
  cpuMs: threadCpuMs,
  newRecordId: randomUUID,
};
