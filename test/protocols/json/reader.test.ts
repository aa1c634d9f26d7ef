import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { BudgetMode, ContextRequestSchema, RecordKind, RenderFormat } from "../../../gen/winnow/v1/context_pb.ts";
import { compileJsonReader } from "../../../src/protocols/json/reader.ts";
import { adaptiveRequest, bytes, changed, type Json, validRequest } from "../requests.ts";

const read = compileJsonReader(ContextRequestSchema);

function accepted(body: unknown) {
  const result = read(bytes(body));
  if ("failure" in result) throw new Error(`refused: ${result.failure.detail}`);
  return result.message;
}

function refusal(body: unknown) {
  const result = read(typeof body === "object" && body instanceof Uint8Array ? body : bytes(body));
  if ("message" in result) throw new Error("accepted");
  return result.failure;
}

/** The valid request as text, with one field's value written by hand. */
function withRaw(field: string, raw: string): string {
  return JSON.stringify({ ...validRequest(), marker: 0 }).replace('"marker":0', `"${field}":${raw}`);
}
function budgetRaw(raw: string): string {
  return withRaw("budget", `{"max_context_tokens":${raw}}`);
}

describe("a well-formed body", () => {
  test("becomes the message that the proto file describes", () => {
    const message = accepted({
      ...adaptiveRequest(),
      render: false,
      render_format: "hybrid",
      return_per_record: false,
      records: [
        {
          text: "t",
          kind: "user_input",
          id: "",
          source: "s",
          title: "T",
          step_id: "1",
          importance: 0.5,
          keywords: ["k"],
          tags: ["g"],
          attributes: { a: [1, null, { b: "c" }] },
        },
      ],
    });
    expect(message).toEqual(
      create(ContextRequestSchema, {
        requestId: "req-1",
        records: [
          {
            text: "t",
            kind: RecordKind.USER_INPUT,
            id: "",
            source: "s",
            title: "T",
            stepId: "1",
            importance: 0.5,
            keywords: ["k"],
            tags: ["g"],
            attributes: { a: [1, null, { b: "c" }] },
          },
        ],
        task: { prompt: "find beta" },
        budget: {
          maxContextTokens: 100,
          mode: BudgetMode.ADAPTIVE,
          adaptive: { initialTokens: 10, escalationTokens: [20, 40], allowFullContextFallback: false },
        },
        render: false,
        renderFormat: RenderFormat.HYBRID,
        returnPerRecord: false,
      }),
    );
  });

  test("is a real message: protobuf can serialise it", () => {
    const message = accepted(adaptiveRequest());
    expect(toBinary(ContextRequestSchema, message).byteLength).toBeGreaterThan(20);
  });

  test.each([
    ["no records", changed(validRequest(), ["records"], [])],
    ["an empty request id", changed(validRequest(), ["request_id"], "")],
    [
      "unknown fields at every level",
      {
        ...validRequest(),
        extra: 1,
        records: [{ text: "a", extra: [] }],
        task: { prompt: "p", extra: null },
        budget: { max_context_tokens: 1, extra: {} },
      },
    ],
    ["a null ladder", changed(validRequest(), ["budget", "adaptive"], null)],
    ["an adaptive mode without a ladder", changed(validRequest(), ["budget", "mode"], "adaptive")],
    ["a ladder without further rungs", changed(adaptiveRequest(), ["budget", "adaptive", "escalation_tokens"], [])],
    ["16 further rungs", changed(adaptiveRequest(), ["budget", "adaptive", "escalation_tokens"], ascending(16))],
    ["256 keywords of 256 characters", changed(validRequest(), ["task", "keywords"], Array(256).fill("k".repeat(256)))],
    ["256 characters of two units each", changed(validRequest(), ["task", "tags"], ["😀".repeat(256)])],
    ["a negative importance", changed(validRequest(), ["records", 0, "importance"], -3)],
    ["attributes of 16 levels", changed(validRequest(), ["records", 0, "attributes"], nested(16))],
    ["attributes of 16384 bytes", changed(validRequest(), ["records", 0, "attributes"], { a: "x".repeat(16_376) })],
  ])("may have %s", (_, body) => {
    expect(read(bytes(body))).toHaveProperty("message");
  });

  test.each([
    ["5.0", 5],
    ["5e0", 5],
    ["0", 0],
    ["-0", 0],
    ["2147483647", 2 ** 31 - 1],
    ["2147483648", 2 ** 31 - 1],
    ["1e400", 2 ** 31 - 1],
  ])("reads the integer %s as %d", (raw, tokens) => {
    expect(accepted(budgetRaw(raw)).budget?.maxContextTokens).toBe(tokens);
  });

  test("also saturates rungs", () => {
    const raw = '{"max_context_tokens":1,"adaptive":{"initial_tokens":1,"escalation_tokens":[2,3e12]}}';
    expect(accepted(withRaw("budget", raw)).budget?.adaptive?.escalationTokens).toEqual([2, 2 ** 31 - 1]);
  });

  test("takes the last of two equal keys, as JSON.parse does", () => {
    expect(accepted(withRaw("request_id", '"second"')).requestId).toBe("second");
  });

  test.each([
    ["id", "id"],
    ["source", "source"],
    ["title", "title"],
    ["step_id", "stepId"],
  ] as const)("distinguishes an absent or null %s from an empty one", (field, name) => {
    const sent = (value: Json | undefined) =>
      accepted(changed(validRequest(), ["records", 0, field], value)).records[0]?.[name];
    expect([sent(undefined), sent(null), sent("")]).toEqual([undefined, undefined, ""]);
  });

  test("keeps lone surrogates and NUL", () => {
    const odd = "a\ud800b\0c";
    const message = accepted({ ...validRequest(), request_id: odd, records: [{ text: odd, id: odd }] });
    expect([message.requestId, message.records[0]?.text, message.records[0]?.id]).toEqual([odd, odd, odd]);
  });

  test("passes a kind outside the enum on to the service", () => {
    const kinds = ["bogus", "TOOL_CALL", "unspecified", "RECORD_KIND_TOOL_CALL", "", "toString"];
    const { records } = accepted({ ...validRequest(), records: kinds.map((kind) => ({ text: "t", kind })) });
    expect(records.map((record) => record.kind)).toEqual(kinds.map(() => -1));
  });

  test("reads every kind of the interface", () => {
    const kinds = "user_input llm_response tool_call tool_result external_data error artifact tool_schema".split(" ");
    const { records } = accepted({ ...validRequest(), records: kinds.map((kind) => ({ text: "t", kind })) });
    expect(records.map((record) => record.kind)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe("a malformed body", () => {
  test.each([
    ["nothing", "", "the body is empty"],
    ["white space", "  ", "the body is not valid JSON"],
    ["half an object", '{"request_id":', "the body is not valid JSON"],
    ["trailing text", `${JSON.stringify(validRequest())} x`, "the body is not valid JSON"],
    ["a second object", `${JSON.stringify(validRequest())}{}`, "the body is not valid JSON"],
    ["a byte-order mark", `\ufeff${JSON.stringify(validRequest())}`, "the body is not valid JSON"],
    ["an array", "[]", "the body must be a JSON object, not an array"],
    ["null", "null", "the body must be a JSON object, not null"],
    ["a string", '"x"', "the body must be a JSON object, not a string"],
    ["a number", "1", "the body must be a JSON object, not a number"],
  ])("may be %s", (_, body, detail) => {
    expect(refusal(body)).toMatchObject({ error: "bad_request", field: "", detail: expect.stringContaining(detail) });
  });

  test("may be invalid UTF-8, even inside a string", () => {
    const body = Buffer.concat([bytes('{"request_id":"'), Buffer.from([0xff]), bytes('"}')]);
    expect(refusal(body).detail).toBe("the body is not valid UTF-8");
  });

  test("is quoted in a short fragment at most", () => {
    expect(refusal(`{"a": "${"secret ".repeat(10_000)}" x`).detail.length).toBeLessThan(250);
  });

  const cases: readonly (readonly [string, readonly (string | number)[], Json | undefined, string, string])[] = [
    ["without a request id", ["request_id"], undefined, "request_id", "is missing"],
    ["with a null request id", ["request_id"], null, "request_id", "must be a string, not null"],
    ["with a number as request id", ["request_id"], 7, "request_id", "must be a string, not a number"],
    ["without records", ["records"], undefined, "records", "is missing"],
    ["with null records", ["records"], null, "records", "must be an array, not null"],
    ["with an object as records", ["records"], {}, "records", "must be an array, not an object"],
    ["with a null record", ["records", 1], null, "records[1]", "must be an object, not null"],
    ["with an array as record", ["records", 1], [], "records[1]", "must be an object, not an array"],
    ["without text", ["records", 1, "text"], undefined, "records[1].text", "is missing"],
    ["with null text", ["records", 0, "text"], null, "records[0].text", "must be a string, not null"],
    ["with a null kind", ["records", 0, "kind"], null, "records[0].kind", "must be a string, not null"],
    ["with a number as kind", ["records", 1, "kind"], 3, "records[1].kind", "must be a string, not a number"],
    ["with a number as id", ["records", 1, "id"], 3, "records[1].id", "must be a string, not a number"],
    ["with text as importance", ["records", 0, "importance"], "1", "records[0].importance", "must be a number"],
    ["with a null importance", ["records", 0, "importance"], null, "records[0].importance", "must be a number"],
    ["with null keywords", ["records", 0, "keywords"], null, "records[0].keywords", "must be an array, not null"],
    ["with a null keyword", ["records", 0, "keywords"], ["a", null], "records[0].keywords[1]", "must be a string"],
    ["with too many keywords", ["records", 0, "keywords"], Array(257).fill("a"), "records[0].keywords", "257 items"],
    ["with too many tags", ["task", "tags"], Array(257).fill("a"), "task.tags", "has 257 items, limit 256"],
    ["with a long tag", ["records", 0, "tags"], ["", "x".repeat(257)], "records[0].tags[1]", "exceeds 256 characters"],
    ["with a long emoji tag", ["task", "tags"], ["😀".repeat(257)], "task.tags[0]", "exceeds 256 characters"],
    ["with an array as attributes", ["records", 0, "attributes"], [], "records[0].attributes", "must be an object"],
    ["with null attributes", ["records", 0, "attributes"], null, "records[0].attributes", "must be an object"],
    [
      "with deep attributes",
      ["records", 0, "attributes"],
      nested(17),
      "records[0].attributes",
      "deeper than 16 levels",
    ],
    [
      "with large attributes",
      ["records", 0, "attributes"],
      { a: "x".repeat(16_377) },
      "records[0].attributes",
      "16384",
    ],
    [
      "with wide characters in them",
      ["records", 0, "attributes"],
      { a: "é".repeat(8_189) },
      "records[0].attributes",
      "16384",
    ],
    ["without a task", ["task"], undefined, "task", "is missing"],
    ["with a null task", ["task"], null, "task", "must be an object, not null"],
    ["with text as task", ["task"], "find", "task", "must be an object, not a string"],
    ["without a prompt", ["task"], {}, "task.prompt", "is missing"],
    ["with null recent prompts", ["task", "recent_prompts"], null, "task.recent_prompts", "must be an array"],
    ["with a number among them", ["task", "recent_prompts"], [1], "task.recent_prompts[0]", "must be a string"],
    ["with a negative answer", ["task", "output_token_budget"], -1, "task.output_token_budget", "must not be negative"],
    ["without a budget", ["budget"], undefined, "budget", "is missing"],
    ["without tokens", ["budget"], {}, "budget.max_context_tokens", "is missing"],
    [
      "with null tokens",
      ["budget", "max_context_tokens"],
      null,
      "budget.max_context_tokens",
      "must be an integer, not null",
    ],
    ["with text as tokens", ["budget", "max_context_tokens"], "5", "budget.max_context_tokens", "not a string"],
    [
      "with a fraction",
      ["budget", "max_context_tokens"],
      5.5,
      "budget.max_context_tokens",
      "must be an integer, not a fraction",
    ],
    ["with negative tokens", ["budget", "max_context_tokens"], -1, "budget.max_context_tokens", "must not be negative"],
    ["with negative records", ["budget", "max_records"], -1, "budget.max_records", "must not be negative"],
    ["with a null mode", ["budget", "mode"], null, "budget.mode", "must be a string, not null"],
    ["with an unknown mode", ["budget", "mode"], "turbo", "budget.mode", "must be one of fixed, adaptive"],
    ["with an upper-case mode", ["budget", "mode"], "FIXED", "budget.mode", "must be one of fixed, adaptive"],
    ["with an inherited mode", ["budget", "mode"], "constructor", "budget.mode", "must be one of fixed, adaptive"],
    [
      "with 1 as boolean",
      ["budget", "require_evidence_coverage"],
      1,
      "budget.require_evidence_coverage",
      "must be a boolean",
    ],
    ["with an unknown format", ["render_format"], "xml", "render_format", "must be one of plain, hybrid"],
    ["with the unspecified format", ["render_format"], "unspecified", "render_format", "must be one of plain, hybrid"],
    ["with null as render", ["render"], null, "render", "must be a boolean, not null"],
    ["with text as flag", ["return_per_record"], "true", "return_per_record", "must be a boolean, not a string"],
  ];
  test.each(cases)("%s names the field", (_, path, value, field, problem) => {
    const failure = refusal(changed(validRequest(), path, value));
    expect(failure).toMatchObject({ error: "bad_request", field, detail: expect.stringContaining(problem) });
    expect(failure.detail.startsWith(`${field} `)).toBe(true);
  });

  test.each([
    ["a ladder without a first rung", { escalation_tokens: [1] }, "budget.adaptive.initial_tokens"],
    ["a negative first rung", { initial_tokens: -1 }, "budget.adaptive.initial_tokens"],
    ["a negative rung", { initial_tokens: 0, escalation_tokens: [5, -6] }, "budget.adaptive.escalation_tokens[1]"],
    [
      "a rung equal to the first",
      { initial_tokens: 5, escalation_tokens: [5] },
      "budget.adaptive.escalation_tokens[0]",
    ],
    ["equal rungs", { initial_tokens: 1, escalation_tokens: [5, 5] }, "budget.adaptive.escalation_tokens[1]"],
    ["descending rungs", { initial_tokens: 1, escalation_tokens: [9, 10, 3] }, "budget.adaptive.escalation_tokens[2]"],
    ["17 rungs", { initial_tokens: 1, escalation_tokens: ascending(17) }, "budget.adaptive.escalation_tokens"],
    ["a fraction among rungs", { initial_tokens: 1, escalation_tokens: [2.5] }, "budget.adaptive.escalation_tokens[0]"],
    ["null rungs", { initial_tokens: 1, escalation_tokens: null }, "budget.adaptive.escalation_tokens"],
    [
      "a null flag",
      { initial_tokens: 1, allow_full_context_fallback: null },
      "budget.adaptive.allow_full_context_fallback",
    ],
  ])("with %s names the rung", (_, adaptive, field) => {
    // A ladder must be well-formed on a fixed call too.
    expect(refusal(changed(validRequest(), ["budget", "adaptive"], adaptive))).toMatchObject({ field });
  });

  test.each(["1e400", "-1e400"])("with the importance %s is refused", (raw) => {
    const body = withRaw("records", `[{"text":"t","importance":${raw}}]`);
    expect(refusal(body)).toMatchObject({ field: "records[0].importance", detail: expect.stringContaining("finite") });
  });

  test.each(["-1e400", "-1", "-2147483649"])("with the tokens %s is negative", (raw) => {
    expect(refusal(budgetRaw(raw)).detail).toBe("budget.max_context_tokens must not be negative");
  });

  test("in camel case has only unknown names", () => {
    const { request_id: requestId, ...rest } = validRequest();
    expect(refusal({ ...rest, requestId: requestId ?? null })).toMatchObject({ field: "request_id" });
  });

  test("is reported by its first violation, in a short text", () => {
    const failure = refusal({ ...validRequest(), records: Array(100_000).fill({}) });
    expect(failure).toMatchObject({ field: "records[0].text", detail: "records[0].text is missing" });
  });

  test("is never quoted in the detail", () => {
    const failure = refusal(changed(validRequest(), ["budget", "mode"], "secret ".repeat(1000)));
    expect(failure.detail).toBe("budget.mode must be one of fixed, adaptive");
  });
});

describe("a hostile body", () => {
  test("cannot reach a prototype through attributes", () => {
    const raw = '[{"text":"t","attributes":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}]';
    const attributes = accepted(withRaw("records", raw)).records[0]?.attributes ?? {};
    expect(Object.keys(attributes)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("cannot give fields through __proto__", () => {
    expect(refusal(`{"__proto__":${JSON.stringify(validRequest())}}`)).toMatchObject({ field: "request_id" });
  });

  test.each([
    ["in an ignored field", (deep: string) => withRaw("extra", deep), true],
    ["in attributes", (deep: string) => withRaw("records", `[{"text":"t","attributes":{"a":${deep}}}]`), false],
    ["in the place of a string", (deep: string) => withRaw("request_id", deep), false],
  ])("nested a million levels deep %s is read or rejected", (_, body, fine) => {
    for (const levels of [1_000_000, 1_500_000]) {
      const deep = "[".repeat(levels) + "]".repeat(levels);
      expect("message" in read(bytes(body(deep)))).toBe(fine);
    }
  });

  test("of a million opening brackets is invalid JSON", () => {
    expect(refusal(Buffer.from("[".repeat(1_500_000))).detail).toMatch(/^the body is not valid JSON: /);
  });

  test("of 50,000 records is read", () => {
    const records = Array.from({ length: 50_000 }, (_, index) => ({
      text: "t",
      id: String(index),
      attributes: { index },
    }));
    const message = accepted({ ...validRequest(), records });
    expect(message.records.length).toBe(50_000);
    expect(message.records[49_999]).toMatchObject({ id: "49999", attributes: { index: 49_999 } });
  });
});

/** An object nested `levels` deep, itself included. */
function nested(levels: number): Json {
  return levels === 1 ? {} : { a: nested(levels - 1) };
}

function ascending(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 100 + index);
}
