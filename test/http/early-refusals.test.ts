import { connect } from "node:http2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { frameType, h2Frame, h2Opening } from "./fixtures/frames.ts";
import { raw } from "./fixtures/raw.ts";
import { type Served, serve } from "./fixtures/served.ts";

let served: Served;

// One for all, because a process has one SDK.
beforeAll(async () => {
  served = await serve({ internalPort: 0 }, { headersMs: 1_000 });
});

afterAll(() => served.drain());

/** The number of requests refused so far before they became calls, by kind. */
async function refusals(): Promise<Readonly<Record<"malformed" | "unreadable", number>>> {
  const scraped = await (await fetch(`${served.internalAddress}/metrics`)).text();
  const found = scraped.matchAll(
    /^winnow_refusals_total\{winnow_refused="(\w+)",winnow_protocol="unknown".*\} (\d+)$/gm,
  );
  const counts = Object.fromEntries([...found].map(([, kind, count]) => [kind, Number(count)]));
  return { malformed: counts.malformed ?? 0, unreadable: counts.unreadable ?? 0 };
}

test.each([
  ["an authority that cannot be parsed", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "malformed"],
  ["bytes that are not a request", "a wrong word\r\n\r\n", "unreadable"],
  ["headers that are too long", `GET / HTTP/1.1\r\nHost: a\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, "unreadable"],
  ["headers that do not end in time", "GET / HTTP/1.1\r\nHost: a\r\n", "unreadable"],
] as const)("%s: one refusal is counted, and no call", async (_name, text, kind) => {
  const before = await refusals();
  const calls = served.lines().filter(({ msg }) => msg === "call");
  const client = await raw(served.port);
  client.send(text);
  await client.ended();
  expect(await refusals()).toEqual({ ...before, [kind]: before[kind] + 1 });
  expect(served.lines().filter(({ msg }) => msg === "call")).toEqual(calls);
});

test("a frame that HTTP/2 forbids is counted", async () => {
  const before = await refusals();
  const client = await raw(served.port);
  client.send(Buffer.concat([h2Opening(), h2Frame(frameType.data, 0, 1, Buffer.from("no such stream"))]));
  await client.ended();
  expect(await refusals()).toEqual({ ...before, unreadable: before.unreadable + 1 });
});

test("clients that leave are not counted", async () => {
  const before = await refusals();
  const client = await raw(served.port);
  client.send("GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n");
  await client.until(/401/);
  client.socket.resetAndDestroy();
  const session = connect(served.address);
  await new Promise((resolve) => session.once("remoteSettings", resolve));
  session.destroy();
  expect(await refusals()).toEqual(before);
});
