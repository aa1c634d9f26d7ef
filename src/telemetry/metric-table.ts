// Every metric, declared once: its name, kind, unit, labels and meaning. The instruments, the table in docs/metrics.md
// and the names allowed in dashboards and alerts are generated from it. Every label has a bounded set of values, which
// tools/label-values.ts lists.
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_NETWORK_PROTOCOL_VERSION,
  ATTR_RPC_METHOD,
  ATTR_RPC_STATUS_CODE,
  ATTR_RPC_SYSTEM_NAME,
  ATTR_URL_SCHEME,
  METRIC_HTTP_SERVER_REQUEST_DURATION,
  METRIC_RPC_SERVER_CALL_DURATION,
} from "@opentelemetry/semantic-conventions";

export interface MetricRow {
  readonly name: string;
  readonly kind: "histogram" | "counter" | "gauge";
  /** In UCUM, as OpenTelemetry requires. A word in braces counts something and is not a unit. */
  readonly unit: string;
  readonly help: string;
  /** Every label has a bounded set of values, so no caller can create a new time series. */
  readonly labels: readonly string[];
  /** Upper bounds, for a histogram. */
  readonly buckets?: readonly number[];
}

/** Seconds, as the conventions advise for both duration metrics. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Tokens: from one short turn to the largest tier's ceiling. */
const TOKEN_BUCKETS = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 2_000_000];

const protocol = "winnow.protocol";
const organisation = "winnow.organisation";
const selectionLabels = ["winnow.outcome", "winnow.operating_point", protocol] as const;
const seconds = { kind: "histogram", unit: "s", buckets: DURATION_BUCKETS } as const;
const tokens = { kind: "histogram", unit: "{token}", buckets: TOKEN_BUCKETS, labels: selectionLabels } as const;

export const metricTable = {
  httpDuration: {
    ...seconds,
    name: METRIC_HTTP_SERVER_REQUEST_DURATION,
    help: "duration of REST requests",
    labels: [
      ATTR_HTTP_REQUEST_METHOD,
      ATTR_HTTP_ROUTE,
      ATTR_HTTP_RESPONSE_STATUS_CODE,
      ATTR_NETWORK_PROTOCOL_VERSION,
      ATTR_URL_SCHEME,
      ATTR_ERROR_TYPE,
    ],
  },
  rpcDuration: {
    ...seconds,
    name: METRIC_RPC_SERVER_CALL_DURATION,
    help: "duration of gRPC, gRPC-Web and Connect calls",
    labels: [ATTR_RPC_SYSTEM_NAME, ATTR_RPC_METHOD, ATTR_RPC_STATUS_CODE, protocol, ATTR_ERROR_TYPE],
  },
  tokensBefore: { ...tokens, name: "winnow.tokens.before", help: "tokens of the records that callers passed" },
  tokensAfter: { ...tokens, name: "winnow.tokens.after", help: "tokens of the records' texts after selection" },
  selections: {
    name: "winnow.selections",
    kind: "counter",
    unit: "{selection}",
    help: "selections by outcome and gate reason",
    labels: [...selectionLabels, "winnow.gate_reason"],
  },
  selectionErrors: {
    name: "winnow.selection_errors",
    kind: "counter",
    unit: "{error}",
    help: "selection passes that ended without a result, by cause; their callers got the whole context",
    labels: ["winnow.operating_point", protocol, "winnow.why"],
  },
  refusals: {
    name: "winnow.refusals",
    kind: "counter",
    unit: "{request}",
    help: "refused requests, by kind",
    labels: ["winnow.refused", protocol],
  },
  organisationCalls: {
    name: "winnow.organisation.calls",
    kind: "counter",
    unit: "{call}",
    help: "calls with a valid key, refused ones included, by organisation",
    labels: [organisation],
  },
  organisationRefusals: {
    name: "winnow.organisation.refusals",
    kind: "counter",
    unit: "{call}",
    help: "refused calls with a valid key, by organisation and kind",
    labels: [organisation, "winnow.refused"],
  },
  organisationCpuTime: {
    name: "winnow.organisation.cpu.time",
    kind: "counter",
    unit: "s",
    help: "processor time that select calls took, by organisation",
    labels: [organisation],
  },
  organisationQueueTime: {
    name: "winnow.organisation.queue.time",
    kind: "counter",
    unit: "s",
    help: "time that select calls waited for a thread, by organisation",
    labels: [organisation],
  },
  queueTime: {
    ...seconds,
    name: "winnow.queue.duration",
    help: "time that select calls waited for a thread, if they did",
    labels: [protocol],
  },
  callsWaiting: gauge("winnow.calls.waiting", "{call}", "select calls that wait for a thread"),
  workersBusy: gauge("winnow.workers.busy", "{worker}", "workers that are answering a call"),
  workersSize: gauge("winnow.workers.size", "{worker}", "worker threads"),
  workersReplaced: {
    name: "winnow.workers.replaced",
    kind: "counter",
    unit: "{worker}",
    help: "workers that ended and were replaced, by cause",
    labels: ["winnow.why"],
  },
  requestsInFlight: gauge("winnow.requests.in_flight", "{request}", "requests in flight"),
  requestsLimit: gauge("winnow.requests.limit", "{request}", "limit of requests in flight"),
  responsesUnread: gauge("winnow.answers.unread", "{answer}", "responses that clients have not read yet"),
  bodiesInFlight: gauge("winnow.bodies.in_flight", "By", "bytes of request bodies and unread responses in memory"),
  bodiesLimit: gauge("winnow.bodies.limit", "By", "limit of the bytes of request bodies and unread responses"),
  servingState: gauge("winnow.serving.state", "{state}", "1 for the state the process is in", "winnow.state"),
  projectionAge: gauge("winnow.projection.age", "s", "age of the current key projection"),
  projectionAgeLimit: gauge(
    "winnow.projection.age.limit",
    "s",
    "age at which every key is refused; absent without such a limit",
  ),
  projectionChanges: {
    name: "winnow.projection.changes",
    kind: "counter",
    unit: "{change}",
    help: "changes of the projection file, by result; after a rejection the old one stays in force",
    labels: ["winnow.result"],
  },
  projectionRejected: gauge(
    "winnow.projection.rejected",
    "{state}",
    "1 while the projection file is bad and an earlier one stays in force",
  ),
  limiterShared: gauge(
    "winnow.limiter.shared",
    "{state}",
    "1 while the store of shared counters decides, 0 while this replica decides alone; absent without a store",
  ),
  limiterStoreFailures: {
    name: "winnow.limiter.store.failures",
    kind: "counter",
    unit: "{failure}",
    help: "requests to the store of shared counters that failed or were late, by cause",
    labels: ["winnow.why"],
  },
  limiterLocalDecisions: {
    name: "winnow.limiter.local_decisions",
    kind: "counter",
    unit: "{call}",
    help: "calls decided by this replica alone; absent without a store",
    labels: [],
  },
  certificateRemaining: gauge(
    "winnow.tls.certificate.remaining",
    "s",
    "seconds until the current certificate expires; absent without TLS",
  ),
  certificateRejections: {
    name: "winnow.tls.certificate.rejections",
    kind: "counter",
    unit: "{change}",
    help: "rejected changes of the certificate's files; the old certificate stayed in force",
    labels: [],
  },
  certificateRejected: gauge(
    "winnow.tls.certificate.rejected",
    "{state}",
    "1 while the certificate's files are bad and an earlier pair stays in force; absent without TLS",
  ),
  handshakeFailures: {
    name: "winnow.tls.handshake_failures",
    kind: "counter",
    unit: "{handshake}",
    help: "failed TLS handshakes, by cause",
    labels: ["winnow.why"],
  },
  eventLoopDelay: gauge(
    "nodejs.eventloop.delay.p99",
    "s",
    "99th percentile of the event loop's delay on the main thread, over the last ten seconds",
  ),
  eventLoopDelayMax: gauge(
    "nodejs.eventloop.delay.max",
    "s",
    "longest delay of the event loop over the same ten seconds",
  ),
  eventLoopUse: gauge("nodejs.eventloop.utilization", "1", "share of time in which the main thread was busy"),
  memory: gauge("process.memory.usage", "By", "resident memory"),
  cpuTime: {
    name: "process.cpu.time",
    kind: "counter",
    unit: "s",
    help: "processor time used, all threads together",
    labels: ["cpu.mode"],
  },
  buildInfo: gauge(
    "winnow.build.info",
    "{build}",
    "1, labelled with the build that runs",
    "winnow.build_id",
    "process.runtime.version",
  ),
  operatingPointInfo: gauge(
    "winnow.operating_point.info",
    "{point}",
    "1 for each operating point served",
    "winnow.operating_point",
    "winnow.policy_version",
    "winnow.default",
  ),
} as const satisfies Readonly<Record<string, MetricRow>>;

/** Every label that a metric has. */
export type MetricLabel = (typeof metricTable)[keyof typeof metricTable]["labels"][number];

export const metricRows: readonly MetricRow[] = Object.values(metricTable);

function gauge<const Labels extends readonly string[]>(name: string, unit: string, help: string, ...labels: Labels) {
  return { name, kind: "gauge", unit, help, labels } as const;
}

/** Prometheus's words for our units. A word in braces is an annotation and adds none. */
const unitWords: ReadonlyMap<string, string> = new Map([
  ["s", "seconds"],
  ["By", "bytes"],
  ["1", "ratio"],
]);

/** The unit at the end of a metric's Prometheus name; empty for none. */
export function unitWord(unit: string): string {
  return unitWords.get(unit) ?? "";
}

/** Every name of the metric in Prometheus, scraped here or received through a collector. */
export function servedNames({ name, unit, kind }: MetricRow): readonly string[] {
  const word = unitWord(unit);
  const base = `${name.replaceAll(".", "_")}${word === "" ? "" : `_${word}`}`;
  if (kind === "histogram") return [`${base}_bucket`, `${base}_sum`, `${base}_count`];
  return [kind === "counter" ? `${base}_total` : base];
}
