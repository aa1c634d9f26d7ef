// What a handler is given and what it gives back, the same for every protocol. Types only.
import type {
  ContextRequest,
  ContextResponse,
  GetHealthResponse,
  ListOperatingPointsResponse,
} from "../../gen/winnow/v1/context_pb.ts";
import type { Stage } from "../engine/model.ts";
import type { Caller } from "../gateway/admission.ts";
import type { CallSignal } from "./call-signal.ts";
import type { Failure } from "./failure.ts";

export type Outcome = "select" | "stand_down" | "selection_error";

/** What is logged, traced and measured of a select call. Never text of the caller's. */
export interface CallFacts {
  /** The sanitised request id. */
  readonly requestId?: string;
  readonly outcome?: Outcome;
  readonly gateReason?: string;
  readonly selectionError?: string;
  /** Where it was thrown, as `framesOf` says it. */
  readonly selectionErrorAt?: string;
  readonly operatingPoint?: string;
  readonly recordsAvailable?: number;
  readonly recordsSelected?: number;
  /** What the tier's ceiling is held against, and a bill would be: `meteredTokens`. */
  readonly meteredTokens?: number;
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
