// The limit on silence, on sessions of Node.js's own HTTP/2.
import { once } from "node:events";
import { type ClientHttp2Session, connect, type ServerHttp2Session } from "node:http2";
import { setImmediate as nextTurn } from "node:timers/promises";
import { measureMemory } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenSession } from "../../../src/http/connections/goaway.ts";
import { http2Server } from "../../../src/http/connections/http2.ts";
import { createPeers } from "../../../src/http/connections/peers.ts";
import { timeoutsOf } from "../../../src/http/limits.ts";
import { listeningPort } from "../../listening-port.ts";
import { manualClock } from "../../time/manual-clock.ts";

const clock = manualClock("2030-01-01T00:00:00Z");
const timeouts = timeoutsOf(1_000);
const calls = { opened: () => {}, begun: () => {}, known: () => {}, peers: createPeers(clock, false) };
let answerNext = () => {};
const { server, sessions } = http2Server(
  { timeouts, onUnreadable: () => {}, clock },
  (exchange) => {
    answerNext = () => exchange.send({ status: 200, headers: {}, body: "" });
  },
  calls,
);
let address = "";

beforeAll(async () => {
  address = `http://127.0.0.1:${await listeningPort(server)}`;
});

afterAll(() => {
  server.close();
});

async function connected(): Promise<ClientHttp2Session> {
  const client = connect(address);
  await Promise.all([once(server, "session"), once(client, "remoteSettings")]);
  return client;
}

/** In another function, because the test's own frame would keep it. */
function weakReference([open]: readonly OpenSession[]): WeakRef<ServerHttp2Session> {
  return new WeakRef(open?.session ?? expect.unreachable());
}

async function gone(client: ClientHttp2Session): Promise<void> {
  if (!client.destroyed) await once(client, "close");
  while (sessions.length > 0) await nextTurn();
}

test("a session without calls is closed after the time limit", async () => {
  const client = await connected();
  clock.pass(timeouts.idleMs - 1);
  const stream = client.request({ ":path": "/" }).resume();
  await once(server, "stream");
  clock.pass(10 * timeouts.idleMs);
  answerNext();
  await once(stream, "close");
  clock.pass(timeouts.idleMs - 1);
  await new Promise((resolve) => client.ping(resolve));
  clock.pass(timeouts.idleMs - 1);
  expect(client.closed).toBe(false);
  clock.pass(1);
  await gone(client);
  expect(clock.untilNext()).toBeNull();
});

test("a session that its client left is not kept in memory", async () => {
  const client = await connected();
  const left = weakReference(sessions);
  client.destroy();
  await gone(client);
  const isCollected = async () => {
    // The measurement starts with a full collection.
    await measureMemory({ mode: "summary", execution: "eager" });
    return left.deref() === undefined;
  };
  // A boolean, because a failure message with the session would keep it in memory.
  await expect.poll(isCollected).toBe(true);
});
