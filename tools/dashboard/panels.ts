// The panels of the Grafana dashboard, in rows, as data.
import { metricTable as m } from "../../src/telemetry/metric-table.ts";
import { calls, growth, type Queries, rate, series, spread, total, withLimit } from "./queries.ts";

export interface Panel {
  readonly title: string;
  readonly about: string;
  /** Grafana's name of a unit. */
  readonly unit: "s" | "bytes" | "short" | "reqps" | "percentunit";
  readonly kind?: "timeseries" | "table";
  readonly queries: Queries;
}

const organisation = "winnow_organisation";
const legend = "{{winnow_organisation}}";
const kindLegend = "{{winnow_organisation}} {{winnow_refused}}";
const [shed, notShed] = ['winnow_refused="unavailable"', 'winnow_refused!="unavailable"'];

export const panelRows: Readonly<Record<string, readonly Panel[]>> = {
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
      about: "From the headers of a request to the end of its response.",
      unit: "s",
      queries: {
        ...spread(m.httpDuration, 99, "REST", 'http_route="/v1/context/select"'),
        ...spread(m.rpcDuration, 99, "RPC", 'rpc_method="winnow.v1.ContextService/Select"'),
      },
    },
    {
      title: "Refusals by kind",
      about: "By the gateway, by the service, and of requests that were not valid HTTP.",
      unit: "reqps",
      queries: { [`${rate(m.refusals, "winnow_refused")} > 0`]: "{{winnow_refused}}" },
    },
  ],
  Selection: [
    {
      title: "Outcomes",
      about: "After a selection error the caller got the whole context. `fault` is an error of the service.",
      unit: "reqps",
      queries: {
        [rate(m.selections, "winnow_outcome")]: "{{winnow_outcome}}",
        [rate(m.selectionErrors, "winnow_operating_point, winnow_why")]:
          "errors of {{winnow_operating_point}}: {{winnow_why}}",
      },
    },
    {
      title: "Gate reasons",
      about: "Why selection ran or stood down.",
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
  Organisations: [
    {
      title: "Processor time by organisation",
      about: "In seconds per second. The highest line is the noisy neighbour; _other is all but the busiest twenty.",
      unit: "short",
      queries: { [rate(m.organisationCpuTime, organisation)]: legend },
    },
    {
      title: "Shed calls by organisation",
      about: "Refused because of overload. An organisation above its share is shed before others have to wait.",
      unit: "reqps",
      queries: { [`${rate(m.organisationRefusals, organisation, shed)} > 0`]: legend },
    },
    {
      title: "Calls by organisation",
      about: "Calls with a valid key, refused ones included.",
      unit: "reqps",
      queries: { [rate(m.organisationCalls, organisation)]: legend },
    },
    {
      title: "Other refusals by organisation",
      about: "Over the rate or the quota, or invalid requests.",
      unit: "reqps",
      queries: { [`${rate(m.organisationRefusals, `${organisation}, winnow_refused`, notShed)} > 0`]: kindLegend },
    },
    {
      title: "Wait for a thread by organisation",
      about: "Mean over all calls of the organisation. Under load, long for the noisy one and short for the others.",
      unit: "s",
      queries: {
        [`${rate(m.organisationQueueTime, organisation)} / ${rate(m.organisationCalls, organisation)}`]: legend,
      },
    },
  ],
  Saturation: [
    {
      title: "Requests in flight",
      about: "At the limit, calls are refused. A call whose response is unread does not count.",
      unit: "short",
      queries: {
        ...withLimit(m.requestsInFlight, m.requestsLimit),
        [series(m.responsesUnread)]: "{{instance}} unread responses",
      },
    },
    {
      title: "Bodies in flight",
      about: "Bytes of request bodies and unread responses. At the limit, calls are refused.",
      unit: "bytes",
      queries: withLimit(m.bodiesInFlight, m.bodiesLimit),
    },
    {
      title: "Workers",
      about: "Threads that answer large calls, and small ones while the main thread is busy.",
      unit: "short",
      queries: { [series(m.workersBusy)]: "{{instance}} busy", [series(m.workersSize)]: "{{instance}} all" },
    },
    {
      title: "Calls that wait for a thread",
      about: "Each organisation waits in a queue of its own: see src/scheduling/MODEL.md.",
      unit: "short",
      queries: { [series(m.callsWaiting)]: "{{instance}}" },
    },
    {
      title: "Wait for a thread",
      about: "95th percentile of the time that calls waited for a thread, if they did.",
      unit: "s",
      queries: spread(m.queueTime, 95),
    },
    {
      title: "Workers replaced",
      about: "A worker is `stopped` to end a cancelled call, which is not a fault.",
      unit: "short",
      queries: growth(m.workersReplaced, "winnow_why"),
    },
    {
      title: "Event loop",
      about: "Delay on the main thread, over windows of ten seconds.",
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
      about: "Of the whole process, all threads included.",
      unit: "bytes",
      queries: { [series(m.memory)]: "{{instance}}" },
    },
  ],
  "Keys, limits, identity": [
    {
      title: "Age of the key projection",
      about: "Past the limit, every key is refused.",
      unit: "s",
      queries: withLimit(m.projectionAge, m.projectionAgeLimit),
    },
    {
      title: "Changes of the projection",
      about: "If the file is rejected, the old projection stays in force.",
      unit: "short",
      queries: {
        ...growth(m.projectionChanges, "winnow_result"),
        [series(m.projectionRejected)]: "{{instance}} rejects the file",
      },
    },
    {
      title: "Store of shared counters",
      about: "While the store fails, each replica decides by its own counters.",
      unit: "reqps",
      queries: {
        [rate(m.limiterStoreFailures, "winnow_why")]: "failures: {{winnow_why}}",
        [rate(m.limiterLocalDecisions, "instance")]: "{{instance}} decides alone",
        [`sum(${series(m.limiterShared)})`]: "replicas that share",
      },
    },
    {
      title: "Certificate",
      about: "Time until the current certificate expires.",
      unit: "s",
      queries: { [series(m.certificateRemaining)]: "{{instance}}" },
    },
    {
      title: "TLS failures",
      about: "Failed handshakes, and rejected changes of the certificate's files.",
      unit: "short",
      queries: {
        ...growth(m.handshakeFailures, "winnow_why"),
        [`sum(increase(${series(m.certificateRejections)}[$__rate_interval]))`]: "files rejected",
        [series(m.certificateRejected)]: "{{instance}} rejects the files",
      },
    },
    {
      title: "State of replicas",
      about: "One line for each replica and its state.",
      unit: "short",
      queries: { [`${series(m.servingState)} == 1`]: "{{instance}} {{winnow_state}}" },
    },
    {
      title: "Builds",
      about: "The builds that are running.",
      unit: "short",
      kind: "table",
      queries: { [`count by (winnow_build_id, process_runtime_version) (${series(m.buildInfo)})`]: "" },
    },
    {
      title: "Operating points",
      about: "The operating points served, and by how many replicas.",
      unit: "short",
      kind: "table",
      queries: {
        [`count by (winnow_operating_point, winnow_policy_version, winnow_default) (${series(m.operatingPointInfo)})`]:
          "",
      },
    },
  ],
};
