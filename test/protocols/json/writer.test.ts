import { create } from "@bufbuild/protobuf";
import { ListValueSchema } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ContextResponseSchema,
  ErrorCode,
  ErrorEnvelopeSchema,
  GetHealthResponseSchema,
  ListOperatingPointsResponseSchema,
  RecordKind,
} from "../../../gen/winnow/v1/context_pb.ts";
import { compileJsonWriter } from "../../../src/protocols/json/writer.ts";

const write = compileJsonWriter(ContextResponseSchema);

const emptyAnswer = {
  request_id: "",
  rendered_context: "",
  policy_version: null,
  selected: [],
  tokens_before: 0,
  tokens_after: 0,
  tokens_saved: 0,
  records_available: 0,
  records_selected: 0,
  fallback_used: false,
  selection_error: null,
  engine_latency_ms: 0,
  budget_tokens: 0,
  attempted_budget_tokens: [],
  reduction_ratio: 0,
  safety: null,
  gate: null,
  format_metrics: {},
};
const emptyRecord = {
  record_id: "",
  kind: "external_data",
  title: null,
  source: null,
  score: 0,
  reason: "",
  excerpt: "",
  excerpt_format: "plain",
  selected_tokens: 0,
  spans: [],
  omitted_tokens: 0,
  position: 0,
  score_parts: {},
  matched_terms: [],
};
const emptySafety = {
  selection_safe: false,
  fallback_required: false,
  fallback_reason: "",
  coverage_score: 0,
  evidence_shape: "unknown",
  evidence_terms: null,
  repair_reasons: [],
};

describe("every field of the tables is written", () => {
  test("with its default or null if it is unset", () => {
    expect(JSON.parse(write(create(ContextResponseSchema)))).toEqual(emptyAnswer);
  });

  test("at every level", () => {
    const message = create(ContextResponseSchema, { selected: [{}], safety: {}, gate: {} });
    expect(JSON.parse(write(message))).toEqual({
      ...emptyAnswer,
      selected: [emptyRecord],
      safety: emptySafety,
      gate: { engaged: false, reason: "", signals: {} },
    });
  });

  test("with its value if it is set", () => {
    const message = create(ContextResponseSchema, {
      requestId: "r",
      policyVersion: "",
      selected: [
        {
          recordId: "a",
          kind: RecordKind.TOOL_CALL,
          title: "",
          source: "s",
          score: 1.5,
          excerptFormat: "toon",
          spans: [{ start: 0, end: 3 }],
          scoreParts: { keyword: 1, entity: 0.5 },
        },
      ],
      attemptedBudgetTokens: [10, 20],
      safety: {
        selectionSafe: true,
        evidenceTerms: { missing: create(ListValueSchema, { values: [text("x"), text("y")] }) },
      },
      gate: { engaged: true, reason: "engage:needle", signals: { share: 0.5, flags: [true, null] } },
      formatMetrics: { request_id_sanitized: true },
    });
    expect(JSON.parse(write(message))).toEqual({
      ...emptyAnswer,
      request_id: "r",
      policy_version: "",
      selected: [
        {
          ...emptyRecord,
          record_id: "a",
          kind: "tool_call",
          title: "",
          source: "s",
          score: 1.5,
          excerpt_format: "toon",
          spans: [{ start: 0, end: 3 }],
          score_parts: { keyword: 1, entity: 0.5 },
        },
      ],
      attempted_budget_tokens: [10, 20],
      safety: { ...emptySafety, selection_safe: true, evidence_terms: { missing: ["x", "y"] } },
      gate: { engaged: true, reason: "engage:needle", signals: { share: 0.5, flags: [true, null] } },
      format_metrics: { request_id_sanitized: true },
    });
  });

  test("in the other responses", () => {
    const points = create(ListOperatingPointsResponseSchema, { default: "d", operatingPoints: [{ label: "d" }] });
    expect(JSON.parse(compileJsonWriter(ListOperatingPointsResponseSchema)(points))).toEqual({
      default: "d",
      operating_points: [{ label: "d", policy_version: "" }],
    });
    expect(JSON.parse(compileJsonWriter(GetHealthResponseSchema)(create(GetHealthResponseSchema)))).toEqual({
      status: "",
      service: "",
      endpoint: "",
      default_operating_point: "",
      operating_points: [],
      build_id: "",
    });
  });
});

test("a field with presence that may not be null is left out", () => {
  const envelope = create(ErrorEnvelopeSchema, { error: ErrorCode.BAD_REQUEST, detail: "d" });
  expect(compileJsonWriter(ErrorEnvelopeSchema)(envelope)).toBe('{"error":"bad_request","detail":"d"}');
});

test("any string is written unchanged, with lone surrogates and NUL", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.constantFrom("", "\ud800", "\udc00x", "\0", "\u2028"),
      (text, odd) => {
        const sent = text + odd;
        const message = create(ContextResponseSchema, { requestId: sent, selected: [{ recordId: sent, title: sent }] });
        const bytes = Buffer.from(write(message), "utf8");
        expect(JSON.parse(bytes.toString("utf8"))).toMatchObject({
          request_id: sent,
          selected: [{ record_id: sent, title: sent }],
        });
      },
    ),
  );
});

test("a lone surrogate inside evidence terms is escaped as well", () => {
  const evidenceTerms = { "\ud800": create(ListValueSchema, { values: [text("\udfff")] }) };
  const json = write(create(ContextResponseSchema, { safety: { evidenceTerms } }));
  expect(JSON.parse(json).safety.evidence_terms).toEqual({ "\ud800": ["\udfff"] });
});

test("a map key named __proto__ is a key", () => {
  const scoreParts = Object.fromEntries([
    ["__proto__", 1],
    ["constructor", 2],
  ]);
  const json = write(create(ContextResponseSchema, { selected: [{ scoreParts }] }));
  expect(json).toContain('"score_parts":{"__proto__":1,"constructor":2}');
});

test.each([
  ["NaN", { engineLatencyMs: Number.NaN }],
  ["infinity", { selected: [{ score: Number.POSITIVE_INFINITY }] }],
  ["NaN in a map", { selected: [{ scoreParts: { a: Number.NaN } }] }],
  ["a kind without a name", { selected: [{ kind: -1 as const }] }],
])("%s is a fault, not a null", (_, init) => {
  const message = create(ContextResponseSchema);
  Object.assign(message, create(ContextResponseSchema, Object(init)));
  expect(() => write(message)).toThrow(/engine_latency_ms|score|score_parts|kind/);
});

test("50,000 selected records are written", () => {
  const selected = Array.from({ length: 50_000 }, (_, position) => ({ recordId: `r${position}`, position }));
  const json = JSON.parse(write(create(ContextResponseSchema, { selected })));
  expect(json.selected).toHaveLength(50_000);
  expect(json.selected[49_999]).toEqual({ ...emptyRecord, record_id: "r49999", position: 49_999 });
});

function text(value: string) {
  return { kind: { case: "stringValue" as const, value } };
}
