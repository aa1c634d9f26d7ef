// The checks of gRPC requests, and their agreement with the /v1 reader for requests that both can express.
import { create, fromBinary, type JsonObject, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { compileChecks } from "../../../src/protocols/json/checks.ts";
import { compileJsonReader } from "../../../src/protocols/json/reader.ts";
import { bytes } from "../requests.ts";

const check = compileChecks(ContextRequestSchema);
type Init = MessageInitShape<typeof ContextRequestSchema>;

/** The message after a round trip through bytes, as it arrives. */
function received(init: Init) {
  return fromBinary(ContextRequestSchema, toBinary(ContextRequestSchema, create(ContextRequestSchema, init)));
}

const valid = {
  requestId: "r",
  records: [{ text: "a" }, { text: "b" }],
  task: { prompt: "p" },
  budget: { maxContextTokens: 5 },
};

test.each<[string, Init]>([
  ["the smallest request", { requestId: "", task: { prompt: "" }, budget: { maxContextTokens: 0 } }],
  [
    "a kind outside the enum, which is the service's to refuse",
    { ...valid, records: [{ text: "", kind: unknown(99) }] },
  ],
  ["attributes of 16 levels", { ...valid, records: [{ text: "", attributes: nested(16) }] }],
  ["a ladder", { ...valid, budget: { maxContextTokens: 9, adaptive: { initialTokens: 1, escalationTokens: [2, 3] } } }],
])("accepts %s", (_, init) => {
  expect(check(received(init))).toBeNull();
});

test.each<[string, Init, string, string]>([
  ["no request id", { ...valid, requestId: undefined }, "request_id", "is missing"],
  ["no text", { ...valid, records: [{ text: "a" }, {}] }, "records[1].text", "is missing"],
  ["no task", { ...valid, task: undefined }, "task", "is missing"],
  ["no prompt", { ...valid, task: {} }, "task.prompt", "is missing"],
  ["no budget", { ...valid, budget: undefined }, "budget", "is missing"],
  ["no tokens", { ...valid, budget: {} }, "budget.max_context_tokens", "is missing"],
  [
    "negative tokens",
    { ...valid, budget: { maxContextTokens: -1 } },
    "budget.max_context_tokens",
    "must not be negative",
  ],
  [
    "negative records",
    { ...valid, budget: { maxContextTokens: 1, maxRecords: -5 } },
    "budget.max_records",
    "must not be negative",
  ],
  ["an unknown format", { ...valid, renderFormat: unknown(7) }, "render_format", "must be one of plain, hybrid"],
  [
    "an unknown mode",
    { ...valid, budget: { maxContextTokens: 1, mode: unknown(-3) } },
    "budget.mode",
    "must be one of fixed, adaptive",
  ],
  [
    "an importance that is not a number",
    { ...valid, records: [{ text: "", importance: Number.NaN }] },
    "records[0].importance",
    "must be a finite number",
  ],
  [
    "an infinite importance",
    { ...valid, records: [{ text: "", importance: Number.NEGATIVE_INFINITY }] },
    "records[0].importance",
    "must be a finite number",
  ],
  [
    "a long keyword",
    { ...valid, task: { prompt: "", keywords: ["x".repeat(257)] } },
    "task.keywords[0]",
    "256 characters",
  ],
  ["many tags", { ...valid, task: { prompt: "", tags: Array(257).fill("") } }, "task.tags", "has 257 items, limit 256"],
  [
    "deep attributes",
    { ...valid, records: [{ text: "", attributes: nested(17) }] },
    "records[0].attributes",
    "is nested deeper than 16 levels",
  ],
  [
    "large attributes",
    { ...valid, records: [{ text: "", attributes: { a: "x".repeat(16_377) } }] },
    "records[0].attributes",
    "exceeds 16384 bytes of compact JSON",
  ],
  [
    "no first rung",
    { ...valid, budget: { maxContextTokens: 1, adaptive: {} } },
    "budget.adaptive.initial_tokens",
    "is missing",
  ],
  [
    "descending rungs",
    { ...valid, budget: { maxContextTokens: 1, adaptive: { initialTokens: 5, escalationTokens: [9, 8] } } },
    "budget.adaptive.escalation_tokens[1]",
    "is 8 but must exceed the rung before it, 9",
  ],
])("rejects %s", (_, init, field, problem) => {
  const failure = check(received(init));
  expect(failure).toMatchObject({ error: "bad_request", field, detail: expect.stringContaining(problem) });
  expect(failure?.detail.startsWith(`${field} `)).toBe(true);
});

describe("compared with the /v1 reader", () => {
  const read = compileJsonReader(ContextRequestSchema);
  const int = fc.integer({ min: -3, max: 40 });
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 6 });
  const request = fc.record({
    request_id: maybe(fc.string()),
    records: fc.array(
      fc.record({ text: maybe(fc.string()), keywords: fc.constantFrom([], ["x".repeat(257)], Array(257).fill("")) }),
      { maxLength: 3 },
    ),
    task: maybe(fc.record({ prompt: maybe(fc.string()), output_token_budget: maybe(int) })),
    budget: maybe(
      fc.record({
        max_context_tokens: maybe(int),
        adaptive: maybe(fc.record({ initial_tokens: maybe(int), escalation_tokens: fc.array(int, { maxLength: 4 }) })),
      }),
    ),
  });

  test("gives the same error for the same request", () => {
    fc.assert(
      fc.property(request, (body) => {
        const result = read(bytes(body));
        const overJson = "failure" in result ? result.failure : null;
        const { task, budget } = body;
        const adaptive = budget?.adaptive;
        const message = create(ContextRequestSchema, {
          requestId: body.request_id,
          records: body.records,
          task: task && { prompt: task.prompt, outputTokenBudget: task.output_token_budget },
          budget: budget && {
            maxContextTokens: budget.max_context_tokens,
            adaptive: adaptive && {
              initialTokens: adaptive.initial_tokens,
              escalationTokens: adaptive.escalation_tokens,
            },
          },
        });
        expect(check(message)).toEqual(overJson);
      }),
      { numRuns: 1000 },
    );
  });
});

/** A number outside an enum, which newer clients may send. */
function unknown(value: number) {
  return Object(value).valueOf();
}

function nested(levels: number): JsonObject {
  return levels === 1 ? {} : { a: nested(levels - 1) };
}
