import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { BODY_BYTES_MAX } from "../../src/limits.ts";
import { decodeBody } from "../../src/protocols/content-coding.ts";

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
