// A running server for the tests of the edge: the real one, with a gate and handlers whose behaviour a test chooses by
// key and by prompt, with short time limits and its log as lines.
import { PassThrough } from "node:stream";
import { create } from "@bufbuild/protobuf";
import type { Tracer } from "@opentelemetry/api";
import {
  ContextResponseSchema,
  GetHealthResponseSchema,
  ListOperatingPointsResponseSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import type { Admission, AdmissionResult, Admitted } from "../../src/gateway/admission.ts";
import type { TlsIdentity } from "../../src/http/connections/tls-identity.ts";
import { type Timeouts, timeoutsOf } from "../../src/http/limits.ts";
import { type RunningServer, type ServerSettings, startServer } from "../../src/http/server.ts";
import { createUnary } from "../../src/protocols/unary.ts";
import { createScheduler } from "../../src/scheduling/scheduler.ts";
import type { ContextHandlers } from "../../src/service/call.ts";
import { createLog, faultLog } from "../../src/telemetry/log.ts";
import { startTelemetry } from "../../src/telemetry/otel.ts";
import type { OutsideReadings } from "../../src/telemetry/readings.ts";
import { systemClock } from "../../src/time/clock.ts";

const tier = {
  name: "t",
  maxInputTokens: 100,
  maxRecords: 10,
  ratePerSecond: 1,
  burst: 1,
  dailyQuota: null,
  weight: 1,
  maxComputeMs: 60_000,
};

/** A serving state that never changes. */
export const readings: OutsideReadings = {
  projection: {
    ageMs: () => 90_000,
    maxAgeMs: null,
    refused: () => false,
    changes: () => ({ loaded: 0, rejected: 0 }),
  },
  limiter: null,
  operatingPoints: [{ label: "one", policyVersion: "p-1", isDefault: true }],
};

export const settings: ServerSettings = {
  host: "127.0.0.1",
  port: 0,
  internalHost: "127.0.0.1",
  internalPort: null,
  drainTimeoutMs: 2_000,
  bodyTimeoutMs: 5_000,
  maxRequestsInFlight: 64,
  maxBytesInFlight: 64 * 1024 * 1024,
  buildId: "",
  connectionsPerAddressMax: null,
  corsOrigins: null,
  faultStage: null,
};

/**
 * Admission by key: `good` is admitted, `prompt` without a promise, and `late` when the test says so. `slow` is
 * throttled, `spent` has no quota left, `broken` throws. `other`, `other1` and so on are keys of other organisations.
 * Any other key is refused.
 */
function gate() {
  const counted = { quota: 0, refunds: 0 };
  const asked = Promise.withResolvers<void>();
  const decided = Promise.withResolvers<void>();
  function admitCaller(countsAgainstQuota: boolean, organisation = "acme"): Admitted {
    if (countsAgainstQuota) counted.quota += 1;
    const refund = () => {
      if (countsAgainstQuota) counted.refunds += 1;
    };
    return { caller: { organisation, keyId: "k1", tier }, refund };
  }
  const admission: Admission = {
    admit: (authorization, countsAgainstQuota) =>
      authorization === "Bearer prompt" ? admitCaller(countsAgainstQuota) : ask(authorization, countsAgainstQuota),
  };
  async function ask(authorization: string | undefined, countsAgainstQuota: boolean): Promise<AdmissionResult> {
    if (authorization === undefined) return { refused: "unauthenticated", retryAfterMs: null };
    if (authorization === "Bearer slow") return { refused: "throttled", retryAfterMs: 300 };
    if (authorization === "Bearer spent") return { refused: "quota_spent", retryAfterMs: null };
    const other = /^Bearer (other\d*)$/.exec(authorization)?.[1];
    if (other !== undefined) return admitCaller(countsAgainstQuota, other);
    if (authorization === "Bearer broken") throw new Error("words of the caller");
    if (authorization === "Bearer late") {
      asked.resolve();
      await decided.promise;
    } else if (authorization !== "Bearer good") return { refused: "forbidden", retryAfterMs: null };
    return admitCaller(countsAgainstQuota);
  }
  /** `asked` settles when the gateway has checked `late`, and `decide` admits that caller. */
  return { admission, counted, asked: asked.promise, decide: decided.resolve };
}

/** Echoes the request's texts. The prompt makes it wait, fail or give a long answer. */
function handlersOf() {
  const waiting = new Set<() => void>();
  let entered = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<unknown>();
  const handlers: ContextHandlers = {
    select: async (request, call) => {
      const prompt = request.task?.prompt ?? "";
      call.report({
        requestId: request.requestId ?? "",
        outcome: "select",
        meteredTokens: 9,
        tokensBefore: 7,
        tokensAfter: 3,
      });
      if (prompt === "throw") throw new Error("words of the caller");
      if (prompt === "wait") {
        const go = Promise.withResolvers<void>();
        waiting.add(go.resolve);
        call.signal.addEventListener("abort", () => go.resolve());
        entered.resolve();
        entered = Promise.withResolvers();
        await go.promise;
        if (call.signal.aborted) stopped.resolve(call.signal.reason);
      }
      const renderedContext = await call.stage("render", () => request.records.map(({ text }) => text).join("\n"));
      return { message: create(ContextResponseSchema, { requestId: request.requestId ?? "", renderedContext }) };
    },
    listOperatingPoints: () => create(ListOperatingPointsResponseSchema, { default: "one" }),
    getHealth: () => create(GetHealthResponseSchema, { status: "ok", service: "winnow" }),
  };
  return {
    handlers,
    /** Settles when the next call with the prompt `wait` waits. */
    nextWaits: () => entered.promise,
    letGo: () => {
      for (const go of waiting) go();
      waiting.clear();
    },
    /** The reason with which the first waiting call was aborted. */
    stopped: stopped.promise,
  };
}

export interface Served
  extends RunningServer,
    ReturnType<typeof handlersOf>,
    Omit<ReturnType<typeof gate>, "admission"> {
  readonly port: number;
  /** Everything logged so far, parsed. */
  readonly lines: () => readonly Record<string, unknown>[];
  /** Settles with the first logged line, past or future, for which `wanted` holds. */
  readonly line: (wanted: (line: Record<string, unknown>) => boolean) => Promise<Record<string, unknown>>;
}

export async function serve(
  changes: Partial<ServerSettings> = {},
  timeouts: Partial<Timeouts> = {},
  tls: TlsIdentity | null = null,
  tracer: Tracer | null = null,
  warm: () => Promise<void> = () => Promise.resolve(),
): Promise<Served> {
  const { admission, ...gateControls } = gate();
  const behaviour = handlersOf();
  const stream = new PassThrough();
  const logged: Record<string, unknown>[] = [];
  stream.on("data", (chunk: Buffer) => {
    for (const text of chunk.toString().trim().split("\n")) logged.push(JSON.parse(text));
  });
  const used = { ...settings, ...changes };
  const prometheus = used.internalPort !== null;
  const telemetry = await startTelemetry({ prometheus, buildId: "" });
  const log = createLog("debug", stream);
  const unary = createUnary(behaviour.handlers, faultLog(log));
  const parts = {
    settings: used,
    admission,
    handlers: behaviour.handlers,
    scheduler: createScheduler({ unary, workers: null, sheds: true, clock: systemClock }),
    warm,
    tls,
    log,
    telemetry: { ...telemetry, tracer },
    clock: systemClock,
    gateReasons: ["engage:needle"],
    readings,
  };
  const server = await startServer(parts, { ...timeoutsOf(5_000), noticeMs: 0, ...timeouts });
  return {
    ...server,
    ...behaviour,
    ...gateControls,
    port: Number(new URL(server.address).port),
    lines: () => logged,
    line: async (wanted) => {
      for (;;) {
        const found = logged.find(wanted);
        if (found !== undefined) return found;
        await new Promise((resolve) => stream.once("data", resolve));
      }
    },
  };
}

export function selectBody(prompt: string, text = "a record"): string {
  return JSON.stringify({
    request_id: "r-1",
    records: [{ text }],
    task: { prompt },
    budget: { max_context_tokens: 100 },
  });
}
