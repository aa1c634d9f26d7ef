// How much work a call is told to be before anybody has read it.
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { frameOf } from "../../src/protocols/grpc/frames.ts";
import { BODY_BYTES_MAX } from "../../src/protocols/protocol.ts";
import type { WholeRequest } from "../../src/protocols/reply.ts";
import { isLarge, LARGE_BYTES, workBytes } from "../../src/workers/large.ts";

const message = Buffer.alloc(100_000, "a");
const zipped = gzipSync(message);

const call = (protocol: WholeRequest["protocol"], body: Uint8Array, headers: WholeRequest["headers"] = {}) => ({
  protocol,
  httpVersion: "2.0",
  httpMethod: "POST",
  target: "/",
  headers,
  body,
});
const inFrame = { "grpc-encoding": "gzip" };
const asBody = { "content-encoding": "gzip" };
/** Says that it unfolds to 4 GiB. */
const forged = Buffer.concat([zipped.subarray(0, -4), Buffer.alloc(4, 0xff)]);

test.each<[string, WholeRequest, number, boolean]>([
  ["REST, unfolded already", call("rest", message, asBody), message.length, true],
  ["REST, small", call("rest", message.subarray(0, 9), asBody), 9, false],
  ["gRPC", call("grpc", frameOf(message, false)), message.length + 5, true],
  ["gRPC in gzip", call("grpc", frameOf(zipped, true), inFrame), message.length, true],
  [
    "gRPC, small, not in the gzip that it names",
    call("grpc", frameOf(zipped, false), inFrame),
    zipped.length + 5,
    true,
  ],
  [
    "gRPC, with another in gzip behind it",
    call("grpc", Buffer.concat([frameOf(Buffer.alloc(0), false), frameOf(zipped, true)]), inFrame),
    zipped.length + 10,
    true,
  ],
  ["gRPC-Web in gzip", call("grpc-web", frameOf(zipped, true), inFrame), message.length, true],
  ["Connect in gzip", call("connect", zipped, asBody), message.length, true],
  ["Connect", call("connect", message), message.length, true],
  ["more than any message has", call("connect", forged, asBody), BODY_BYTES_MAX, true],
  ["less than was sent", call("connect", Buffer.alloc(LARGE_BYTES), asBody), LARGE_BYTES, true],
  ["nothing at all", call("connect", Buffer.alloc(0), asBody), 0, true],
])("%s", (_, request, bytes, large) => {
  expect(workBytes(request)).toBe(bytes);
  expect(isLarge(request)).toBe(large);
});
