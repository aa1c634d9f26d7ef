// The same options, the same answers and the same errors over REST and gRPC, from a real service, for every case of the
// contract and every state of a key.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cases } from "../../../test/contract/cases.ts";
import { needle } from "../../../test/contract/pools.ts";
import { keyNames, type ServiceUnderTest, startServiceUnderTest } from "../../../test/contract/service-under-test.ts";
import { type ContextRequest, createClient, type Selection } from "../src/client.ts";
import { createGrpcClient } from "../src/grpc.ts";

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startServiceUnderTest();
});

afterAll(() => service.stop());

/** Some cases have errors on purpose, which the client's types would reject. */
function asRequest(body: unknown): ContextRequest {
  return body as ContextRequest;
}

async function both(request: ContextRequest, apiKey: string): Promise<readonly Selection[]> {
  const options = { baseUrl: service.url, apiKey, timeoutMs: 60_000 };
  return Promise.all([createClient(options).select(request), createGrpcClient(options).select(request)]);
}

/** The parts that do not depend on a clock, and that a caller can act on. */
function settled({ failedOpen, context, response, cause }: Selection): unknown {
  const { format_metrics = {}, ...rest } = response ?? {};
  const metrics = { ...format_metrics, client_latency_ms: typeof Object(format_metrics).client_latency_ms };
  const error = cause === null ? null : { ...cause, retryAfter: null, message: cause.message };
  return JSON.parse(JSON.stringify({ failedOpen, context, rest: { ...rest, engine_latency_ms: 0 }, metrics, error }));
}

test.each(cases)("$name", async ({ body, key, code }) => {
  const [rest, grpc] = await both(asRequest(body), service.keys[key ?? "roomy"]);
  expect(rest?.failedOpen).toBe(code !== null);
  expect(grpc && settled(grpc)).toEqual(rest && settled(rest));
});

describe("values that the types forbid", () => {
  test.each<[string, object, string | undefined]>([
    ["an integer beyond the largest", { budget: { max_context_tokens: 2 ** 40 } }, undefined],
    ["a fraction", { budget: { max_context_tokens: 5.5 } }, "bad_request"],
    ["a kind that does not exist", { records: [{ text: "a", kind: "rumour" }] }, "engine_error"],
    ["a mode that does not exist", { budget: { max_context_tokens: 9, mode: "eager" } }, "bad_request"],
    ["a text instead of attributes", { records: [{ text: "a", attributes: { kind: "x", mode: "y" } }] }, undefined],
  ])("%s", async (_name, changes, kind) => {
    const request = asRequest({ ...needle(), ...changes });
    for (const { cause } of await both(request, service.keys.roomy)) expect(cause?.kind).toBe(kind);
  });
});

describe("a key that is", () => {
  test.each(keyNames.filter((name) => name !== "slow" && name !== "frugal"))("%s", async (name) => {
    const [rest, grpc] = await both(asRequest(needle()), service.keys[name]);
    expect(grpc?.cause?.kind).toBe(rest?.cause?.kind);
    expect(grpc?.cause?.constructor).toBe(rest?.cause?.constructor);
  });

  test("over its rate gets the requested wait", async () => {
    await both(asRequest(needle()), service.keys.slow);
    const selections = await both(asRequest(needle()), service.keys.slow);
    for (const { cause } of selections) {
      expect(cause).toMatchObject({ kind: "throttled", status: 429 });
      expect(Number(cause?.retryAfter)).toBeGreaterThan(900_000);
    }
  });

  test("with an exhausted quota gets an error that says so", async () => {
    for (let spent = 0; spent < 2; spent += 1) await both(asRequest(needle()), service.keys.frugal);
    const selections = await both(asRequest(needle()), service.keys.frugal);
    for (const { cause } of selections) expect(cause).toMatchObject({ kind: "quota_exceeded", status: 429 });
  });
});

test("a body of more than 6 MiB leaves neither client", async () => {
  const selections = await both(asRequest(needle({ records: [{ text: "x".repeat(6 * 1024 * 1024) }] })), "any");
  for (const { cause } of selections) expect(cause).toMatchObject({ kind: "request_too_large", status: null });
});

test("a whole context over 4 MiB is returned", async () => {
  const records = Array.from({ length: 5 }, (_, index) => ({ text: `${index} ${"word ".repeat(200_000)}` }));
  const request = asRequest(needle({ records, task: { prompt: "zebra" } }));
  const options = { baseUrl: service.url, apiKey: service.keys.roomy, timeoutMs: 60_000 };
  const { response } = await createGrpcClient(options).select(request, { strict: true });
  expect(response?.rendered_context.length).toBeGreaterThan(5_000_000);
});
