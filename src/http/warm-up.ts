// Answers representative calls over real connections behind the open port, before the service reports that it is ready,
// so that V8 has compiled the code from the socket to the answer on every thread. The calls go to a private port with a
// key, counters and a log of its own. They share only the handlers and the scheduler with the service: no metric, log
// line, trace or limit of a caller shows them, and waiting calls of callers come first.
import { hash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { type ClientHttp2Session, connect } from "node:http2";
import { setTimeout as delay } from "node:timers/promises";
import { atOnce, type Projection } from "../config/projection.ts";
import { createAdmission } from "../gateway/admission.ts";
import { createMemoryCounters } from "../gateway/counters.ts";
import { indexKeys } from "../gateway/key-ring.ts";
import { createServing } from "../protocols/connect/health.ts";
import { selectPath, selectRpcPath } from "../protocols/routes.ts";
import { createInFlight } from "../scheduling/in-flight.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import type { ContextHandlers } from "../service/call.ts";
import { statuses } from "../statuses.ts";
import { createLog } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { type Clock, processCpuMs } from "../time/clock.ts";
import { createRepresentativeRequests, type RepresentativeRequests } from "../workers/representative-requests.ts";
import { createConnections } from "./connections/connections.ts";
import { createEdge } from "./edge.ts";
import { createCors } from "./headers.ts";
import type { Timeouts } from "./limits.ts";

interface WarmUpParts {
  readonly handlers: ContextHandlers;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  /** Most processor time for each thread, in milliseconds. */
  readonly cpuMs: number;
  /** Calls of callers that have not been answered yet. */
  readonly callersCalls: () => number;
  /** Whether the service is about to stop. */
  readonly stopping: () => boolean;
}

/**
 * Characters of the records in the calls for the main thread, in rotation, and the number of calls. A first call of
 * 7 kB then takes twice the processor time of a later one.
 */
const SMALL_CHARS = [3_000, 5_000, 7_000, 9_000, 12_000] as const;
const SMALL_CALLS = 60;

/**
 * The same for each worker. The larger ones have 100,000 tokens. The number of sizes in either list is not a multiple
 * of three, so each size is sent over each of the three protocols.
 */
const LARGE_CHARS = [60_000, 300_000, 300_000, 300_000] as const;
const LARGE_CALLS = 12;

/**
 * While there are calls of callers, a pause of this many times its length follows each call of the warm-up. They take a
 * thread's time first, and so do other processes of the machine, such as the replica that this one joins or replaces.
 */
const PAUSES = 3;

/** Longest warm-up as a multiple of its processor time, because other processes may use the machine. */
const WALL_MAX = 5;

const maxInFlight = { maxRequests: 1_000, maxBytes: 1_000_000_000 };

/** Its own organisation. Callers' organisations have names, so the scheduler confuses it with none of them. */
const organisation = "";

const tier = {
  name: "warm-up",
  maxInputTokens: 1_000_000,
  maxRecords: 100_000,
  ratePerSecond: 1_000_000,
  burst: 1_000_000,
  dailyQuota: null,
  // A hundredth of the smallest weight of a caller.
  weight: 0.01,
  maxComputeMs: 60_000,
};

const noMetrics: Metrics = { record: () => {}, computed: () => {}, refused: () => {} };

/** @throws if it cannot listen on the loopback address, or if a connection fails */
export async function warmUp(parts: WarmUpParts): Promise<void> {
  const key = randomUUID();
  const server = await openServer(parts, key);
  const client = openClient(server.port, key);
  const requests = createRepresentativeRequests();
  const large = oncePerCall(requests, LARGE_CHARS, SMALL_CALLS);
  const small = oncePerCall(requests, SMALL_CHARS, 0);
  const { size: workers } = parts.scheduler.load();
  const isOver = limitOf(parts, workers);
  async function callInTurn(calls: number, bodyOf: (call: number) => Buffer): Promise<void> {
    for (let call = 0; call < calls && !isOver(); call++) {
      const startedMs = parts.clock.monotonicMs();
      // If a call is rejected, the thread is busy with the calls of callers.
      if (!(await client.answers(bodyOf(call), call))) return;
      if (parts.callersCalls() > 0) await delay(PAUSES * (parts.clock.monotonicMs() - startedMs));
    }
  }
  // As many at once as there are workers, so that each worker gets its share.
  const forWorkers = Array.from({ length: Math.max(1, workers) }, () => callInTurn(LARGE_CALLS, large));
  await Promise.all([callInTurn(SMALL_CALLS, small), ...forWorkers]).finally(() => {
    client.close();
    server.close();
  });
}

function limitOf({ clock, cpuMs, stopping }: WarmUpParts, workers: number): () => boolean {
  const mostMs = cpuMs * (workers + 1);
  const [startedMs, usedMs] = [clock.monotonicMs(), processCpuMs()];
  return () => {
    const tooLong = processCpuMs() - usedMs >= mostMs || clock.monotonicMs() - startedMs >= mostMs * WALL_MAX;
    return tooLong || stopping();
  };
}

/** Makes the body of each call only once, because every worker gets the same calls. */
function oncePerCall(
  requests: RepresentativeRequests,
  chars: readonly number[],
  firstSeed: number,
): (call: number) => Buffer {
  const made: Buffer[] = [];
  return (call) => {
    const known = made[call];
    if (known !== undefined) return known;
    const json = requests.json(firstSeed + call, chars[call % chars.length] ?? 0);
    const body = isGrpc(call) ? requests.frame(json) : json;
    made[call] = body;
    return body;
  };
}

/** The calls are sent over REST, gRPC and Connect in turn. */
function isGrpc(call: number): boolean {
  return call % 3 === 1;
}

/** The path of a call in JSON. */
function jsonPath(call: number): string {
  return call % 3 === 0 ? selectPath : selectRpcPath;
}

async function openServer({ handlers, scheduler, clock, timeouts }: WarmUpParts, key: string) {
  const inFlight = createInFlight({ ...maxInFlight, ...timeouts }, clock);
  const ring = atOnce(indexKeys(projectionOf(key, clock), null));
  const edge = createEdge({
    handlers,
    scheduler,
    admission: createAdmission({
      ring: () => ring,
      tiers: new Map([[tier.name, tier]]),
      counters: createMemoryCounters(clock),
      clock,
    }),
    serving: createServing(),
    inFlight,
    observe: createObserve(createLog("info", { write: () => {} }, clock), noMetrics, null, null, clock),
    onMalformed: () => {},
    log: createLog("silent", { write: () => {} }, clock),
    clock,
    timeouts,
    cors: createCors(null),
  });
  const options = { timeouts, clock, tls: null, onUnreadable: () => {}, connectionsPerAddressMax: null };
  const connections = createConnections(options, edge);
  const { server } = connections;
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    port: address === null || typeof address === "string" ? 0 : address.port,
    close: () => {
      server.close();
      connections.destroy();
      inFlight.stop();
    },
  };
}

function projectionOf(key: string, clock: Clock): Projection {
  const at = new Date(clock.wallMs()).toISOString();
  return {
    version: 1,
    generated_at: at,
    organisations: [{ id: organisation, tier: tier.name, suspended: false }],
    keys: [{ id: "", organisation, sha256: hash("sha256", key), created_at: at, revoked_at: null }],
  };
}

interface Client {
  /** Whether the call is answered. */
  readonly answers: (body: Buffer, call: number) => Promise<boolean>;
  readonly close: () => void;
}

function openClient(port: number, key: string): Client {
  const authorization = `Bearer ${key}`;
  const agent = new Agent({ keepAlive: true });
  // An error also ends its calls, which report it.
  const session = connect(`http://127.0.0.1:${port}`).on("error", () => {});
  return {
    answers: (body, call) =>
      isGrpc(call) ? grpc(session, authorization, body) : json(port, agent, jsonPath(call), authorization, body),
    close: () => {
      agent.destroy();
      session.destroy();
    },
  };
}

function json(port: number, agent: Agent, path: string, authorization: string, body: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, "content-type": "application/json", "content-length": body.length };
    const options = { host: "127.0.0.1", port, agent, method: "POST", path, headers };
    const sent = request(options, (answer) => {
      answer.resume().on("error", reject);
      answer.on("end", () => resolve(answer.statusCode === statuses.ok.http));
    });
    sent.on("error", reject).end(body);
  });
}

function grpc(session: ClientHttp2Session, authorization: string, body: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ":method": "POST",
      ":path": selectRpcPath,
      authorization,
      "content-type": "application/grpc",
      te: "trailers",
    });
    let status: unknown;
    const read = (headers: Readonly<Record<string, unknown>>) => {
      status = headers["grpc-status"] ?? status;
    };
    stream.on("response", read).on("trailers", read).on("error", reject);
    stream.on("end", () => resolve(status === "0")).resume();
    stream.end(body);
  });
}
