// A tier, as in a tiers file, with limits that no test reaches.
export const roomyTier = {
  max_input_tokens: 2_000_000,
  max_records: 50_000,
  rate_per_second: 100_000,
  burst: 100_000,
  daily_quota: null,
};
