import { connect } from "node:http2";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerOf, frame, open } from "./fixtures/h2-call.ts";
import { type Served, serve } from "./fixtures/served.ts";

let served: Served;

beforeAll(async () => {
  served = await serve();
});

afterAll(() => served.drain());

const RPC = "/winnow.v1.ContextService/";
const empty = frame(Buffer.alloc(0));
const garbage = frame(Buffer.from("ff", "hex"));
/** Announces seven MiB. */
const huge = Buffer.from("0000700000", "hex");
const bomb = Buffer.concat([
  Buffer.from([1, 0, 0, 0x20, 0]),
  gzipSync(Buffer.alloc(16 * 1024 * 1024)).subarray(0, 0x2000),
]);

/** The log's status for an RPC over HTTP/2. */
async function logged(path: string, contentType: string, body: Buffer, more: Record<string, string> = {}) {
  const before = served.lines().length;
  const session = connect(served.address);
  const headers = {
    ":method": "POST",
    ":path": path,
    "content-type": contentType,
    authorization: "Bearer good",
    ...more,
  };
  await answerOf(open(session, { te: "trailers", ...headers }, body));
  session.close();
  const line = await served.line((one) => served.lines().indexOf(one) >= before && one.msg === "call");
  return [line.protocol, line.route, line.status];
}

describe("the log has the code of", () => {
  test.each([
    ["a gRPC answer", "GetHealth", "application/grpc", empty, "grpc", "OK"],
    ["a gRPC-Web answer", "GetHealth", "application/grpc-web+proto", empty, "grpc-web", "OK"],
    ["a Connect answer", "GetHealth", "application/json", Buffer.from("{}"), "connect", "OK"],
    ["malformed protobuf over gRPC", "Select", "application/grpc", garbage, "grpc", "INVALID_ARGUMENT"],
    ["malformed protobuf over gRPC-Web", "Select", "application/grpc-web", garbage, "grpc-web", "INVALID_ARGUMENT"],
    ["malformed JSON over Connect", "Select", "application/json", Buffer.from("{"), "connect", "INVALID_ARGUMENT"],
    ["a missing field over gRPC", "Select", "application/grpc", empty, "grpc", "INVALID_ARGUMENT"],
    ["a message over the cap", "Select", "application/grpc", huge, "grpc", "RESOURCE_EXHAUSTED"],
    ["a message over the cap over gRPC-Web", "Select", "application/grpc-web", huge, "grpc-web", "RESOURCE_EXHAUSTED"],
  ])("%s", async (_name, method, contentType, body, protocol, code) => {
    expect(await logged(RPC + method, contentType, body)).toEqual([
      protocol,
      `winnow.v1.ContextService/${method}`,
      code,
    ]);
  });

  test("an unknown method, without its name", async () => {
    expect(await logged(`${RPC}Secret`, "application/grpc", empty)).toEqual(["grpc", undefined, "UNIMPLEMENTED"]);
  });

  test("a compressed message that decompresses beyond the cap", async () => {
    const [, , code] = await logged(`${RPC}Select`, "application/grpc", bomb, { "grpc-encoding": "gzip" });
    expect(code).toBe("RESOURCE_EXHAUSTED");
  });

  test("a stream over Connect", async () => {
    const path = "/grpc.health.v1.Health/Watch";
    const body = frame(Buffer.from("{}"));
    const status = await logged(path, "application/connect+json", body, { "connect-timeout-ms": "50" });
    expect(status).toEqual(["connect", "grpc.health.v1.Health/Watch", "DEADLINE_EXCEEDED"]);
  });
});
