// Compares the client's translation between /v1 and messages with two independent ones: ProtoJSON and the service's own
// writer.
import { create, fromBinary, fromJson, toBinary } from "@bufbuild/protobuf";
import { ListValueSchema } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { type ContextResponse, ContextResponseSchema, RecordKind } from "../../../gen/winnow/v1/context_pb.ts";
import { compileJsonWriter } from "../../../src/protocols/json/writer.ts";
import { verifiedAnswer } from "../src/answer.ts";
import * as ofClient from "../src/gen/winnow/v1/context_pb.ts";
import { requestMessage, responseJson } from "../src/protobuf.ts";

const attributes = { kind: "tool_call", mode: "adaptive", request_id: 1, deep: [{ __proto__: null, text: null }] };
const record = {
  ...{ text: "t", id: "a", source: "s", title: "", step_id: "1", importance: -0.5, keywords: ["k"], tags: ["g"] },
  attributes,
};
const adaptive = { initial_tokens: 0, escalation_tokens: [1, 2], allow_full_context_fallback: false };
const budget = {
  ...{ max_context_tokens: 5, operating_point: "o", max_records: 2, max_excerpt_tokens_per_record: 3 },
  ...{ adaptive, require_evidence_coverage: true },
};
const task = {
  ...{
    prompt: "p",
    tool_name: "n",
    required_record_ids: ["r"],
    parent_record_ids: ["q"],
    keywords: ["w"],
    tags: ["g"],
  },
  ...{ step_id: "2", recent_prompts: ["before"], output_mode: "m", output_token_budget: 9 },
};
const request = { request_id: "r-1", task, render: false, return_per_record: false } as const;

/** The service's message as the client decodes it. */
function received(message: ContextResponse): ofClient.ContextResponse {
  return fromBinary(ofClient.ContextResponseSchema, toBinary(ContextResponseSchema, message));
}

test("a request with every field becomes the message that ProtoJSON reads", () => {
  const asSent = {
    ...request,
    render_format: "hybrid",
    records: [{ ...record, kind: "tool_result" }],
    budget: { ...budget, mode: "adaptive" },
  } as const;
  const asProto = {
    ...request,
    render_format: "RENDER_FORMAT_HYBRID",
    records: [{ ...record, kind: "RECORD_KIND_TOOL_RESULT" }],
    budget: { ...budget, mode: "BUDGET_MODE_ADAPTIVE" },
  };
  expect(requestMessage(asSent)).toEqual(fromJson(ofClient.ContextRequestSchema, asProto));
});

test("null, undefined and unknown fields are left out", () => {
  const least = { request_id: "r", records: [{ text: "" }], task: { prompt: "" }, budget: { max_context_tokens: 0 } };
  const laden = {
    ...least,
    records: [{ text: "", id: null, title: undefined, colour: "red" }],
    budget: { max_context_tokens: 0, adaptive: null },
  };
  expect(requestMessage(laden)).toEqual(requestMessage(least));
});

test("a response with every field becomes what the service writes on /v1", () => {
  const terms = create(ListValueSchema, { values: [{ kind: { case: "stringValue", value: "term" } }] });
  const response = create(ContextResponseSchema, {
    ...{ requestId: "r-1", renderedContext: "c", policyVersion: "p", tokensBefore: 9, tokensAfter: 3, tokensSaved: 6 },
    ...{ recordsAvailable: 2, recordsSelected: 1, selectionError: "X", engineLatencyMs: 0.5, budgetTokens: 4 },
    ...{ attemptedBudgetTokens: [1, 2], reductionRatio: 0.6, formatMetrics: { rendered_tokens: 3 } },
    selected: [
      {
        recordId: "a",
        kind: RecordKind.TOOL_SCHEMA,
        title: "t",
        score: 1,
        excerpt: "e",
        spans: [{ start: 0, end: 1 }],
      },
      { recordId: "b", scoreParts: { bm25: 0.5 } },
    ],
    safety: { selectionSafe: false, evidenceTerms: { found: terms }, repairReasons: ["x"] },
    gate: { engaged: true, reason: "engage:needle", signals: { a: [1, null] } },
  });
  const written: unknown = JSON.parse(compileJsonWriter(ContextResponseSchema)(response));
  expect(verifiedAnswer(responseJson(received(response)), "r-1")).toEqual(written);
});

test("so does a response with required fields alone", () => {
  const least = create(ContextResponseSchema, { requestId: "r-1" });
  const written: unknown = JSON.parse(compileJsonWriter(ContextResponseSchema)(least));
  expect(verifiedAnswer(responseJson(received(least)), "r-1")).toEqual(written);
});
