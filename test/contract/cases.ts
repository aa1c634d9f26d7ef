// The contract of a select call: one table, run over every protocol. `docs/interface.md` says the same in prose.
import { Code } from "@connectrpc/connect";
import { expect } from "vitest";
import { type Body, changed, type Json, needle, pool } from "./pools.ts";

import type { KeyName } from "./service-under-test.ts";

export interface Case {
  readonly name: string;
  readonly body: Body;
  /** Default: `roomy`. */
  readonly key?: KeyName;
  /** null for a success. */
  readonly code: Code | null;
  readonly check: (body: Body | null) => void;
}

function answer(name: string, body: Body, expected: Body, key: KeyName = "roomy"): Case {
  return { name, body, key, code: null, check: (got) => expect(got).toMatchObject(expected) };
}

function refusal(name: string, code: Code, body: Body, expected: Body | null, key: KeyName = "roomy"): Case {
  return {
    name,
    body,
    code,
    key,
    check: (got) => (expected === null ? expect(got).toBeNull() : expect(got).toMatchObject(expected)),
  };
}

const wholeContext = { fallback_used: true, tokens_saved: 0, reduction_ratio: 0, selected: [] };

function budget(changes: Body): Body {
  return { budget: { max_context_tokens: 250, ...changes } };
}

const selections: readonly Case[] = [
  answer("a needle is selected", needle(), {
    request_id: "contract-1",
    fallback_used: false,
    selection_error: null,
    safety: null,
    attempted_budget_tokens: [],
    budget_tokens: 250,
    records_available: 20,
    rendered_context: expect.stringContaining("They counted 270 items"),
    gate: { engaged: true, reason: expect.stringMatching(/^engage:/) },
    policy_version: expect.stringMatching(/./),
  }),
  answer("an odd request id is echoed and said to be sanitised", needle({ request_id: "é \u0000/\n😀" }), {
    request_id: "é \u0000/\n😀",
    format_metrics: { request_id_sanitized: true },
  }),
  answer("an empty request id is within its bound", needle({ request_id: "" }), { request_id: "" }),
  answer("a long request id is echoed whole", needle({ request_id: "x".repeat(5000) }), {
    request_id: "x".repeat(5000),
    format_metrics: { request_id_sanitized: true },
  }),
  answer("without detail per record", needle({ return_per_record: false }), { fallback_used: false, selected: [] }),
  answer("render false has no effect", needle({ render: false }), {
    rendered_context: expect.stringContaining("They counted 270 items"),
  }),
  answer("one record at most", needle(budget({ max_records: 1 })), { records_selected: 1, fallback_used: false }),
  answer(
    "title, source and kind are echoed",
    needle({ records: pool().map((record) => ({ ...record, title: "t", source: "s", kind: "tool_result" })) }),
    { selected: expect.arrayContaining([expect.objectContaining({ title: "t", source: "s", kind: "tool_result" })]) },
  ),
  answer("an empty record id is an id", needle({ records: pool().map((record) => ({ ...record, id: "" })) }), {
    selected: expect.arrayContaining([expect.objectContaining({ record_id: "", position: 7 })]),
  }),
  answer(
    "duplicate ids stand each for itself",
    needle({ records: pool().map((record) => ({ ...record, id: "same" })) }),
    {
      records_available: 20,
      selected: expect.arrayContaining([expect.objectContaining({ record_id: "same", position: 7 })]),
    },
  ),
  answer("hybrid leaves prose alone", needle({ render_format: "hybrid" }), {
    selected: expect.arrayContaining([
      expect.objectContaining({
        position: 7,
        excerpt_format: "plain",
        matched_terms: expect.arrayContaining([expect.any(String)]),
      }),
    ]),
  }),
];

const standDowns: readonly Case[] = [
  answer("no records at all", needle({ records: [] }), {
    ...wholeContext,
    rendered_context: "",
    tokens_before: 0,
    tokens_after: 0,
    records_available: 0,
    records_selected: 0,
    gate: null,
  }),
  answer("blank records alone", needle({ records: [{ text: "" }, { text: " \n\t" }] }), {
    ...wholeContext,
    records_available: 0,
    gate: null,
  }),
  answer("a budget of zero", needle(budget({ max_context_tokens: 0 })), {
    ...wholeContext,
    records_selected: 20,
    gate: { engaged: false },
    format_metrics: { engine_fallback_reason: expect.stringMatching(/./) },
  }),
  answer("max_records of nothing", needle(budget({ max_records: 0 })), { ...wholeContext, gate: { engaged: false } }),
  answer(
    "a task from elsewhere",
    needle({ task: { prompt: "Translate the sonnet about volcanoes into Portuguese" } }),
    {
      ...wholeContext,
      gate: { engaged: false, reason: "standdown:high_drift" },
    },
  ),
  answer("a task without words", needle({ task: { prompt: "" } }), { ...wholeContext, gate: { engaged: false } }),
  answer(
    "a context that is small already",
    needle({ records: [{ id: "only", text: "The archive held 270 items." }] }),
    {
      ...wholeContext,
      rendered_context: "The archive held 270 items.",
    },
  ),
];

const adaptive = { mode: "adaptive", adaptive: { initial_tokens: 120, escalation_tokens: [200, 400] } };

const ladders: readonly Case[] = [
  answer("the first rung that covers ends the ladder", needle(budget(adaptive)), {
    fallback_used: false,
    attempted_budget_tokens: [120],
    budget_tokens: 120,
    safety: { selection_safe: true, fallback_required: false },
  }),
  answer(
    "a ladder without usable records has a verdict and no gate",
    needle({ ...budget(adaptive), records: [{ text: " " }] }),
    {
      ...wholeContext,
      attempted_budget_tokens: [],
      gate: null,
      safety: { fallback_required: false },
    },
  ),
  answer("adaptive without a ladder is fixed", needle(budget({ mode: "adaptive" })), {
    fallback_used: false,
    attempted_budget_tokens: [],
    safety: null,
  }),
  answer("a ladder without the mode is ignored", needle(budget({ adaptive: adaptive.adaptive })), {
    attempted_budget_tokens: [],
    safety: null,
  }),
  answer(
    "a ladder too short for the task ends in the whole context",
    needle(budget({ mode: "adaptive", adaptive: { initial_tokens: 5, escalation_tokens: [9] } })),
    { ...wholeContext, attempted_budget_tokens: [5, 9], gate: { engaged: false } },
  ),
  answer("required coverage has no effect on a fixed budget", needle(budget({ require_evidence_coverage: true })), {
    fallback_used: false,
    safety: null,
  }),
];

/** More than ten milliseconds of work. */
const thousand = needle({ records: Array.from({ length: 50 }, () => pool()).flat() });

const computeBounds: readonly Case[] = [
  answer("within the tier's compute bound", thousand, { fallback_used: false, selection_error: null }),
  answer(
    "beyond the tier's compute bound",
    thousand,
    {
      ...wholeContext,
      selection_error: "ComputeLimitExceeded",
      rendered_context: expect.stringContaining("Report 19 on the viaduct"),
      records_available: 1000,
      records_selected: 1000,
      gate: null,
    },
    "bounded",
  ),
];

const refusals: readonly Case[] = [
  refusal(
    "too many records",
    Code.OutOfRange,
    needle(),
    { error: "request_too_large", limit_name: "records", limit: 3, observed: 20 },
    "tiny",
  ),
  refusal(
    "too many tokens",
    Code.OutOfRange,
    needle({ records: pool().slice(0, 3) }),
    { error: "request_too_large", limit_name: "input_tokens", limit: 50, observed: expect.any(Number) },
    "tiny",
  ),
  refusal(
    "a ceiling comes before the operating point",
    Code.OutOfRange,
    needle(budget({ operating_point: "no-such" })),
    { limit_name: "records" },
    "tiny",
  ),
  refusal("an unknown operating point", Code.Internal, needle(budget({ operating_point: "no-such" })), {
    error: "engine_error",
  }),
  refusal("an empty operating point", Code.Internal, needle(budget({ operating_point: "" })), {
    error: "engine_error",
  }),
  refusal("a revoked key", Code.PermissionDenied, needle(), null, "revoked"),
  refusal("a suspended organisation", Code.PermissionDenied, needle(), null, "suspended"),
  refusal("an unknown key", Code.PermissionDenied, needle(), null, "unknown"),
  ...wellFormed(),
];

/** Errors that both a JSON body and a message can have. */
function wellFormed(): readonly Case[] {
  const wrongs: readonly (readonly [string, (string | number)[], Json | undefined, string])[] = [
    ["no request id", ["request_id"], undefined, "request_id"],
    ["no task", ["task"], undefined, "task"],
    ["no prompt", ["task", "prompt"], undefined, "task.prompt"],
    ["no budget", ["budget"], undefined, "budget"],
    ["no max_context_tokens", ["budget", "max_context_tokens"], undefined, "budget.max_context_tokens"],
    ["no text", ["records", 3, "text"], undefined, "records[3].text"],
    ["a negative budget", ["budget", "max_context_tokens"], -1, "budget.max_context_tokens"],
    ["negative max_records", ["budget", "max_records"], -1, "budget.max_records"],
    ["a negative answer size", ["task", "output_token_budget"], -5, "task.output_token_budget"],
    [
      "a ladder without a first rung",
      ["budget", "adaptive"],
      { escalation_tokens: [9] },
      "budget.adaptive.initial_tokens",
    ],
    [
      "rungs that do not ascend",
      ["budget", "adaptive"],
      { initial_tokens: 5, escalation_tokens: [9, 9] },
      "budget.adaptive.escalation_tokens[1]",
    ],
    [
      "a rung not above the first",
      ["budget", "adaptive"],
      { initial_tokens: 5, escalation_tokens: [5] },
      "budget.adaptive.escalation_tokens[0]",
    ],
    [
      "seventeen rungs",
      ["budget", "adaptive"],
      { initial_tokens: 5, escalation_tokens: Array.from({ length: 17 }, (_, i) => i + 6) },
      "budget.adaptive.escalation_tokens",
    ],
    ["too many keywords", ["records", 0, "keywords"], Array.from({ length: 257 }, () => "k"), "records[0].keywords"],
    ["a keyword too long", ["records", 0, "keywords"], ["ok", "k".repeat(257)], "records[0].keywords[1]"],
    ["too many tags of the task", ["task", "tags"], Array.from({ length: 257 }, () => "k"), "task.tags"],
    ["attributes too large", ["records", 1, "attributes"], { a: "x".repeat(17_000) }, "records[1].attributes"],
    ["attributes too deep", ["records", 1, "attributes"], nested(17), "records[1].attributes"],
  ];
  return wrongs.map(([name, path, value, field]) =>
    refusal(name, Code.InvalidArgument, changed(needle(), path, value), {
      error: "bad_request",
      detail: expect.stringContaining(field),
    }),
  );
}

function nested(levels: number): Body {
  return levels <= 1 ? {} : { a: nested(levels - 1) };
}

const accepted: readonly Case[] = [
  answer(
    "256 keywords of 256 characters",
    needle({ records: [...pool(), { text: "x", keywords: Array.from({ length: 256 }, () => "😀".repeat(256)) }] }),
    { fallback_used: false },
  ),
  answer("attributes 16 levels deep", needle({ records: [...pool(), { text: "x", attributes: nested(16) }] }), {
    fallback_used: false,
  }),
  answer(
    "sixteen rungs",
    needle(budget({ adaptive: { initial_tokens: 5, escalation_tokens: Array.from({ length: 16 }, (_, i) => i + 6) } })),
    { fallback_used: false },
  ),
  answer(
    "null where it may stand",
    needle({ budget: { max_context_tokens: 250, operating_point: null, max_records: null, adaptive: null } }),
    { fallback_used: false },
  ),
];

export const cases: readonly Case[] = [
  ...selections,
  ...standDowns,
  ...ladders,
  ...computeBounds,
  ...refusals,
  ...accepted,
];
