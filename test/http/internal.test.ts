import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerOf, frame, grpcHeaders, open } from "./fixtures/h2-call.ts";
import { type Served, selectBody, serve } from "./fixtures/served.ts";

let served: Served;
let base: string;

beforeAll(async () => {
  served = await serve({ internalPort: 0 });
  base = served.internalAddress ?? "";
});

afterAll(() => served.drain());

test("a start fails if the internal port is taken, and frees the main port", async () => {
  const port = Number(new URL(base).port);
  await expect(serve({ internalPort: port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

/** The message of gRPC health, framed, in hex: 1 at its end is SERVING, 2 is NOT_SERVING. */
async function healthOf(address: string): Promise<string> {
  const session = connect(address);
  const check = { ...grpcHeaders("", null), ":path": "/grpc.health.v1.Health/Check" };
  const { body } = await answerOf(open(session, check, frame(Buffer.alloc(0))));
  session.close();
  return body.toString("hex");
}

describe("the internal listener", () => {
  test.each([
    ["/livez", 200, '{"status":"ok"}'],
    ["/readyz", 200, '{"status":"serving"}'],
    ["/v1/health", 404, '{"message":"Not Found"}'],
    ["/", 404, '{"message":"Not Found"}'],
  ])("answers %s without a key", async (path, status, body) => {
    const answer = await fetch(base + path);
    expect([answer.status, await answer.text()]).toEqual([status, body]);
  });

  test("answers gRPC health and no call of the service, with any key", async () => {
    expect(await healthOf(base)).toBe("00000000020801");
    const session = connect(base);
    const select = await answerOf(open(session, grpcHeaders("Select", "good"), frame(Buffer.alloc(0))));
    expect(select.headers["grpc-status"]).toBe("12");
    session.close();
  });

  test("shows metrics with bounded labels as Prometheus text", async () => {
    const headers = { authorization: "Bearer good" };
    const select = { method: "POST", headers, body: selectBody("x") };
    await (await fetch(`${served.address}/v1/context/select`, select)).arrayBuffer();
    await (await fetch(`${served.address}/v1/made-up-by-a-caller`, { headers })).arrayBuffer();
    await (await fetch(`${served.address}/v1/health`)).arrayBuffer();
    await served.line((line) => line.status === "401");
    const answer = await fetch(`${base}/metrics`);
    const text = await answer.text();
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(text).toMatch(/http_server_request_duration_seconds_count\{.*http_route="\/v1\/context\/select".*\} 1/);
    expect(text).toMatch(/winnow_selections_total\{.*winnow_gate_reason="none".*\} 1/);
    expect(text).toMatch(/winnow_refusals_total\{.*winnow_refused="unauthenticated".*\} 1/);
    expect(text).toMatch(/winnow_requests_in_flight\S* 0/);
    expect(text).not.toContain("made-up");
  });
});
