import { ROOT_CONTEXT, SpanKind, TraceFlags, trace } from "@opentelemetry/api";
import { SamplingDecision } from "@opentelemetry/sdk-trace";
import { afterEach, expect, test, vi } from "vitest";
import { samplerFromEnv } from "../../src/telemetry/sampler.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** As a share of all traces from 0 to 1, this one lies above half. */
const TRACE = "ffffffff000000000000000000000000";

function keeps(caller: "none" | "sampled" | "unsampled"): boolean {
  const traceFlags = caller === "sampled" ? TraceFlags.SAMPLED : TraceFlags.NONE;
  const parent = { traceId: TRACE, spanId: "b7ad6b7169203331", traceFlags, isRemote: true };
  const context = caller === "none" ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
  const { decision } = samplerFromEnv().shouldSample(context, TRACE, "call", SpanKind.SERVER, {}, []);
  return decision === SamplingDecision.RECORD_AND_SAMPLED;
}

test.each([
  [undefined, undefined, { none: true, sampled: true, unsampled: false }],
  ["always_on", undefined, { none: true, sampled: true, unsampled: true }],
  ["always_off", undefined, { none: false, sampled: false, unsampled: false }],
  ["traceidratio", "0.5", { none: false, sampled: false, unsampled: false }],
  ["traceidratio", undefined, { none: true, sampled: true, unsampled: true }],
  ["traceidratio", "2", { none: true, sampled: true, unsampled: true }],
  ["parentbased_always_on", undefined, { none: true, sampled: true, unsampled: false }],
  ["parentbased_always_off", undefined, { none: false, sampled: true, unsampled: false }],
  ["parentbased_traceidratio", "0.5", { none: false, sampled: true, unsampled: false }],
  ["no_such_sampler", undefined, { none: true, sampled: true, unsampled: false }],
  ["parentbased_no_such", undefined, { none: true, sampled: true, unsampled: false }],
])("OTEL_TRACES_SAMPLER %s with argument %s keeps %o", (name, argument, kept) => {
  vi.stubEnv("OTEL_TRACES_SAMPLER", name);
  vi.stubEnv("OTEL_TRACES_SAMPLER_ARG", argument);
  expect({ none: keeps("none"), sampled: keeps("sampled"), unsampled: keeps("unsampled") }).toEqual(kept);
});
