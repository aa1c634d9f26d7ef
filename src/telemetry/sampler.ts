// OpenTelemetry's variables for sampling in, the SDK's sampler out. Without them, or with a name that is unknown: what
// the caller decided, and every trace that begins here.
import { diag } from "@opentelemetry/api";
import { getNumberFromEnv, getStringFromEnv } from "@opentelemetry/core";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";

const samplers: ReadonlyMap<string, () => Sampler> = new Map([
  ["always_on", () => new AlwaysOnSampler()],
  ["always_off", () => new AlwaysOffSampler()],
  ["traceidratio", ratioSampler],
]);

const BY_PARENT = "parentbased_";

export function samplerFromEnv(): Sampler {
  const name = getStringFromEnv("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on";
  const byParent = name.startsWith(BY_PARENT);
  const root = samplers.get(byParent ? name.slice(BY_PARENT.length) : name);
  if (root === undefined) diag.error(`OTEL_TRACES_SAMPLER is ${name}, which is no sampler: all traces are kept`);
  const sampler = root?.() ?? new AlwaysOnSampler();
  return byParent || root === undefined ? new ParentBasedSampler({ root: sampler }) : sampler;
}

function ratioSampler(): Sampler {
  const ratio = getNumberFromEnv("OTEL_TRACES_SAMPLER_ARG") ?? 1;
  if (ratio >= 0 && ratio <= 1) return new TraceIdRatioBasedSampler(ratio);
  diag.error(`OTEL_TRACES_SAMPLER_ARG is ${ratio}, which is no share from 0 to 1: all traces are kept`);
  return new AlwaysOnSampler();
}
