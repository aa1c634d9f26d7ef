import { once } from "node:events";
import { createServer } from "node:http";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Http1Exchange } from "../../src/http/connections/http1-exchange.ts";
import type { Exchange } from "../../src/http/exchange.ts";
import { createTurnAway } from "../../src/http/turn-away.ts";
import { targetOf } from "../../src/protocols/protocol.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { createMetrics } from "../../src/telemetry/metrics.ts";
import { createObserve } from "../../src/telemetry/observe.ts";
import { systemClock } from "../../src/time/clock.ts";
import { listeningPort } from "../listening-port.ts";
import { raw } from "./raw.ts";
import { type Served, selectBody, serve } from "./served.ts";

const HEALTH = "GET /v1/health HTTP/1.1\r\nHost: a\r\nauthorization: Bearer good\r\n\r\n";

let served: Served;

/** Takes the only place there is. */
beforeEach(async () => {
  served = await serve({ maxRequestsInFlight: 1 });
  const waits = served.nextWaits();
  const headers = { authorization: "Bearer good" };
  void fetch(`${served.address}/v1/context/select`, { method: "POST", headers, body: selectBody("wait") });
  await waits;
});

afterEach(async () => {
  served.letGo();
  await served.drain();
});

function refusedLines() {
  return served.lines().filter(({ refused }) => refused === "unavailable");
}

test("one whose answer is out at once has its line", async () => {
  expect((await fetch(`${served.address}/v1/health`)).status).toBe(503);
  const line = await served.line(({ refused }) => refused === "unavailable");
  expect(line).toMatchObject({ protocol: "rest", route: "/v1/health", status: "503" });
});

test("its connection stays in step, though the rest of its body comes after the answer", async () => {
  const client = await raw(served.port);
  client.send("POST /v1/context/select HTTP/1.1\r\nHost: a\r\ncontent-length: 70000\r\n\r\n{");
  await client.until(/Service Unavailable/);
  client.send(`${"x".repeat(69_999)}${HEALTH}`);
  await client.until(/Service Unavailable[\s\S]*Service Unavailable/);
  served.letGo();
  await served.line(({ outcome }) => outcome === "select");
  client.send(HEALTH);
  await client.until(/HTTP\/1\.1 200/);
  expect(refusedLines().map(({ status }) => status)).toEqual(["503", "503"]);
});

test("one that has left by the time it would be told ends as such", async () => {
  const log = new PassThrough();
  const metrics = createMetrics({ gateReasons: [], operatingPoints: [] }, systemClock);
  const turnAway = createTurnAway({
    observe: createObserve(createLog("info", log), metrics, null, null, systemClock),
    inFlight: { answered: () => {} },
    onFault: (fault) => expect.unreachable(String(fault)),
    clock: systemClock,
    lingerMs: 1_000,
  });
  const asked = Promise.withResolvers<{ readonly exchange: Exchange; readonly closed: Promise<unknown> }>();
  const server = createServer((req, res) => {
    asked.resolve({ exchange: new Http1Exchange(req, res, () => false), closed: once(res, "close") });
  });
  const client = await raw(await listeningPort(server));
  client.send(HEALTH);
  const { exchange, closed } = await asked.promise;
  const tell = turnAway(exchange, targetOf("GET", "/v1/health", undefined));
  client.socket.resetAndDestroy();
  await closed;
  tell();
  expect(JSON.parse(String(log.read()))).toMatchObject({ status: "499", refused: "unavailable", level: "info" });
  server.close();
});
