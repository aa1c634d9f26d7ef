// The notice of a server's end, on real connections of Node.js.
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnections } from "../../../src/http/connections/connections.ts";
import { timeoutsOf } from "../../../src/http/limits.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { listeningPort } from "../../listening-port.ts";
import { raw } from "../fixtures/raw.ts";

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
  connections.destroy();
  server.close();
});

const get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

test("an HTTP/1.1 client confirms it by closing after its next response", async () => {
  const client = await raw(port);
  client.send(get);
  await client.until(/keep-alive/i);
  const events: string[] = [];
  void connections.notice()?.confirmed.then(() => events.push("confirmed"));
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(events).toEqual([]);
  client.send(get);
  expect(await client.ended()).toMatch(/keep-alive[\s\S]*connection: close/i);
  await expect.poll(() => events).toEqual(["confirmed"]);
});
