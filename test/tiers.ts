// A tier with limits that no test reaches, as the service holds it and as a tiers file has it.
import type { Tier } from "../src/config/tiers.ts";

export const generousTier: Tier = {
  name: "generous",
  maxInputTokens: 2_000_000,
  maxRecords: 50_000,
  ratePerSecond: 100_000,
  burst: 100_000,
  dailyQuota: null,
  weight: 1,
  maxComputeMs: 60_000,
};

export const generousLimits = {
  max_input_tokens: generousTier.maxInputTokens,
  max_records: generousTier.maxRecords,
  rate_per_second: generousTier.ratePerSecond,
  burst: generousTier.burst,
  daily_quota: generousTier.dailyQuota,
};
