// Servers that time out, refuse, truncate and lie: the caller gets its own context and the reason.
import { afterEach, describe, expect, test } from "vitest";
import { createClient, WinnowError } from "../src/client.ts";
import { type Lie, type LyingServer, leastAnswer, lie, request, says } from "./lying-server.ts";

const apiKey = "wnw_secret";
const whole = "first\n\nsecond";

let server: LyingServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function against(answer: Lie, timeoutMs = 60_000) {
  server = await lie(answer);
  const client = createClient({ baseUrl: server.url, apiKey, timeoutMs });
  return { client, server };
}

const truncates: Lie = (reply) => {
  reply.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  reply.write('{"request_id":', () => reply.destroy());
};

describe("fails open when the server", () => {
  test.each<[string, Lie, string, number | null]>([
    ["says nothing", () => {}, "timed_out", null],
    ["stops in the middle of a body", (reply) => reply.writeHead(200).write("{"), "timed_out", null],
    ["cuts the body off", truncates, "connection_failed", null],
    ["hangs up", (reply) => reply.destroy(), "connection_failed", null],
    [
      "answers 400",
      says(400, { error: "bad_request", detail: "records[1].kind must be a string" }),
      "bad_request",
      400,
    ],
    ["answers 401", says(401, { message: "Unauthorized" }), "unauthenticated", 401],
    ["answers 402", says(402, { message: "Payment Required" }), "out_of_credit", 402],
    ["answers 403", says(403, { Message: "explicit deny" }), "forbidden", 403],
    ["answers 404", says(404, { error: "not_found", detail: "no such path" }), "not_found", 404],
    ["waits in vain for the body", says(408, { message: "Request Timeout" }), "timed_out", 408],
    ["answers 413", says(413, { error: "request_too_large" }), "request_too_large", 413],
    ["throttles", says(429, { message: "Too Many Requests" }, { "retry-after": "60" }), "throttled", 429],
    ["is out of quota", says(429, { message: "Limit Exceeded" }), "quota_exceeded", 429],
    ["answers 500", says(500, { error: "engine_error", detail: "" }), "engine_error", 500],
    ["is overloaded", says(503, { message: "Service Unavailable" }, { "retry-after": "60" }), "unavailable", 503],
    ["redirects", (reply) => reply.writeHead(302, { location: "/elsewhere" }).end(), "unexpected_status", 302],
    ["answers 204", (reply) => reply.writeHead(204).end(), "unexpected_status", 204],
    ["answers with a page", (reply) => reply.end("<html>"), "malformed_answer", null],
    ["answers with nothing", (reply) => reply.end(), "malformed_answer", null],
    ["answers null", says(200, null), "malformed_answer", null],
    ["answers a list", says(200, [leastAnswer]), "malformed_answer", null],
    ["echoes another id", says(200, { ...leastAnswer, request_id: "r-2" }), "wrong_echo", null],
    ["selects no record", says(200, { ...leastAnswer, records_selected: 0 }), "empty_selection", null],
    ["renders nothing", says(200, { ...leastAnswer, rendered_context: " \n" }), "empty_selection", null],
  ])("%s", async (_name, answer, kind, status) => {
    // Only silence is waited out; what is tried again gets the time for it.
    const { client } = await against(answer, kind === "timed_out" ? 300 : 30_000);
    const selection = await client.select(request);
    expect(selection).toMatchObject({ failedOpen: true, context: whole, response: null, cause: { kind, status } });
    expect(selection.cause).toBeInstanceOf(WinnowError);
    expect(JSON.stringify(selection.cause) + String(selection.cause)).not.toContain(apiKey);
    await expect(client.select(request, { strict: true })).rejects.toMatchObject({ kind });
  });

  test("selects a record that was not sent", async () => {
    const { client } = await against(says(200, { ...leastAnswer, selected: [{ record_id: "a" }, { record_id: "c" }] }));
    const records = [
      { id: "a", text: "first" },
      { id: "b", text: "second" },
    ];
    const { cause, context } = await client.select({ ...request, records });
    expect(cause).toMatchObject({
      kind: "malformed_answer",
      message: expect.stringContaining("selected[1].record_id"),
    });
    expect(context).toBe(whole);
  });

  test("is not there", async () => {
    const { url, close } = await lie(() => {});
    await close();
    const selection = await createClient({ baseUrl: url, apiKey }).select(request);
    expect(selection).toMatchObject({ context: whole, cause: { kind: "connection_failed" } });
  });

  test.each(Object.keys(leastAnswer))("leaves out %s", async (name) => {
    const { client } = await against(says(200, { ...leastAnswer, [name]: undefined }));
    const { cause } = await client.select(request);
    expect(cause).toMatchObject({ kind: "malformed_answer", message: `answer.${name} is missing` });
  });

  test.each<[string, unknown]>([
    ["answer.tokens_saved", { tokens_saved: "6" }],
    ["answer.rendered_context", { rendered_context: 7 }],
    ["answer.selected", { selected: "all" }],
    ["answer.selected[0]", { selected: [null] }],
    ["answer.selected[0].record_id", { selected: [{ excerpt: "kept" }] }],
    ["answer.selected[0].spans[0].end", { selected: [{ record_id: "a", spans: [{ start: 0 }] }] }],
    ["answer.gate", { gate: true }],
    ["answer.format_metrics", { format_metrics: [] }],
    ["answer.safety.evidence_terms.*", { safety: { evidence_terms: { found: "term" } } }],
  ])("sends %s of another type", async (field, changes) => {
    const { client } = await against(says(200, Object.assign({ ...leastAnswer }, changes)));
    const { cause } = await client.select(request);
    expect(cause).toMatchObject({ kind: "malformed_answer", message: expect.stringContaining(`${field} is`) });
  });
});

describe("what a call says", () => {
  test("413 names its ceiling", async () => {
    const body = { error: "request_too_large", detail: "", limit_name: "records", limit: 1, observed: 2 };
    const { client } = await against(says(413, body));
    expect((await client.select(request)).cause).toMatchObject({ limitName: "records", limit: 1, observed: 2 });
  });

  test("401 and 403 say which side to fix", async () => {
    const { client } = await against((reply, attempt, asked) =>
      says(attempt === 1 ? 401 : 403, {})(reply, attempt, asked),
    );
    expect(String((await client.select(request)).cause)).toContain("fix the client");
    expect(String((await client.select(request)).cause)).toContain("fix the credential");
  });
});

describe("an answer that holds", () => {
  test("the least is filled up", async () => {
    const { client } = await against(says(200, leastAnswer));
    const selection = await client.select(request);
    expect(selection).toMatchObject({ failedOpen: false, context: "kept", cause: null });
    expect(selection.response).toMatchObject({ ...leastAnswer, selected: [], gate: null, safety: null });
    expect(selection.response?.format_metrics).toEqual({ client_latency_ms: expect.any(Number) });
  });

  test("more than is known is passed on", async () => {
    const gate = { engaged: true, reason: "escalate:later", signals: { a: 1 }, outcome: "escalate" };
    const selected = [{ record_id: "a", reason: "new_reason", excerpt_format: "new_form", kind: "new_kind" }];
    const { client } = await against(says(200, { ...leastAnswer, gate, selected, usage: { tokens: 3 } }));
    const { response } = await client.select(request);
    expect(response).toMatchObject({ gate, usage: { tokens: 3 } });
    expect(response?.selected[0]).toMatchObject({ reason: "new_reason", excerpt: "", spans: [], title: null });
  });

  test("nothing is right when nothing was sent", async () => {
    const nothing = { ...leastAnswer, rendered_context: "", records_selected: 0, fallback_used: true };
    const { client } = await against(says(200, nothing));
    expect(await client.select({ ...request, records: [{ text: " " }] })).toMatchObject({ failedOpen: false });
  });
});
