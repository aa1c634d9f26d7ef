import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deadlineMs, dropEndlessDeadline } from "../../src/http/headers.ts";
import { type Served, selectBody, serve } from "./fixtures/served.ts";

test.each([
  [{}, null],
  [{ "grpc-timeout": "1H" }, 3_600_000],
  [{ "grpc-timeout": "2M" }, 120_000],
  [{ "grpc-timeout": "3S" }, 3_000],
  [{ "grpc-timeout": "250m" }, 250],
  [{ "grpc-timeout": "1500u" }, 1.5],
  [{ "grpc-timeout": "5000000n" }, 5],
  [{ "grpc-timeout": "0m" }, 0],
  [{ "grpc-timeout": "99999999H" }, null],
  [{ "grpc-timeout": "123456789S" }, null],
  [{ "grpc-timeout": "1" }, null],
  [{ "grpc-timeout": "-1S" }, null],
  [{ "grpc-timeout": "1s" }, null],
  [{ "connect-timeout-ms": "700" }, 700],
  [{ "connect-timeout-ms": "12345678901" }, null],
  [{ "connect-timeout-ms": "1e3" }, null],
])("%j gives %s ms", (headers, ms) => {
  expect(deadlineMs(headers)).toBe(ms);
});

test.each([
  [{ "grpc-timeout": "99999999H", te: "trailers" }, { te: "trailers" }],
  [{ "connect-timeout-ms": "9999999999" }, {}],
  [{ "grpc-timeout": "1H" }, { "grpc-timeout": "1H" }],
  // Left to Connect, which says what is wrong with them.
  [{ "grpc-timeout": "-1S" }, { "grpc-timeout": "-1S" }],
  [{ "connect-timeout-ms": "12345678901" }, { "connect-timeout-ms": "12345678901" }],
])("Connect sees %j as %j", (headers, seen) => {
  const mended = { ...headers };
  dropEndlessDeadline(mended);
  expect(mended).toEqual(seen);
});

let served: Served;
let closed: Served;

beforeAll(async () => {
  served = await serve({ corsOrigins: "https://app.example, https://other.example:8443" });
  closed = await serve();
});

afterAll(() => Promise.all([served.drain(), closed.drain()]));

function preflight({ address }: Served, origin: string, path = "/v1/context/select"): Promise<Response> {
  const headers = {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization",
  };
  return fetch(address + path, { method: "OPTIONS", headers });
}

describe("a preflight", () => {
  test("from an allowed origin needs no key", async () => {
    const answer = await preflight(served, "https://app.example");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(answer.headers.get("access-control-allow-methods")).toBe("GET, POST");
    expect(answer.headers.get("access-control-allow-headers")).toContain("authorization");
    expect(answer.headers.get("vary")).toBe("origin");
  });

  test("gets the same response on every path", async () => {
    const seen = await Promise.all(
      ["/v1/context/select", "/nothing", "/winnow.v1.ContextService/Select"].map(async (path) => {
        const answer = await preflight(served, "https://app.example", path);
        return { status: answer.status, headers: [...answer.headers].filter(([name]) => name !== "date") };
      }),
    );
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1);
  });

  test.each([
    ["from another origin", "https://evil.example"],
    ["from an allowed host without TLS", "http://app.example"],
    ["from a page without an origin", "null"],
  ])("%s is a call without a key", async (_name, origin) => {
    const answer = await preflight(served, origin);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    await answer.arrayBuffer();
  });

  test("is a call without a key if no origin is allowed", async () => {
    const answer = await preflight(closed, "https://app.example");
    expect(answer.status).toBe(401);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    await answer.arrayBuffer();
  });
});

describe("a page of an allowed origin can read a response", () => {
  const origin = "https://other.example:8443";

  test.each([
    ["that selects", "Bearer good", 200],
    ["that is refused", "Bearer bad", 403],
    ["that is throttled", "Bearer slow", 429],
  ])("%s", async (_name, authorization, status) => {
    const headers = { origin, authorization, "content-type": "application/json" };
    const answer = await fetch(`${served.address}/v1/context/select`, {
      method: "POST",
      headers,
      body: selectBody("a"),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    expect(answer.headers.get("access-control-expose-headers")).toContain("retry-after");
    await answer.arrayBuffer();
  });

  test("that also varies by encoding", async () => {
    const headers = { origin, authorization: "Bearer good", "content-type": "application/json" };
    const body = selectBody("a", "many words ".repeat(2_000));
    const answer = await fetch(`${served.address}/v1/context/select`, { method: "POST", headers, body });
    expect(answer.headers.get("vary")).toBe("accept-encoding, origin");
    await answer.arrayBuffer();
  });

  test("over HTTP/2, of a gRPC-Web call and of a stream", async () => {
    const session = connect(served.address);
    const allowed = async (path: string) => {
      const headers = { origin, authorization: "Bearer good", "content-type": "application/grpc-web" };
      const stream = session.request({ ":method": "POST", ":path": path, ...headers });
      const answer = await new Promise<unknown>((resolve) => {
        stream.once("response", (fields) => resolve(fields["access-control-allow-origin"]));
        stream.end(Buffer.alloc(5));
      });
      stream.close();
      return answer;
    };
    expect(await allowed("/winnow.v1.ContextService/Select")).toBe(origin);
    expect(await allowed("/grpc.health.v1.Health/Watch")).toBe(origin);
    session.destroy();
  });
});

test("any origin may be allowed", async () => {
  const open = await serve({ corsOrigins: "*" });
  const answer = await preflight(open, "https://anywhere.example");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  await open.drain();
});
