import { deflateSync, gzipSync } from "node:zlib";
import { create } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, test } from "vitest";
import { ContextResponseSchema, GetHealthResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import { BODY_BYTES_MAX } from "../../src/limits.ts";
import type { BufferedReply } from "../../src/protocols/reply.ts";
import { createRest, decodeBody } from "../../src/protocols/rest.ts";
import type { Call, ContextHandlers } from "../../src/service/call.ts";
import { bytes, validRequest } from "./requests.ts";
import { callWith, smallHandlers } from "./small-handlers.ts";

const faults: unknown[] = [];
const rest = restOf(smallHandlers());
beforeEach(() => faults.splice(0));

function restOf(handlers: ContextHandlers) {
  return createRest(handlers, (fault) => faults.push(fault));
}

function ask(httpMethod: string, target: string, body: unknown = "", call: Call = callWith(), of = rest) {
  return of({ protocol: "rest", httpVersion: "1.1", httpMethod, target, headers: {}, body: bytes(body) }, call);
}

function select(prompt: string, call?: Call): Promise<BufferedReply> {
  return ask("POST", "/v1/context/select", { ...validRequest(), task: { prompt } }, call);
}

const json = { "content-type": "application/json" };

test("answers a selection with every field", async () => {
  const reply = await select("p");
  expect(reply).toMatchObject({ status: 200, headers: json });
  expect(JSON.parse(String(reply.body))).toMatchObject({
    request_id: "req-1",
    rendered_context: "alpha\nbeta",
    gate: null,
  });
});

test("answers the registry and health, with any body and query", async () => {
  expect(await ask("GET", "/v1/operating-points?x=1", "not json")).toEqual({
    status: 200,
    headers: json,
    body: '{"default":"one","operating_points":[{"label":"one","policy_version":"1"}]}',
  });
  const health = await ask("GET", "/v1/health");
  expect(JSON.parse(String(health.body))).toMatchObject({ status: "ok", operating_points: ["one"], build_id: "" });
});

test("a compressed body is decoded, to at most as many bytes as a plain one may have", async () => {
  const zipped = (body: Buffer) => {
    const request = { protocol: "rest", httpVersion: "1.1", httpMethod: "POST", target: "/v1/context/select" } as const;
    return rest({ ...request, headers: { "content-encoding": "gzip" }, body: gzipSync(body) }, callWith());
  };
  expect((await zipped(Buffer.from(JSON.stringify(validRequest())))).status).toBe(200);
  expect(await zipped(Buffer.alloc(7 * 1024 * 1024))).toMatchObject({
    body: '{"message":"Request Too Long"}',
    status: 413,
  });
});

test("an unknown path is not found", async () => {
  const body = '{"error":"not_found","detail":"no such path"}';
  expect(await ask("GET", "/v2/health")).toEqual({ status: 404, headers: json, body });
});

test("a known path with the wrong method is not found either, and the reply names its methods", async () => {
  const reply = await ask("GET", "/v1/context/select");
  expect(reply).toMatchObject({ status: 404, headers: { ...json, allow: "POST" } });
  expect(JSON.parse(String(reply.body))).toEqual({ error: "not_found", detail: expect.stringContaining("POST") });
});

test("a form sent to the path of an RPC gets a reply that names its protocols", async () => {
  const reply = await ask("POST", "/winnow.v1.ContextService/Select", "a=b");
  expect(reply).toMatchObject({ status: 404, headers: { ...json, allow: "POST" } });
  expect(JSON.parse(String(reply.body))).toEqual({ error: "not_found", detail: expect.stringContaining("Connect") });
});

test("a malformed body names the field", async () => {
  const body = '{"error":"bad_request","detail":"request_id is missing"}';
  expect(await ask("POST", "/v1/context/select", "{}")).toEqual({ status: 400, headers: json, body });
});

test("an exceeded ceiling is reported with its name, its limit and the observed number", async () => {
  const reply = await select("too large");
  expect(reply).toMatchObject({ status: 413, headers: json });
  expect(JSON.parse(String(reply.body))).toEqual({
    error: "request_too_large",
    detail: "records 11 exceeds limit 10",
    limit_name: "records",
    limit: 10,
    observed: 11,
  });
});

test("a failure of the service is an engine error", async () => {
  const body = '{"error":"engine_error","detail":"no such label"}';
  expect(await select("engine error")).toEqual({ status: 500, headers: json, body });
  expect(faults).toEqual([]);
});

describe("an unforeseen fault", () => {
  const fixed = '{"error":"engine_error","detail":"the service could not answer this request"}';

  test("of a handler is reported, and callers do not see it", async () => {
    expect(await select("throw")).toEqual({ status: 500, headers: json, body: fixed });
    expect(faults).toMatchObject([{ message: "secret of the caller" }]);
  });

  test.each([
    [
      "a number that JSON cannot express",
      { select: async () => ({ message: create(ContextResponseSchema, { reductionRatio: Number.NaN }) }) },
    ],
    [
      "a handler that throws at once",
      {
        select: () => {
          throw new Error("secret");
        },
      },
    ],
  ])("from %s gets the same reply", async (_, broken) => {
    const of = restOf({ ...smallHandlers(), ...broken });
    expect(await ask("POST", "/v1/context/select", validRequest(), callWith(), of)).toMatchObject({
      status: 500,
      body: fixed,
    });
    expect(faults).toHaveLength(1);
  });

  test("of a method without parameters gets the same reply", async () => {
    const getHealth = () => create(GetHealthResponseSchema, Object.assign({}, { operatingPoints: thrower() }));
    const of = restOf({ ...smallHandlers(), getHealth });
    expect(await ask("GET", "/v1/health", "", callWith(), of)).toMatchObject({ status: 500, body: fixed });
  });
});

test("an aborted call may be retried", async () => {
  const end = new AbortController();
  const waiting = select("wait", callWith(end.signal));
  end.abort();
  expect(await waiting).toMatchObject({ status: 503, body: '{"message":"Service Unavailable"}' });
  expect(faults).toEqual([]);
});

function thrower(): string[] {
  throw new Error("secret");
}

const body = Buffer.from("the body");

describe("a body", () => {
  test.each([
    ["gzip", gzipSync(body)],
    ["X-Gzip", gzipSync(body)],
    [" identity, deflate ", deflateSync(body)],
    ["", body],
    ["identity", body],
    ["gzip", Buffer.concat([gzipSync("the "), gzipSync("body")])],
  ])("in %j is decoded", (coding, received) => {
    expect(Buffer.from(decodeBody(received, coding)).toString()).toBe("the body");
  });

  test.each([
    ["br", body, "unknown_encoding"],
    ["gzip, gzip", gzipSync(gzipSync(body)), "unknown_encoding"],
    ["gzip", body, "corrupt"],
    ["gzip", gzipSync(body).subarray(0, 12), "corrupt"],
    ["gzip", gzipSync(Buffer.alloc(BODY_BYTES_MAX + 1)), "too_long"],
    ["deflate", deflateSync(Buffer.alloc(BODY_BYTES_MAX + 1)), "too_long"],
  ])("in %j that cannot be decoded gives the reason", (coding, received, reason) => {
    expect(decodeBody(received, coding)).toBe(reason);
  });

  test("may decode to as many bytes as a plain one may have", () => {
    expect(decodeBody(gzipSync(Buffer.alloc(BODY_BYTES_MAX)), "gzip").length).toBe(BODY_BYTES_MAX);
  });

  test("without bytes is empty in every coding", () => {
    expect(decodeBody(Buffer.alloc(0), "br").length).toBe(0);
  });
});
