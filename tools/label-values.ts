// The possible values of each label in src/telemetry/metric-table.ts, for the documentation.
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
} from "@opentelemetry/semantic-conventions";
import { protocolNames } from "../src/protocols/protocol.ts";
import { type Status, statuses } from "../src/statuses.ts";
import type { MetricLabel } from "../src/telemetry/metric-table.ts";

/** More about some refusals. */
const about = new Map([["unavailable", " (overload or drain)"]]);

const refusals: readonly string[] = [
  ...Object.entries<Status>(statuses).flatMap(([name, { refusedBy }]) =>
    refusedBy === null ? [] : [`${quoted(name)}${about.get(name) ?? ""}`],
  ),
  "`malformed` (a bad target or authority)",
  "`unreadable` (bytes that are not HTTP)",
];

export const labelValues: Readonly<Record<MetricLabel, string>> = {
  [ATTR_HTTP_REQUEST_METHOD]: "the standard HTTP methods, `_OTHER`",
  [ATTR_HTTP_ROUTE]: "the routes served; absent for any other",
  [ATTR_HTTP_RESPONSE_STATUS_CODE]: "the status; absent if the client left first",
  [ATTR_NETWORK_PROTOCOL_VERSION]: "`1.0`, `1.1`, `2`",
  [ATTR_URL_SCHEME]: "`http`, `https`",
  [ATTR_ERROR_TYPE]: "the status or code, only for a fault of the service",
  [ATTR_RPC_SYSTEM_NAME]: "`grpc` (gRPC-Web included), `connectrpc`",
  [ATTR_RPC_METHOD]: "the methods served, `_OTHER`",
  [ATTR_RPC_STATUS_CODE]: "the names of gRPC's codes",
  "winnow.protocol": `${protocolNames.map(quoted).join(", ")}; \`unknown\` if no request could be read`,
  "winnow.organisation": "the twenty busiest organisations, `_other` for the rest",
  "winnow.outcome": "`select`, `stand_down`, `selection_error`",
  "winnow.operating_point": "the labels served",
  "winnow.gate_reason": "the gate's reasons, `none`, `other`",
  "winnow.refused": refusals.join(", "),
  "winnow.why":
    "selection error: `compute_limit` (the tier's `max_compute_ms`), `fault`; " +
    "store of shared counters: `late`, `failed`, `disconnected`; worker: `died`, `hung`, `stopped` (its " +
    "call was cancelled); handshake: `timeout`, `client_certificate`, `client_left`, " +
    "`protocol`, `crowded_out`",
  "winnow.state": "`starting`, `serving`, `no_workers` (no worker thread starts), `draining`",
  "winnow.result": "`loaded`, `rejected`",
  "cpu.mode": "`user`, `system`",
  "winnow.build_id": "the setting `build_id`",
  "process.runtime.version": "the Node.js version",
  "winnow.policy_version": "the policy version of the label",
  "winnow.default": "`true`, `false`",
};

function quoted(name: string): string {
  return `\`${name}\``;
}
