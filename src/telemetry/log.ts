// The log: one JSON line for each call, and one for each event of the process. The fields form a closed list, so a
// caller's text cannot get into it. Lines go to standard error, because scripts wait on standard output for the line
// with the address.
import { type DestinationStream, destination, type Logger, pino } from "pino";
import { isSuccess, needsAttention } from "../statuses.ts";
import { type Clock, systemClock } from "../time/clock.ts";
import type { CallRecord } from "./call-record.ts";
import { type ErrorFacts, errorFacts, inSources } from "./errors.ts";
import { createRefusalLines } from "./refusal-lines.ts";

/**
 * Batches of about 20 lines, none older than a tenth of a second, because one write for each line would make a small
 * call take a fifth longer. The writer measures the whole batch again for each line, so longer batches cost more: with
 * 40 lines, 5.5 us a line instead of 3. If the reader stalls, lines beyond `maxLength` bytes are dropped. pino flushes
 * when the process exits.
 */
const BATCHED = { dest: 2, sync: false, minLength: 8 * 1024, periodicFlush: 100, maxLength: 16 * 1024 * 1024 };

/** Longest wait for the reader of the last lines. */
const FLUSH_MS_MAX = 1_000;

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "silent";

/** What can happen to the process besides calls. */
export type ProcessEvent =
  | "listening"
  | "listening_internally"
  | "ready"
  | "warm_up_failed"
  | "connection_not_accepted"
  | "draining"
  | "drained"
  | "drain_cut_short"
  | "stop_failed"
  | "uncaught_exception"
  | "unhandled_rejection"
  | "process_warning"
  | "call_failed"
  | "worker_replaced"
  | "projection_loaded"
  | "projection_rejected"
  | "counters_shared"
  | "counters_local"
  | "certificate_loaded"
  | "certificate_expired"
  | "certificate_rejected";

/** Facts about an event. */
export interface EventFacts extends ErrorFacts {
  readonly address?: string;
  readonly count?: number;
  readonly milliseconds?: number;
  /** When a certificate expires, as an ISO 8601 instant. */
  readonly expiresAt?: string;
  /** Why a worker was replaced, or why the store of shared counters is not asked. */
  readonly why?: "died" | "hung" | "stopped" | "late" | "failed" | "disconnected";
  /** Violations of an operator's file, one line each, with places and without values. */
  readonly violations?: readonly string[];
}

export interface Log {
  readonly call: (call: CallRecord) => void;
  readonly event: (level: "info" | "warn" | "error", event: ProcessEvent, facts?: EventFacts) => void;
  /** Settles when every line is written, or after a second. For the end of the process. */
  readonly flush: () => Promise<void>;
}

/** Logs what a handler threw, which callers never see. */
export function faultLog(log: Log): (fault: unknown) => void {
  return (fault) => log.event("error", "call_failed", errorFacts(fault));
}

/**
 * @param stream where lines go, each at once; standard error in batches if not given
 * @param clock spaces the lines of refused calls
 */
export function createLog(level: LogLevel, stream?: DestinationStream, clock: Clock = systemClock): Log {
  if (stream !== undefined) return logTo(level, stream, clock, { flushSoon: () => {}, flush: async () => {} });
  const batched = destination(BATCHED);
  return logTo(level, batched, clock, { flushSoon: () => batched.flush(), flush: () => written(batched) });
}

interface Flushing extends Pick<Log, "flush"> {
  readonly flushSoon: () => void;
}

function logTo(level: LogLevel, lines: DestinationStream, clock: Clock, { flushSoon, flush }: Flushing): Log {
  const logger: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    lines,
  );
  function writeCall(call: CallRecord, calls: number): void {
    const level = levelOf(call);
    if (logger.isLevelEnabled(level)) lines.write(callLine(level, clock.wallMs(), call, calls));
  }
  const refusals = createRefusalLines(clock, writeCall);
  return {
    call: (call) => {
      if (call.organisation === undefined && levelOf(call) === "info") refusals.add(call);
      else writeCall(call, 1);
    },
    event: (eventLevel, event, facts) => {
      logger[eventLevel](facts?.at === undefined ? (facts ?? {}) : { ...facts, at: inSources(facts.at) }, event);
      // The process may end right after it reports something.
      flushSoon();
    },
    flush: () => {
      refusals.flush();
      return flush();
    },
  };
}

function written(batched: ReturnType<typeof destination>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FLUSH_MS_MAX);
    batched.flush(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function levelOf({ refused, facts, status }: CallRecord): "debug" | "info" | "error" {
  // A refusal of the gateway is not a fault, even if overload is the reason.
  if (refused !== undefined) return "info";
  if (needsAttention(status)) return "error";
  // Probes call health and listings all day.
  return facts.outcome === undefined && isSuccess(status) ? "debug" : "info";
}

/**
 * A finished call as a line. Written by hand, because building it from an object took as long as admitting a small
 * call.
 * @param wallMs milliseconds since 1970
 * @param calls how many calls of its kind the line stands for
 */
export function callLine(level: string, wallMs: number, call: CallRecord, calls = 1): string {
  const { facts } = call;
  return (
    `{"level":"${level}","time":"${new Date(wallMs).toISOString()}"` +
    text("request_id", facts.requestId) +
    text("organisation", call.organisation) +
    word("protocol", call.protocol) +
    word("route", call.name ?? undefined) +
    word("status", call.status) +
    word("refused", call.refused) +
    word("outcome", facts.outcome) +
    text("gate_reason", facts.gateReason) +
    text("selection_error", facts.selectionError) +
    (facts.selectionErrorAt === undefined ? "" : text("at", inSources(facts.selectionErrorAt))) +
    text("operating_point", facts.operatingPoint) +
    count("metered_tokens", facts.meteredTokens) +
    count("tokens_before", facts.tokensBefore) +
    count("tokens_after", facts.tokensAfter) +
    count("ms", roundedMs(call.milliseconds)) +
    count("queue_ms", roundedMs(call.queuedMs)) +
    (calls === 1 ? "" : count("count", calls)) +
    text("trace_id", call.traceId) +
    ',"msg":"call"}\n'
  );
}

/** Needs no escaping in JSON, like nearly everything that is logged. */
const PLAIN = /^[\w .:/-]*$/;

function text(name: string, value: string | undefined): string {
  if (value === undefined) return "";
  return PLAIN.test(value) ? `,"${name}":"${value}"` : `,"${name}":${JSON.stringify(value)}`;
}

/** For the service's own words, which never need escaping. */
function word(name: string, value: string | undefined): string {
  return value === undefined ? "" : `,"${name}":"${value}"`;
}

function count(name: string, value: number | undefined): string {
  return value === undefined ? "" : `,"${name}":${value}`;
}

/** Milliseconds with at most three decimals. */
function roundedMs(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.round(milliseconds * 1000) / 1000;
}
