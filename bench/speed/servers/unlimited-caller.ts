// A caller without limits, for measurements without a gateway.
import type { Caller } from "../../../src/gateway/admission.ts";

const count = Number.MAX_SAFE_INTEGER;

export const unlimitedCaller: Caller = {
  organisation: "bench",
  keyId: "bench",
  tier: {
    name: "bench",
    maxInputTokens: count,
    maxRecords: count,
    ratePerSecond: count,
    burst: count,
    dailyQuota: null,
    weight: 1,
    maxComputeMs: 60_000,
  },
};
