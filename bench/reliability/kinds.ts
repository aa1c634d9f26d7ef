// Groups labelled suites by kind: similar texts with similar tasks. Cases of one kind resemble each other, so a model
// looks better than it is on suites of a kind that it was trained on.

const KINDS: readonly (readonly string[])[] = [
  ["nq", "clapnq", "fetaqa", "cmrc_zh", "xquad_multi", "rgb_zh", "domainrag_zh", "hotpotqa"],
  ["climate_fever", "evidence_inference", "entailment"],
  ["tatqa", "wtq_rows", "kv_lookup"],
  ["json_api", "json_blob"],
  ["loghub_kw", "loghub_nl", "test_logs"],
  ["bfcl", "bfcl_multiturn", "restbench", "toolret_apibank", "toolret_toolink"],
  ["spider_schema", "sql_sessions"],
  ["swe_traj", "code_search_swe", "repo_code", "cosqa_code"],
  ["tau_airline", "tau_retail"],
];

/** A suite that no kind lists is its own kind. */
export function kindOf(suite: string): string {
  return KINDS.find((suites) => suites.includes(suite))?.[0] ?? suite;
}
