// The log: one JSON line a call, and a line for each event in the life of the process. Fields come from a closed list;
// there is no way to hand it a caller's text. Lines go to standard error, because standard output belongs to the
// line that says where the service listens, which scripts wait for.
import { type DestinationStream, destination, type Logger, pino } from "pino";
import { isSuccess } from "../statuses.ts";
import { callLine } from "./call-line.ts";
import type { CallRecord } from "./call-record.ts";
import { inSources } from "./errors.ts";
import { type GatheredLines, gatherLines } from "./gathered-lines.ts";

/** Most bytes of lines that wait for a reader that has stalled; later ones are dropped rather than kept in memory. */
const BACKLOG_BYTES = 16 * 1024 * 1024;

/** What comes here has been gathered, and the last resort flushes before the process ends. */
const TO_STDERR = { dest: 2, sync: false, maxLength: BACKLOG_BYTES, minLength: 1 };

/** Longest wait for a reader of the last lines. */
const FLUSH_MS_MAX = 1_000;

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "silent";

/** What can happen to the process besides calls. */
export type ProcessEvent =
  | "listening"
  | "listening_internally"
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

/** Facts about an event. An error's message is no such fact: it may quote what a caller sent. */
export interface EventFacts {
  readonly address?: string;
  readonly count?: number;
  readonly milliseconds?: number;
  /** When a certificate ends to hold, as an ISO 8601 instant. */
  readonly expiresAt?: string;
  readonly errorName?: string;
  readonly errorCode?: string;
  /** Why a worker was replaced, or why the store of shared counters is left alone. */
  readonly why?: "died" | "hung" | "stopped" | "late" | "failed" | "disconnected";
  /** Where an error was thrown: its stack without its message. */
  readonly at?: string;
  /** What is wrong with an operator's file, one line each, naming places and not quoting values. */
  readonly mistakes?: readonly string[];
}

export interface Log {
  readonly call: (call: CallRecord) => void;
  readonly event: (level: "info" | "warn" | "error", event: ProcessEvent, facts?: EventFacts) => void;
  /** Settles when every line so far is written, or cannot be in a second; for the moment before the process ends. */
  readonly flush: () => Promise<void>;
}

/** @param stream where lines go; standard error if not given */
export function createLog(level: LogLevel, stream?: DestinationStream): Log {
  const { write, handOn, flush } = stream === undefined ? standardError() : atOnce(stream);
  const logger: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  );
  return {
    call: (call) => {
      const level = levelOf(call);
      if (logger.isLevelEnabled(level)) write(callLine(level, Date.now(), call));
    },
    event: (eventLevel, event, facts) => {
      logger[eventLevel](facts?.at === undefined ? (facts ?? {}) : { ...facts, at: inSources(facts.at) }, event);
      // Nobody knows what follows an event, and the process may end with it.
      handOn();
    },
    flush,
  };
}

type Lines = GatheredLines & Pick<Log, "flush">;

function standardError(): Lines {
  const stderr = destination(TO_STDERR);
  const { write, handOn } = gatherLines(stderr);
  const flush = () => {
    handOn();
    return written(stderr);
  };
  return { write, handOn, flush };
}

function atOnce(stream: DestinationStream): Lines {
  return { write: (line) => stream.write(line), handOn: () => {}, flush: async () => {} };
}

/**
 * The conventions count these codes as errors of a server, as spans and metrics do. What brings them about is a method
 * that there is not, the caller's own deadline, or a drain: nobody on call should look for a fault behind them.
 */
const causedOutside = new Set(["UNIMPLEMENTED", "DEADLINE_EXCEEDED", "UNAVAILABLE"]);

function levelOf({ fault, refused, facts, status }: CallRecord): "debug" | "info" | "error" {
  // A refusal is the gateway doing its work, even when what it says is that there is no room.
  if (refused !== undefined) return "info";
  if (fault && !causedOutside.has(status)) return "error";
  // A health check or a listing that went well: probes ask for it all day.
  return facts.outcome === undefined && isSuccess(status) ? "debug" : "info";
}

function written(stderr: ReturnType<typeof destination>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FLUSH_MS_MAX);
    stderr.flush(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
