// `make docs`: writes the Grafana dashboard of deploy/ from the panels declared here, with the names of the table of
// metrics, so that no panel asks for what is not served.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type MetricRow, metricTable as m } from "../src/telemetry/metric-table.ts";
import { servedNames } from "../src/telemetry/served-names.ts";
import { formatted } from "./project.ts";

const out = fileURLToPath(new URL("../deploy/grafana/winnow.json", import.meta.url));

interface Panel {
  readonly title: string;
  readonly about: string;
  /** Grafana's name of a unit. */
  readonly unit: "s" | "bytes" | "short" | "reqps" | "percentunit";
  readonly kind?: "timeseries" | "table";
  /** Query to legend. */
  readonly queries: Readonly<Record<string, string>>;
}

/** The series of a counter or gauge, of the replicas that are looked at. */
function series(row: MetricRow, labels = ""): string {
  return `${servedNames(row)[0]}${matching(labels)}`;
}

function matching(labels: string): string {
  return `{instance=~"$instance"${labels === "" ? "" : `,${labels}`}}`;
}

function rate(row: MetricRow, by: string, labels = ""): string {
  return `sum by (${by}) (rate(${series(row, labels)}[$__rate_interval]))`;
}

/** Calls a second of a histogram. */
function calls(row: MetricRow, by: string, labels = ""): string {
  return `sum by (${by}) (rate(${servedNames(row)[2]}${matching(labels)}[$__rate_interval]))`;
}

function quantile(q: number, row: MetricRow, labels = ""): string {
  return `histogram_quantile(${q}, sum by (le) (rate(${series(row, labels)}[$__rate_interval])))`;
}

/** The median and a high percentile. @param name of what is spread so, where a panel shows more than one */
function spread(row: MetricRow, high: 95 | 99, name = "", labels = ""): Panel["queries"] {
  return Object.fromEntries([50, high].map((p) => [quantile(p / 100, row, labels), `${name} p${p}`.trim()]));
}

function total(row: MetricRow): string {
  return `sum(rate(${servedNames(row)[1]}${matching("")}[$__rate_interval]))`;
}

const rows: Readonly<Record<string, readonly Panel[]>> = {
  Traffic: [
    {
      title: "Calls by protocol and status",
      about: "REST by HTTP status, the RPC protocols by code.",
      unit: "reqps",
      queries: {
        [calls(m.httpDuration, "http_response_status_code")]: "REST {{http_response_status_code}}",
        [calls(m.rpcDuration, "winnow_protocol, rpc_status_code")]: "{{winnow_protocol}} {{rpc_status_code}}",
      },
    },
    {
      title: "Duration of select",
      about: "From the headers of a request to the end of its answer.",
      unit: "s",
      queries: {
        ...spread(m.httpDuration, 99, "REST", 'http_route="/v1/context/select"'),
        ...spread(m.rpcDuration, 99, "RPC", 'rpc_method="winnow.v1.ContextService/Select"'),
      },
    },
    {
      title: "Turned away, by kind",
      about: "The gateway's refusals, the service's, and what never became a call.",
      unit: "reqps",
      queries: { [`${rate(m.refusals, "winnow_refused")} > 0`]: "{{winnow_refused}}" },
    },
  ],
  Selection: [
    {
      title: "Outcomes",
      about: "A selection error is a fault of ours: its caller got the whole context.",
      unit: "reqps",
      queries: {
        [rate(m.selections, "winnow_outcome")]: "{{winnow_outcome}}",
        [rate(m.selectionErrors, "winnow_operating_point")]: "errors of {{winnow_operating_point}}",
      },
    },
    {
      title: "Gate reasons",
      about: "Why calls were selected from, or not.",
      unit: "reqps",
      queries: { [rate(m.selections, "winnow_gate_reason")]: "{{winnow_gate_reason}}" },
    },
    {
      title: "Tokens saved",
      about: "Share of the tokens sent that selection left out, stand-downs included.",
      unit: "percentunit",
      queries: { [`1 - ${total(m.tokensAfter)} / ${total(m.tokensBefore)}`]: "saved" },
    },
    {
      title: "Tokens of a request",
      about: "Before and after selection.",
      unit: "short",
      queries: { ...spread(m.tokensBefore, 95, "before"), ...spread(m.tokensAfter, 95, "after") },
    },
  ],
  Saturation: [
    {
      title: "Requests in flight",
      about: "At the limit, calls are turned away.",
      unit: "short",
      queries: { [series(m.requestsInFlight)]: "{{instance}}", [`min(${series(m.requestsLimit)})`]: "limit" },
    },
    {
      title: "Bodies in flight",
      about: "Bytes of request bodies held; at the limit, calls are turned away.",
      unit: "bytes",
      queries: { [series(m.bodiesInFlight)]: "{{instance}}", [`min(${series(m.bodiesLimit)})`]: "limit" },
    },
    {
      title: "Workers",
      about: "Threads that answer large calls, and small ones while the thread with the sockets is behind.",
      unit: "short",
      queries: { [series(m.workersBusy)]: "{{instance}} busy", [series(m.workersSize)]: "{{instance}} of" },
    },
    {
      title: "Calls that wait for a worker",
      about: "At the limit, calls are turned away.",
      unit: "short",
      queries: { [series(m.callsWaiting)]: "{{instance}}", [`min(${series(m.callsWaitingLimit)})`]: "limit" },
    },
    {
      title: "Wait for a worker",
      about: "Of the calls that workers answer.",
      unit: "s",
      queries: spread(m.queueTime, 95),
    },
    {
      title: "Workers replaced",
      about: "Stopped ones were ended with a call that nobody waited for, which is no fault.",
      unit: "short",
      queries: {
        [`sum by (winnow_why) (increase(${series(m.workersReplaced)}[$__rate_interval]))`]: "{{winnow_why}}",
      },
    },
    {
      title: "Event loop",
      about: "Delay of the thread with the sockets over windows of ten seconds.",
      unit: "s",
      queries: { [series(m.eventLoopDelay)]: "{{instance}} p99", [series(m.eventLoopDelayMax)]: "{{instance}} max" },
    },
    {
      title: "Use of the event loop and of processors",
      about: "1 is one thread, or one processor.",
      unit: "percentunit",
      queries: {
        [series(m.eventLoopUse)]: "{{instance}} event loop",
        [rate(m.cpuTime, "instance")]: "{{instance}} processors",
      },
    },
    {
      title: "Resident memory",
      about: "Of the whole process, its threads included.",
      unit: "bytes",
      queries: { [series(m.memory)]: "{{instance}}" },
    },
  ],
  "Keys, limits, identity": [
    {
      title: "Age of the key projection",
      about: "Past the limit, every key is refused.",
      unit: "s",
      queries: { [series(m.projectionAge)]: "{{instance}}", [`min(${series(m.projectionAgeLimit)})`]: "limit" },
    },
    {
      title: "Changes of the projection",
      about: "A rejected one leaves the old projection in force.",
      unit: "short",
      queries: {
        [`sum by (winnow_result) (increase(${series(m.projectionChanges)}[$__rate_interval]))`]: "{{winnow_result}}",
      },
    },
    {
      title: "Store of shared counters",
      about: "While it fails, a replica decides on its own counters.",
      unit: "reqps",
      queries: {
        [rate(m.limiterStoreFailures, "winnow_why")]: "failures: {{winnow_why}}",
        [rate(m.limiterLocalDecisions, "instance")]: "{{instance}} decides by itself",
        [`sum(${series(m.limiterShared)})`]: "replicas that share",
      },
    },
    {
      title: "Certificate",
      about: "Time until it ends to hold.",
      unit: "s",
      queries: { [series(m.certificateRemaining)]: "{{instance}}" },
    },
    {
      title: "TLS failures",
      about: "Handshakes that came to nothing, and changes of the files that were refused.",
      unit: "short",
      queries: {
        [`sum by (winnow_why) (increase(${series(m.handshakeFailures)}[$__rate_interval]))`]: "{{winnow_why}}",
        [`sum(increase(${series(m.certificateRefusals)}[$__rate_interval]))`]: "files refused",
      },
    },
    {
      title: "State of replicas",
      about: "One line for each state a replica is in.",
      unit: "short",
      queries: { [`${series(m.servingState)} == 1`]: "{{instance}} {{winnow_state}}" },
    },
    {
      title: "Builds",
      about: "What runs.",
      unit: "short",
      kind: "table",
      queries: { [`count by (winnow_build_id, process_runtime_version) (${series(m.buildInfo)})`]: "" },
    },
    {
      title: "Operating points",
      about: "What is served, and by how many replicas.",
      unit: "short",
      kind: "table",
      queries: {
        [`count by (winnow_operating_point, winnow_policy_version, winnow_default) (${series(m.operatingPointInfo)})`]:
          "",
      },
    },
  ],
};

const PANEL = { w: 8, h: 8 };
const COLUMNS = 24;

/** The dashboard as Grafana imports it. */
export function dashboard(): string {
  const panels: object[] = [];
  let y = 0;
  for (const [title, row] of Object.entries(rows)) {
    panels.push({
      id: panels.length + 1,
      type: "row",
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: COLUMNS, h: 1 },
    });
    y += 1;
    for (const [index, panel] of row.entries()) {
      const x = (index * PANEL.w) % COLUMNS;
      const below = Math.floor((index * PANEL.w) / COLUMNS) * PANEL.h;
      panels.push({ id: panels.length + 1, ...panelOf(panel), gridPos: { ...PANEL, x, y: y + below } });
    }
    y += Math.ceil((row.length * PANEL.w) / COLUMNS) * PANEL.h;
  }
  return formatted(out, JSON.stringify({ ...frame, panels }));
}

const datasource = { type: "prometheus", uid: "$datasource" };

const frame = {
  uid: "winnow",
  title: "Winnow",
  tags: ["winnow"],
  schemaVersion: 39,
  editable: true,
  refresh: "30s",
  time: { from: "now-1h", to: "now" },
  templating: {
    list: [
      { name: "datasource", label: "Data source", type: "datasource", query: "prometheus" },
      {
        name: "instance",
        label: "Replica",
        type: "query",
        datasource,
        query: { query: 'label_values(up{job="winnow"}, instance)', refId: "instance" },
        refresh: 2,
        multi: true,
        includeAll: true,
        allValue: ".*",
        current: { text: "All", value: "$__all" },
      },
    ],
  },
};

function panelOf({ title, about, unit, kind = "timeseries", queries }: Panel): object {
  const table = kind === "table";
  return {
    type: kind,
    title,
    description: about,
    datasource,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: Object.entries(queries).map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode("A".charCodeAt(0) + index),
      datasource,
      expr,
      ...(table ? { format: "table", instant: true } : { legendFormat }),
    })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(out, dashboard());
