// For each alert: series over which it fires, and series near its bound over which it does not. Values are as promtool
// writes them, one a minute: `0+6x30` begins at 0 and grows by 6, thirty times.

export interface AlertCase {
  readonly alert: string;
  /** Series with the values that fire it. */
  readonly fires: Readonly<Record<string, string>>;
  /** The labels it fires with, besides its severity. */
  readonly labels: Readonly<Record<string, string>>;
  /** The same series with values at which it stays quiet. */
  readonly quiet: Readonly<Record<string, string>>;
  /** When it is looked at. */
  readonly at: string;
}

const instance = { instance: "a" };
const select = 'http_route="/v1/context/select"';
const rpcSelect = 'rpc_method="winnow.v1.ContextService/Select"';
const unavailable = 'winnow_refusals_total{winnow_refused="unavailable",instance="a"}';
const serving = 'winnow_serving_state{winnow_state="serving",instance="a"}';
const age = 'winnow_projection_age_seconds{instance="a"}';
const limit = 'winnow_projection_age_limit_seconds{instance="a"}';

export const alertCases: readonly AlertCase[] = [
  {
    alert: "WinnowDown",
    fires: { 'up{job="winnow",instance="a"}': "1x5 0x10" },
    labels: { ...instance, job: "winnow" },
    quiet: { 'up{job="winnow",instance="a"}': "1x5 0 1x10", 'up{job="other",instance="a"}': "0x20" },
    at: "10m",
  },
  {
    alert: "WinnowSelectionErrors",
    fires: { 'winnow_selection_errors_total{winnow_operating_point="p",winnow_protocol="rest"}': "0x5 1x10" },
    labels: { winnow_operating_point: "p" },
    quiet: { 'winnow_selection_errors_total{winnow_operating_point="p",winnow_protocol="rest"}': "3x20" },
    at: "8m",
  },
  {
    alert: "WinnowServerErrors",
    fires: {
      http_server_request_duration_seconds_count: "0+600x30",
      'rpc_server_call_duration_seconds_count{error_type="INTERNAL"}': "0+12x30",
    },
    labels: {},
    quiet: {
      'http_server_request_duration_seconds_count{http_response_status_code="200"}': "0+600x30",
      'http_server_request_duration_seconds_count{error_type="500"}': "0+3x30",
      'rpc_server_call_duration_seconds_count{error_type="UNAVAILABLE"}': "0+300x30",
    },
    at: "15m",
  },
  {
    alert: "WinnowStandDownShare",
    fires: {
      'winnow_selections_total{winnow_outcome="stand_down"}': "0+90x90",
      'winnow_selections_total{winnow_outcome="select"}': "0+10x90",
    },
    labels: {},
    quiet: {
      'winnow_selections_total{winnow_outcome="stand_down"}': "0+60x90",
      'winnow_selections_total{winnow_outcome="select"}': "0+40x90",
    },
    at: "80m",
  },
  {
    alert: "WinnowStandDownShare",
    fires: {
      'winnow_selections_total{winnow_outcome="stand_down"}': "0+8x90",
      'winnow_selections_total{winnow_outcome="select"}': "0x90",
    },
    labels: {},
    // A handful of calls is no share.
    quiet: {
      'winnow_selections_total{winnow_outcome="stand_down"}': "0+5x90",
      'winnow_selections_total{winnow_outcome="select"}': "0x90",
    },
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
    fires: {
      [`http_server_request_duration_seconds_bucket{${select},le="2.5"}`]: "0+90x40",
      [`http_server_request_duration_seconds_bucket{${select},le="5"}`]: "0+100x40",
      [`http_server_request_duration_seconds_bucket{${select},le="+Inf"}`]: "0+100x40",
    },
    labels: {},
    quiet: {
      [`rpc_server_call_duration_seconds_bucket{${rpcSelect},le="2.5"}`]: "0+100x40",
      [`rpc_server_call_duration_seconds_bucket{${rpcSelect},le="+Inf"}`]: "0+100x40",
    },
    at: "30m",
  },
  {
    alert: "WinnowSlow",
    fires: {
      [`rpc_server_call_duration_seconds_bucket{${rpcSelect},le="2.5"}`]: "0+90x40",
      [`rpc_server_call_duration_seconds_bucket{${rpcSelect},le="5"}`]: "0+100x40",
      [`rpc_server_call_duration_seconds_bucket{${rpcSelect},le="+Inf"}`]: "0+100x40",
    },
    labels: {},
    quiet: {
      'rpc_server_call_duration_seconds_bucket{rpc_method="_OTHER",le="2.5"}': "0+90x40",
      'rpc_server_call_duration_seconds_bucket{rpc_method="_OTHER",le="+Inf"}': "0+100x40",
    },
    at: "30m",
  },
  {
    alert: "WinnowQueueWait",
    fires: {
      'winnow_queue_duration_seconds_bucket{le="1"}': "0+90x40",
      'winnow_queue_duration_seconds_bucket{le="2.5"}': "0+100x40",
      'winnow_queue_duration_seconds_bucket{le="+Inf"}': "0+100x40",
    },
    labels: {},
    quiet: {
      'winnow_queue_duration_seconds_bucket{le="1"}': "0+99x40",
      'winnow_queue_duration_seconds_bucket{le="+Inf"}': "0+100x40",
    },
    at: "30m",
  },
  {
    alert: "WinnowWorkersReplaced",
    fires: { 'winnow_workers_replaced_total{winnow_why="died",instance="a"}': "0x5 1x20" },
    labels: { ...instance, winnow_why: "died" },
    quiet: { 'winnow_workers_replaced_total{winnow_why="stopped",instance="a"}': "0+5x20" },
    at: "10m",
  },
  {
    alert: "WinnowEventLoopDelayed",
    fires: { 'nodejs_eventloop_delay_p99_seconds{instance="a"}': "0.2x20" },
    labels: instance,
    quiet: { 'nodejs_eventloop_delay_p99_seconds{instance="a"}': "0.09x20" },
    at: "10m",
  },
  {
    alert: "WinnowMemoryHigh",
    fires: { 'process_memory_usage_bytes{instance="a"}': "1300000000x20" },
    labels: instance,
    quiet: { 'process_memory_usage_bytes{instance="a"}': "1100000000x20" },
    at: "15m",
  },
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
    // Without a bound there is no limit to compare with.
    quiet: { [age]: "99999999x10" },
    at: "5m",
  },
  {
    alert: "WinnowProjectionRejected",
    fires: { 'winnow_projection_changes_total{winnow_result="rejected",instance="a"}': "0x5 1x60" },
    labels: instance,
    quiet: { 'winnow_projection_changes_total{winnow_result="loaded",instance="a"}': "0+1x60" },
    at: "30m",
  },
  {
    alert: "WinnowKeysRefused",
    fires: { 'winnow_refusals_total{winnow_refused="forbidden"}': "0+90x40" },
    labels: {},
    quiet: { 'winnow_refusals_total{winnow_refused="throttled"}': "0+900x40" },
    at: "30m",
  },
  {
    alert: "WinnowLimiterStoreFailing",
    fires: { 'winnow_limiter_store_failures_total{winnow_why="late",instance="a"}': "0+3x20" },
    labels: instance,
    quiet: { 'winnow_limiter_store_failures_total{winnow_why="late",instance="a"}': "7x20" },
    at: "10m",
  },
  {
    alert: "WinnowLimiterStoreFailing",
    fires: { 'winnow_limiter_shared{instance="a"}': "1x5 0x20" },
    labels: instance,
    quiet: { 'winnow_limiter_shared{instance="a"}': "1x20" },
    at: "10m",
  },
  {
    alert: "WinnowDrainStuck",
    fires: { 'winnow_serving_state{winnow_state="draining",instance="a"}': "0x5 1x20" },
    labels: { ...instance, winnow_state: "draining" },
    quiet: { 'winnow_serving_state{winnow_state="draining",instance="a"}': "0x5 1 0x20" },
    at: "10m",
  },
  {
    alert: "WinnowCertificateExpiring",
    fires: { 'winnow_tls_certificate_remaining_seconds{instance="a"}': "1000000x90" },
    labels: instance,
    quiet: { 'winnow_tls_certificate_remaining_seconds{instance="a"}': "2000000x90" },
    at: "80m",
  },
  {
    alert: "WinnowCertificateRefused",
    fires: { 'winnow_tls_certificate_refusals_total{instance="a"}': "0x5 1x60" },
    labels: instance,
    quiet: { 'winnow_tls_certificate_refusals_total{instance="a"}': "2x60" },
    at: "30m",
  },
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
