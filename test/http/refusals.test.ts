import { type ClientHttp2Session, connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerOf, grpcHeaders, open } from "./fixtures/h2-call.ts";
import { raw } from "./fixtures/raw.ts";
import { type Served, selectBody, serve } from "./fixtures/served.ts";

let served: Served;
let session: ClientHttp2Session;

beforeAll(async () => {
  served = await serve({}, { lingerMs: 100 });
  session = connect(served.address);
});

afterAll(async () => {
  session.close();
  await served.drain();
});

const select = "/v1/context/select";

describe("a refused call", () => {
  test.each([
    [null, 401, '{"message":"Unauthorized"}'],
    ["bad", 403, '{"Message":"User is not authorized to access this resource with an explicit deny"}'],
    ["slow", 429, '{"message":"Too Many Requests"}'],
    ["spent", 429, '{"message":"Limit Exceeded"}'],
  ])("with key %s gets the gateway's body over REST", async (key, status, body) => {
    const headers = key === null ? {} : { authorization: `Bearer ${key}` };
    const answer = await fetch(served.address + select, { method: "POST", headers, body: selectBody("x") });
    expect([answer.status, await answer.text()]).toEqual([status, body]);
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  test.each([
    [null, "16", /^none$/],
    ["bad", "7", /^none$/],
    ["slow", "8", /^[34]\d\d$/],
    ["spent", "8", /^-1$/],
  ])("with key %s gets one frame over gRPC", async (key, code, pushback) => {
    // The request stays open, because the answer must not wait for its body.
    const stream = open(session, grpcHeaders("Select", key), null);
    const answer = await answerOf(stream);
    expect(answer).toMatchObject({ headersAlone: true, trailers: null, rstCode: 0 });
    expect(answer.headers).toMatchObject({ ":status": 200, "content-type": "application/grpc", "grpc-status": code });
    expect(answer.headers["grpc-retry-pushback-ms"] ?? "none").toMatch(pushback);
  });

  test("gets its gRPC status over HTTP/1.1 too", async () => {
    const headers = { "content-type": "application/grpc+proto" };
    const answer = await fetch(`${served.address}/winnow.v1.ContextService/Select`, { method: "POST", headers });
    expect([answer.status, answer.headers.get("grpc-status"), await answer.text()]).toEqual([200, "16", ""]);
    expect(answer.headers.get("content-type")).toBe("application/grpc+proto");
  });

  test("reveals which paths exist only with a valid key", async () => {
    const statusOf = async (path: string, key: string, method = "GET") => {
      const answer = await fetch(served.address + path, { method, headers: { authorization: `Bearer ${key}` } });
      await answer.arrayBuffer();
      return [answer.status, answer.headers.get("allow")];
    };
    expect(await statusOf("/v1/nothing", "bad")).toEqual([403, null]);
    expect(await statusOf("/v1/nothing", "good")).toEqual([404, null]);
    expect(await statusOf("/v1/health/", "good")).toEqual([404, null]);
    expect(await statusOf(select, "good")).toEqual([404, "POST"]);
    expect(await statusOf("/v1/health", "good", "PUT")).toEqual([404, "GET"]);
  });

  test("with two Authorization headers is refused, whichever of them is valid", async () => {
    const client = await raw(served.port);
    for (const [first, second] of [
      ["good", "bad"],
      ["bad", "good"],
      ["good", "good"],
    ]) {
      client.send(`GET /v1/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${first}\r\n`);
      client.send(`Authorization: Bearer ${second}\r\n\r\n`);
    }
    const received = await client.until(/(?:HTTP\/1\.1 [\s\S]*){3}deny"\}$/);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 403", "HTTP/1.1 403", "HTTP/1.1 403"]);
    client.socket.destroy();
  });
});

describe("a fault during admission", () => {
  test("is an engine_error over REST, without its message", async () => {
    const answer = await fetch(`${served.address}/v1/health`, { headers: { authorization: "Bearer broken" } });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ error: "engine_error", detail: "the service could not answer this request" });
  });

  test("is INTERNAL over gRPC and Connect", async () => {
    const grpc = await answerOf(open(session, grpcHeaders("Select", "broken"), null));
    expect(grpc).toMatchObject({ headersAlone: true, headers: { "grpc-status": "13" } });
    const headers = { authorization: "Bearer broken", "content-type": "application/json" };
    const path = "/winnow.v1.ContextService/GetHealth";
    const connected = await fetch(served.address + path, { method: "POST", headers, body: "{}" });
    expect([connected.status, await connected.json()]).toMatchObject([500, { code: "internal" }]);
    expect(JSON.stringify(served.lines())).not.toContain("words of the caller");
  });
});

describe("quota", () => {
  test.each([
    ["a select over REST", select, selectBody("x"), "application/json", 1, 0],
    ["a select over Connect", "/winnow.v1.ContextService/Select", connectBody(), "application/json", 1, 0],
    ["a select that is not well formed", select, "{}", "application/json", 1, 1],
    ["a select that is too long", select, "x".repeat(6 * 1024 * 1024 + 1), "application/json", 1, 1],
    ["a health call over Connect", "/winnow.v1.ContextService/GetHealth", "{}", "application/json", 0, 0],
    ["an unknown path", "/v1/nothing", "", "application/json", 0, 0],
  ])("%s", async (_name, path, body, type, spent, refunded) => {
    const before = { ...served.counted };
    const headers = { authorization: "Bearer good", "content-type": type };
    const seen = served.lines().length;
    const answer = await fetch(served.address + path, { method: "POST", headers, body });
    await answer.arrayBuffer();
    await served.line((line) => served.lines().indexOf(line) >= seen && line.msg === "call");
    expect(served.counted.quota - before.quota).toBe(spent);
    expect(served.counted.refunds - before.refunds).toBe(refunded);
  });
});

function connectBody(): string {
  return '{"requestId":"c","records":[{"text":"a"}],"task":{"prompt":"p"},"budget":{"maxContextTokens":9}}';
}
