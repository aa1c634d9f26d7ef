import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { BufferedRequest } from "../../src/protocols/reply.ts";
import { createCostModel, declaresCompression, LARGE_BYTES, workBytes } from "../../src/scheduling/cost.ts";

describe("the expected cost", () => {
  test("grows with the bytes, from the first call on", () => {
    const costs = createCostModel();
    expect(costs.expectedMs("a", 0)).toBeCloseTo(0.3);
    expect(costs.expectedMs("a", 100 * 1024)).toBeCloseTo(12.3);
  });

  test("follows the measured time of the organisation's calls; only a new organisation uses that of others", () => {
    const costs = createCostModel();
    for (let call = 0; call < 60; call++) costs.record("slow", 100_000, 600);
    for (let call = 0; call < 60; call++) costs.record("quick", 100_000, 6);
    expect(costs.expectedMs("slow", 100_000)).toBeGreaterThan(500);
    expect(costs.expectedMs("quick", 100_000)).toBeLessThan(8);
    expect(costs.expectedMs("new", 100_000)).toBeLessThan(20);
  });

  test("changes little after one call, however long it took", () => {
    const costs = createCostModel();
    const before = costs.expectedMs("a", 100_000);
    costs.record("a", 100_000, 60_000);
    expect(costs.expectedMs("a", 100_000)).toBeLessThan(2 * before);
  });

  test("ignores small calls, which are mostly overhead, until the first large one, and never becomes zero", () => {
    const costs = createCostModel();
    for (let call = 0; call < 100; call++) costs.record("a", 1_000, 0.5);
    expect(costs.expectedMs("a", 100 * 1024)).toBeCloseTo(12.3);
    for (let call = 0; call < 100; call++) costs.record("a", 100_000, 0);
    expect(costs.expectedMs("a", 1_000_000)).toBeGreaterThan(10);
  });
});

// A gzip body may decode to more bytes than it states.
test("small calls that take long are expected to take long, until they no longer do", () => {
  const costs = createCostModel();
  for (let call = 0; call < 40; call++) costs.record("a", 2_400, 400);
  expect(costs.expectedMs("a", 2_400)).toBeGreaterThan(100);
  for (let call = 0; call < 100; call++) costs.record("a", 2_400, 1);
  expect(costs.expectedMs("a", 2_400)).toBeLessThan(1);
});

function request(
  body: Uint8Array,
  headers: BufferedRequest["headers"],
  protocol: BufferedRequest["protocol"],
): BufferedRequest {
  return { protocol, httpVersion: "2.0", httpMethod: "POST", target: "/", headers, body };
}

describe("the bytes of a call's work", () => {
  const zipped = gzipSync(Buffer.alloc(5_000_000));

  test("are those of its decoded message, as its gzip trailer states them", () => {
    const framed = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), zipped]);
    expect(workBytes(request(framed, { "grpc-encoding": "gzip" }, "grpc"))).toBe(5_000_000);
    expect(workBytes(request(zipped, { "content-encoding": "gzip" }, "connect"))).toBe(5_000_000);
  });

  test("are those of its decoded REST body", () => {
    expect(workBytes(request(zipped, { "content-encoding": "gzip" }, "rest"))).toBe(5_000_000);
    expect(workBytes(request(zipped, { "content-encoding": "x-gzip" }, "rest"))).toBe(5_000_000);
    const deflated = deflateSync(Buffer.alloc(5_000_000));
    expect(workBytes(request(deflated, { "content-encoding": "deflate" }, "rest"))).toBe(deflated.length);
  });

  test("are never fewer than arrived, nor more than a body may have", () => {
    const lying = Buffer.concat([zipped, Buffer.alloc(4)]);
    expect(workBytes(request(lying, { "content-encoding": "gzip" }, "connect"))).toBe(lying.length);
    const boasting = Buffer.concat([zipped, Buffer.alloc(4, 255)]);
    expect(workBytes(request(boasting, { "content-encoding": "gzip" }, "connect"))).toBe(6 * 1024 * 1024);
  });

  test("are those of the body if nothing is compressed", () => {
    const body = Buffer.alloc(LARGE_BYTES);
    expect(workBytes(request(body, {}, "rest"))).toBe(LARGE_BYTES);
    expect([
      declaresCompression(request(body, {}, "grpc")),
      declaresCompression(request(body, { "grpc-encoding": "gzip" }, "grpc")),
    ]).toEqual([false, true]);
  });
});
