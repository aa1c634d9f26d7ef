// What clients are told of the end of a server, on connections of Node.js's own.
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnections } from "../../../src/http/connections/connections.ts";
import { timeoutsOf } from "../../../src/http/limits.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { listeningPort } from "../../listening-port.ts";
import { raw } from "../raw.ts";

const connections = createConnections(
  {
    timeouts: timeoutsOf(1_000),
    clock: systemClock,
    tls: null,
    connectionsPerAddressMax: null,
    onUnreadable: () => {},
  },
  (exchange) => exchange.send({ status: 200, headers: {}, body: "" }),
);
const { server } = connections;
let port = 0;

beforeAll(async () => {
  port = await listeningPort(server);
});

afterAll(() => {
  connections.cut();
  server.close();
});

const get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

test("a client of HTTP/1.1 has heard of it with its next answer", async () => {
  const client = await raw(port);
  client.send(get);
  await client.until(/keep-alive/i);
  const told: string[] = [];
  void connections.notice()?.heard.then(() => told.push("heard"));
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(told).toEqual([]);
  client.send(get);
  expect(await client.ended()).toMatch(/keep-alive[\s\S]*connection: close/i);
  await expect.poll(() => told).toEqual(["heard"]);
});
