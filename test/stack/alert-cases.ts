// For each alert: series for which it fires, and series near its threshold for which it does not. Values are in
// promtool's notation, one a minute: `0+6x30` starts at 0 and grows by 6, thirty times.

export interface AlertCase {
  readonly alert: string;
  /** Series with values for which it fires. */
  readonly fires: Readonly<Record<string, string>>;
  /** Its labels when it fires, besides the severity. */
  readonly labels: Readonly<Record<string, string>>;
  /** The same series with values for which it does not fire. */
  readonly quiet: Readonly<Record<string, string>>;
  /** When it is evaluated. */
  readonly at: string;
}

const instance = { instance: "a" };
const select = 'http_route="/v1/context/select"';
const rpcSelect = 'rpc_method="winnow.v1.ContextService/Select"';
const unavailable = 'winnow_refusals_total{winnow_refused="unavailable",instance="a"}';
const serving = 'winnow_serving_state{winnow_state="serving",instance="a"}';
const age = 'winnow_projection_age_seconds{instance="a"}';
const limit = 'winnow_projection_age_limit_seconds{instance="a"}';
const standDowns = 'winnow_selections_total{winnow_outcome="stand_down"}';
const selects = 'winnow_selections_total{winnow_outcome="select"}';

interface OneSeries extends Pick<AlertCase, "alert" | "at"> {
  readonly series: string;
  readonly fires: string;
  readonly quiet: string;
  /** Default: those of a replica. */
  readonly labels?: AlertCase["labels"];
}

/** A case with the same series and other values. */
function oneSeries({ alert, at, series, fires, quiet, labels = instance }: OneSeries): AlertCase {
  return { alert, at, labels, fires: { [series]: fires }, quiet: { [series]: quiet } };
}

/** The series of a histogram: the growth of each bucket per minute; a bucket counts all calls as fast or faster. */
function histogram(name: string, labels: string, growth: Readonly<Record<string, number>>): AlertCase["fires"] {
  const series = (le: string) => `${name}_bucket{${labels === "" ? "" : `${labels},`}le="${le}"}`;
  return Object.fromEntries(Object.entries(growth).map(([le, calls]) => [series(le), `0+${calls}x90`]));
}

/** A hundred calls, ten of them slower than 2.5 s, or none. */
const tenSlow = { "2.5": 90, "5": 100, "+Inf": 100 };
const noneSlow = { "2.5": 100, "+Inf": 100 };
const [http, rpc] = ["http_server_request_duration_seconds", "rpc_server_call_duration_seconds"] as const;

export const alertCases: readonly AlertCase[] = [
  {
    alert: "WinnowDown",
    fires: { 'up{job="winnow",instance="a"}': "1x5 0x10" },
    labels: { ...instance, job: "winnow" },
    quiet: { 'up{job="winnow",instance="a"}': "1x5 0 1x10", 'up{job="other",instance="a"}': "0x20" },
    at: "10m",
  },
  oneSeries({
    alert: "WinnowOrganisationShed",
    series: 'winnow_organisation_refusals_total{winnow_refused="unavailable",winnow_organisation="acme",instance="a"}',
    fires: "0+30x20",
    // Below the threshold, and above it for three minutes.
    quiet: "0+3x4 100 200 300 300x20",
    labels: { winnow_organisation: "acme" },
    at: "12m",
  }),
  oneSeries({
    alert: "WinnowSelectionErrors",
    series: 'winnow_selection_errors_total{winnow_operating_point="p",winnow_protocol="rest",winnow_why="fault"}',
    fires: "0x5 1x10",
    quiet: "3x20",
    labels: { winnow_operating_point: "p" },
    at: "8m",
  }),
  {
    alert: "WinnowComputeLimit",
    fires: { 'winnow_selection_errors_total{winnow_operating_point="p",winnow_why="compute_limit"}': "0x5 1x10" },
    labels: { winnow_operating_point: "p" },
    quiet: { 'winnow_selection_errors_total{winnow_operating_point="p",winnow_why="fault"}': "0x5 1x10" },
    at: "8m",
  },
  {
    alert: "WinnowServerErrors",
    fires: { [`${http}_count`]: "0+600x30", [`${rpc}_count{error_type="INTERNAL"}`]: "0+12x30" },
    labels: {},
    quiet: {
      [`${http}_count{http_response_status_code="200"}`]: "0+600x30",
      [`${http}_count{error_type="500"}`]: "0+3x30",
      [`${rpc}_count{error_type="UNAVAILABLE"}`]: "0+300x30",
    },
    at: "15m",
  },
  {
    alert: "WinnowStandDownShare",
    fires: { [standDowns]: "0+90x90", [selects]: "0+10x90" },
    labels: {},
    quiet: { [standDowns]: "0+60x90", [selects]: "0+40x90" },
    at: "80m",
  },
  {
    alert: "WinnowStandDownShare",
    fires: { [standDowns]: "0+8x90", [selects]: "0x90" },
    labels: {},
    // A few calls are too few for a share.
    quiet: { [standDowns]: "0+5x90", [selects]: "0x90" },
    at: "80m",
  },
  {
    alert: "WinnowOverloaded",
    fires: { [unavailable]: "0+60x20", [serving]: "1x20" },
    labels: instance,
    quiet: { [unavailable]: "0+60x20", [serving]: "0x20" },
    at: "15m",
  },
  {
    alert: "WinnowSlow",
    fires: histogram(http, select, tenSlow),
    labels: {},
    quiet: histogram(rpc, rpcSelect, noneSlow),
    at: "30m",
  },
  {
    alert: "WinnowSlow",
    fires: histogram(rpc, rpcSelect, tenSlow),
    labels: {},
    quiet: histogram(rpc, 'rpc_method="_OTHER"', tenSlow),
    at: "30m",
  },
  {
    alert: "WinnowQueueWait",
    fires: histogram("winnow_queue_duration_seconds", "", { "1": 90, "2.5": 100, "+Inf": 100 }),
    labels: {},
    quiet: histogram("winnow_queue_duration_seconds", "", { "1": 99, "+Inf": 100 }),
    at: "30m",
  },
  {
    alert: "WinnowWorkersReplaced",
    fires: { 'winnow_workers_replaced_total{winnow_why="died",instance="a"}': "0x5 1x20" },
    labels: { ...instance, winnow_why: "died" },
    quiet: { 'winnow_workers_replaced_total{winnow_why="stopped",instance="a"}': "0+5x20" },
    at: "10m",
  },
  oneSeries({
    alert: "WinnowEventLoopDelayed",
    series: 'nodejs_eventloop_delay_p99_seconds{instance="a"}',
    fires: "0.2x20",
    quiet: "0.09x20",
    at: "10m",
  }),
  oneSeries({
    alert: "WinnowMemoryHigh",
    series: 'process_memory_usage_bytes{instance="a"}',
    fires: "1300000000x20",
    quiet: "1100000000x20",
    at: "15m",
  }),
  {
    alert: "WinnowProjectionAging",
    fires: { [age]: "2800x10", [limit]: "3600x10" },
    labels: instance,
    quiet: { [age]: "2600x10", [limit]: "3600x10" },
    at: "5m",
  },
  {
    alert: "WinnowProjectionExpired",
    fires: { [age]: "3700x10", [limit]: "3600x10" },
    labels: instance,
    // Without a maximum age there is no limit to compare with.
    quiet: { [age]: "99999999x10" },
    at: "5m",
  },
  oneSeries({
    alert: "WinnowProjectionRejected",
    series: 'winnow_projection_rejected{instance="a"}',
    // While it lasts, and not for the moment in which a file is written.
    fires: "0x5 1x600",
    quiet: "0x500 1 0x100",
    at: "9h",
  }),
  {
    alert: "WinnowKeysRefused",
    fires: { 'winnow_refusals_total{winnow_refused="forbidden"}': "0+90x40" },
    labels: {},
    quiet: { 'winnow_refusals_total{winnow_refused="throttled"}': "0+900x40" },
    at: "30m",
  },
  oneSeries({
    alert: "WinnowLimiterStoreFailing",
    series: 'winnow_limiter_store_failures_total{winnow_why="late",instance="a"}',
    fires: "0+9x20",
    quiet: "0+3x20",
    at: "10m",
  }),
  oneSeries({
    alert: "WinnowLimiterStoreFailing",
    series: 'winnow_limiter_shared{instance="a"}',
    fires: "1x5 0x20",
    quiet: "1x20",
    at: "10m",
  }),
  {
    alert: "WinnowDrainStuck",
    fires: { 'winnow_serving_state{winnow_state="draining",instance="a"}': "0x5 1x20" },
    labels: { ...instance, winnow_state: "draining" },
    quiet: { 'winnow_serving_state{winnow_state="draining",instance="a"}': "0x5 1 0x20" },
    at: "10m",
  },
  oneSeries({
    alert: "WinnowCertificateExpiring",
    series: 'winnow_tls_certificate_remaining_seconds{instance="a"}',
    fires: "1000000x90",
    quiet: "2000000x90",
    at: "80m",
  }),
  oneSeries({
    alert: "WinnowCertificateRejected",
    series: 'winnow_tls_certificate_rejected{instance="a"}',
    fires: "0x5 1x600",
    quiet: "0x500 1 0x100",
    at: "9h",
  }),
  {
    alert: "WinnowMixedBuilds",
    fires: {
      'winnow_build_info{winnow_build_id="1",instance="a"}': "1x90",
      'winnow_build_info{winnow_build_id="2",instance="b"}': "1x90",
    },
    labels: {},
    quiet: {
      'winnow_build_info{winnow_build_id="2",instance="a"}': "1x90",
      'winnow_build_info{winnow_build_id="2",instance="b"}': "1x90",
    },
    at: "80m",
  },
];
