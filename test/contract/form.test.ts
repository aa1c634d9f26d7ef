// Errors that only JSON can have: the form of a /v1 body, read over a socket.
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectDescribed } from "./described.ts";
import { type Body, changed, type Json, needle, pool } from "./pools.ts";
import { type ServiceUnderTest, startServiceUnderTest } from "./service-under-test.ts";

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startServiceUnderTest({ workers: "0" });
});

afterAll(() => service.stop());

async function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const reply = await fetch(`${service.url}/v1/context/select`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.keys.roomy}`, ...headers },
    body,
  });
  const text = await reply.text();
  expectDescribed("POST", "/v1/context/select", reply.status, reply.headers, text);
  return { status: reply.status, body: JSON.parse(text) };
}

describe("a body that is not a request", () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ["empty", ""],
    ["white space", " \n"],
    ["cut short", '{"request_id":"a"'],
    ["followed by more", `${JSON.stringify(needle())} {}`],
    ["an array", "[]"],
    ["a string", '"x"'],
    ["null", "null"],
    ["a number", "7"],
    ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["with a comment", "{/* */}"],
    ["nested a million deep", `${"[".repeat(1_000_000)}`],
  ])("%s is 400", async (_name, body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { error: "bad_request", detail: expect.any(String) } });
  });
});

describe("a field of the wrong type", () => {
  test.each<[string, (string | number)[], Json]>([
    ["request_id", ["request_id"], 5],
    ["request_id", ["request_id"], null],
    ["records", ["records"], {}],
    ["records", ["records"], null],
    ["records[2]", ["records", 2], "text"],
    ["records[2]", ["records", 2], null],
    ["records[2].text", ["records", 2, "text"], null],
    ["records[2].kind", ["records", 2, "kind"], 3],
    ["records[2].kind", ["records", 2, "kind"], null],
    ["records[2].id", ["records", 2, "id"], 3],
    ["records[2].importance", ["records", 2, "importance"], "1"],
    ["records[2].keywords", ["records", 2, "keywords"], "word"],
    ["records[2].keywords[1]", ["records", 2, "keywords"], ["word", 1]],
    ["records[2].attributes", ["records", 2, "attributes"], []],
    ["records[2].attributes", ["records", 2, "attributes"], null],
    ["task", ["task"], null],
    ["task", ["task"], []],
    ["task.prompt", ["task", "prompt"], 7],
    ["task.recent_prompts", ["task", "recent_prompts"], "before"],
    ["task.output_token_budget", ["task", "output_token_budget"], "10"],
    ["budget.max_context_tokens", ["budget", "max_context_tokens"], "5"],
    ["budget.max_context_tokens", ["budget", "max_context_tokens"], 5.5],
    ["budget.max_context_tokens", ["budget", "max_context_tokens"], null],
    ["budget.max_context_tokens", ["budget", "max_context_tokens"], true],
    ["budget.mode", ["budget", "mode"], "Fixed"],
    ["budget.mode", ["budget", "mode"], null],
    ["budget.require_evidence_coverage", ["budget", "require_evidence_coverage"], 1],
    ["budget.adaptive", ["budget", "adaptive"], []],
    ["budget.adaptive.initial_tokens", ["budget", "adaptive"], { initial_tokens: null }],
    ["budget.adaptive.escalation_tokens[0]", ["budget", "adaptive"], { initial_tokens: 1, escalation_tokens: [2.5] }],
    ["render", ["render"], 1],
    ["render", ["render"], null],
    ["render_format", ["render_format"], "toon"],
    ["return_per_record", ["return_per_record"], "false"],
  ])("%s", async (field, path, value) => {
    const reply = await post(JSON.stringify(changed(needle(), path, value)));
    expect(reply).toMatchObject({ status: 400, body: { error: "bad_request" } });
    expect(reply.body.detail).toContain(field);
  });
});

describe("is accepted nevertheless", () => {
  const budgeted = (tokens: string) =>
    JSON.stringify(needle()).replace('"max_context_tokens":250', `"max_context_tokens":${tokens}`);

  test.each([
    ["250.0", 250],
    ["2.5e2", 250],
    ["99999999999", 2 ** 31 - 1],
    ["1e400", 2 ** 31 - 1],
  ])("an integer written %s", async (written, read) => {
    expect(await post(budgeted(written))).toMatchObject({ status: 200, body: { budget_tokens: read } });
  });

  test.each<[string, Body]>([
    [
      "unknown fields at every level",
      { extra: 1, budget: { max_context_tokens: 250, extra: {} }, task: { ...(needle().task as Body), x: null } },
    ],
    ["camelCase names, which are unknown ones", { renderFormat: 5, returnPerRecord: 7 }],
    ["any content type", {}],
  ])("%s", async (_name, changes) => {
    const reply = await post(JSON.stringify(needle(changes)), { "content-type": "text/plain" });
    expect(reply).toMatchObject({ status: 200, body: { fallback_used: false } });
  });

  test("gzip", async () => {
    const body = new Uint8Array(gzipSync(JSON.stringify(needle())));
    expect(await post(body, { "content-encoding": "gzip" })).toMatchObject({ status: 200 });
  });

  test("a lone surrogate and a NUL are echoed unchanged", async () => {
    const records = pool().map((record) => ({ ...record, title: "a\u0000b" }));
    const body = JSON.stringify(needle({ records })).replace('"contract-1"', '"\\ud800\\u0000"');
    const reply = await post(body);
    expect(reply).toMatchObject({ status: 200, body: { request_id: "\ud800\u0000" } });
    expect(reply.body.selected[0].title).toBe("a\u0000b");
  });

  test("keys named like built-in object properties change nothing", async () => {
    const attributes = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const body = JSON.stringify(needle()).replace('"id":"r0"', `"id":"r0","attributes":${attributes}`);
    expect(await post(body)).toMatchObject({ status: 200, body: { fallback_used: false } });
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("fields that are documented to have no effect change nothing", async () => {
    const settled = (reply: { body: Body }) => ({ ...reply.body, engine_latency_ms: 0 });
    const plain = await post(JSON.stringify(needle()));
    const laden = needle({
      render: false,
      budget: { max_context_tokens: 250, max_excerpt_tokens_per_record: 1, require_evidence_coverage: true },
      task: {
        ...(needle().task as Body),
        required_record_ids: ["r0"],
        parent_record_ids: ["r1"],
        recent_prompts: ["What did the orchard report say?"],
      },
    });
    expect(settled(await post(JSON.stringify(laden)))).toEqual(settled(plain));
  });

  test("every field of the answer is present", async () => {
    const { body } = await post(JSON.stringify(needle()));
    expect(Object.keys(body)).toEqual([
      ...["request_id", "rendered_context", "policy_version", "selected", "tokens_before", "tokens_after"],
      ...["tokens_saved", "records_available", "records_selected", "fallback_used", "selection_error"],
      ...["engine_latency_ms", "budget_tokens", "attempted_budget_tokens", "reduction_ratio", "safety", "gate"],
      "format_metrics",
    ]);
    expect(body.selected[0]).toMatchObject({
      title: null,
      source: null,
      excerpt_format: "plain",
      spans: expect.any(Array),
    });
  });
});
