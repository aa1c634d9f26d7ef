// Responses before a body is read: the exact bodies of REST, and Trailers-Only for gRPC.
import { once } from "node:events";
import { connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { Code } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectDescribed, isDescribed } from "./described.ts";
import { changed, needle } from "./pools.ts";
import { everyProtocolClient } from "./protocol-clients.ts";
import { type ServiceUnderTest, startServiceUnderTest } from "./service-under-test.ts";

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startServiceUnderTest();
});

afterAll(() => service.stop());

const select = "/v1/context/select";
const unauthorized = '{"message":"Unauthorized"}';
const denied = '{"Message":"User is not authorized to access this resource with an explicit deny"}';

async function rest(path: string, init: RequestInit) {
  const reply = await fetch(service.url + path, init);
  const body = await reply.text();
  const [method, at] = [init.method ?? "GET", new URL(path, service.url).pathname];
  if (isDescribed(method, at)) expectDescribed(method, at, reply.status, reply.headers, body);
  return { status: reply.status, headers: reply.headers, body };
}

function post(key: string, body: string | Uint8Array<ArrayBuffer> = JSON.stringify(needle())) {
  return rest(select, { method: "POST", headers: { authorization: `Bearer ${key}` }, body });
}

describe("on REST", () => {
  test.each([
    ["no header", select, {}],
    ["x-api-key", select, { "x-api-key": "KEY" }],
    ["a cookie", select, { cookie: "authorization=Bearer KEY" }],
    ["a query key", `${select}?api_key=KEY&authorization=Bearer%20KEY`, {}],
    ["no header on an unknown path", "/nowhere", {}],
    ["no header on health", "/v1/health", {}],
  ])("%s is 401", async (_name, path, headers) => {
    const reply = await rest(path, { method: "POST", headers: asHeaders(headers), body: "{}" });
    expect(reply).toMatchObject({ status: 401, body: unauthorized });
    expect(reply.headers.get("content-type")).toBe("application/json");
  });

  test.each([
    ["another scheme", "Basic KEY"],
    ["the bare key", "KEY"],
    ["no token", "Bearer"],
    ["an empty token", "Bearer "],
    ["two tokens", "Bearer KEY KEY"],
    ["an unknown key", "Bearer wnw_nonsense"],
    ["an empty header", ""],
    ["a comma", "Bearer KEY, Bearer KEY"],
  ])("%s is 403", async (_name, authorization) => {
    const headers = { authorization: authorization.replaceAll("KEY", service.keys.roomy) };
    expect(await rest(select, { method: "POST", headers, body: "{}" })).toMatchObject({ status: 403, body: denied });
  });

  test("every invalid key gets the same bytes", async () => {
    for (const key of [service.keys.revoked, service.keys.suspended, service.keys.unknown]) {
      expect(await post(key)).toMatchObject({ status: 403, body: denied });
    }
  });

  test.each(["bearer", "BEARER", "BeArEr"])("the scheme may be written %s", async (scheme) => {
    const headers = { authorization: `${scheme} ${service.keys.roomy}` };
    expect(await rest("/v1/health", { headers })).toMatchObject({ status: 200 });
  });

  test.each([
    ["GET", "/v1/nowhere", null],
    ["GET", "/", null],
    ["GET", "/v1/context/select", "POST"],
    ["DELETE", "/v1/context/select", "POST"],
    ["POST", "/v1/health", "GET"],
    ["PUT", "/v1/operating-points", "GET"],
    ["GET", "/v1/health/", null],
    ["POST", "/V1/context/select", null],
    ["GET", "/v2/health", null],
  ])("%s %s is not found", async (method, path, allow) => {
    const reply = await rest(path, { method, headers: { authorization: `Bearer ${service.keys.roomy}` } });
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.body)).toEqual({ error: "not_found", detail: expect.any(String) });
    expect(reply.headers.get("allow")).toBe(allow);
  });

  test("a body over 6 MiB is 413, and one of 6 MiB is read", async () => {
    const most = 6 * 1024 * 1024;
    expect(await post(service.keys.roomy, " ".repeat(most + 1))).toMatchObject({
      status: 413,
      body: '{"message":"Request Too Long"}',
    });
    const body = JSON.stringify(needle());
    expect((await post(service.keys.roomy, body + " ".repeat(most - body.length))).status).toBe(200);
  });

  test("health and the registry agree", async () => {
    const headers = { authorization: `Bearer ${service.keys.roomy}` };
    const health = JSON.parse((await rest("/v1/health", { headers })).body);
    const registry = JSON.parse((await rest("/v1/operating-points", { headers })).body);
    expect(health).toEqual({
      status: "ok",
      service: "winnow",
      endpoint: select,
      default_operating_point: registry.default,
      operating_points: registry.operating_points.map((point: { label: string }) => point.label),
      build_id: "",
    });
    expect(registry.operating_points.length).toBeGreaterThanOrEqual(2);
    const versions = registry.operating_points.map((point: { policy_version: string }) => point.policy_version);
    expect(new Set(versions).size).toBe(versions.length);
  });
});

describe("rate and quota", () => {
  test("a call beyond the burst is 429 with a wait, on both REST and gRPC", async () => {
    const { slow } = service.keys;
    expect((await post(slow)).status).toBe(200);
    const refused = await post(slow);
    expect(refused).toMatchObject({ status: 429, body: '{"message":"Too Many Requests"}' });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(900);
    const trailers = await trailersOnly(slow);
    expect(trailers).toMatchObject({ "grpc-status": String(Code.ResourceExhausted) });
    expect(Number(trailers["grpc-retry-pushback-ms"])).toBeGreaterThan(900_000);
  });

  test("only successful select calls use the quota", async () => {
    const { frugal } = service.keys;
    const malformed = JSON.stringify(changed(needle(), ["task"]));
    const health = { headers: { authorization: `Bearer ${frugal}` } };
    expect((await post(frugal)).status).toBe(200);
    expect((await post(frugal, malformed)).status).toBe(400);
    expect((await rest("/v1/health", health)).status).toBe(200);
    expect((await post(frugal)).status).toBe(200);
    const refused = await post(frugal);
    expect(refused).toMatchObject({ status: 429, body: '{"message":"Limit Exceeded"}' });
    expect((await rest("/v1/health", health)).status).toBe(200);
    expect(await trailersOnly(frugal)).toMatchObject({
      "grpc-status": String(Code.ResourceExhausted),
      "grpc-retry-pushback-ms": "-1",
    });
    for (const client of everyProtocolClient(service.url)) {
      expect(await client.select(needle(), frugal), client.name).toMatchObject({
        code: Code.ResourceExhausted,
      });
      client.close();
    }
  });
});

describe("on gRPC", () => {
  test.each([
    ["no key", "", Code.Unauthenticated],
    ["a key that is unknown", "wnw_nonsense", Code.PermissionDenied],
  ])("%s is refused in headers alone", async (_name, key, code) => {
    expect(await trailersOnly(key)).toMatchObject({
      ":status": 200,
      "content-type": "application/grpc",
      "grpc-status": String(code),
    });
  });

  test("an unknown method is UNIMPLEMENTED in headers alone", async () => {
    expect(await trailersOnly(service.keys.roomy, "/winnow.v1.ContextService/Nothing")).toMatchObject({
      "grpc-status": String(Code.Unimplemented),
    });
    expect(await trailersOnly(service.keys.roomy, "/no.such.Service/Call")).toMatchObject({
      "grpc-status": String(Code.Unimplemented),
    });
  });
});

/** The response's only HEADERS frame; fails unless it ends the stream. */
async function trailersOnly(key: string, path = "/winnow.v1.ContextService/Select"): Promise<IncomingHttpHeaders> {
  const session = connectHttp2(service.url);
  const authorization = key === "" ? {} : { authorization: `Bearer ${key}` };
  const headers = { ":method": "POST", ":path": path, "content-type": "application/grpc", te: "trailers" };
  const stream = session.request({ ...headers, ...authorization });
  // An empty message, for calls that are refused only after routing.
  stream.end(Buffer.alloc(5));
  const [response, flags] = await once(stream, "response");
  const endStream = 0x1;
  expect(flags & endStream).toBe(endStream);
  session.close();
  return response;
}

function asHeaders(given: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, String(value).replaceAll("KEY", service.keys.roomy)]),
  );
}
