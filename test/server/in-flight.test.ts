import { afterEach, describe, expect, test } from "vitest";
import { raw } from "./raw.ts";
import { type Served, selectBody, serve } from "./served.ts";

let served: Served;

afterEach(async () => {
  served.letGo();
  await served.drain();
});

const body = selectBody("x");

const start = "POST /v1/context/select HTTP/1.1\r\nHost: a\r\n";

function head(length: number): string {
  return `${start}Authorization: Bearer good\r\nContent-Length: ${length}\r\n\r\n`;
}

function select(): Promise<number> {
  const init = { method: "POST", headers: { authorization: "Bearer good" }, body };
  return fetch(`${served.address}/v1/context/select`, init).then(({ status }) => status);
}

describe("bodies that are still to come", () => {
  test("are, of one organisation, at most half of what may be in flight; the others' room stays", async () => {
    served = await serve({ maxRequestsInFlight: 4 });
    const slow = await Promise.all([1, 2].map(() => raw(served.port)));
    for (const client of slow) client.send(head(body.length) + body.slice(0, 9));
    // Asked for to know that the two are in.
    await expect.poll(() => served.counted.quota).toBe(2);
    const refused = await raw(served.port);
    refused.send(head(body.length) + body.slice(0, 9));
    expect(await refused.until(/Service Unavailable"\}$/)).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1/i);
    refused.socket.destroy();
    expect(await select()).toBe(200);
    for (const client of slow) {
      client.send(body.slice(9));
      expect(await client.until(/"request_id":"r-1"/)).toMatch(/^HTTP\/1\.1 200 /);
      client.socket.destroy();
    }
    const next = await raw(served.port);
    next.send(head(body.length) + body.slice(0, 9));
    await expect.poll(() => served.counted.quota).toBe(5);
    next.send(body.slice(9));
    expect(await next.until(/"request_id":"r-1"/)).toMatch(/^HTTP\/1\.1 200 /);
    next.socket.destroy();
  });

  test("are not overdue for the time in which the service could not read", async () => {
    served = await serve({}, { bodyMs: 300 });
    const client = await raw(served.port);
    client.send(head(body.length) + body.slice(0, 9));
    await expect.poll(() => served.counted.quota).toBe(1);
    // Behind a `setImmediate`, timers come before sockets: the rest is in the socket, and this thread, which is the
    // service's too, does something else.
    await new Promise(setImmediate);
    client.send(body.slice(9));
    const until = performance.now() + 900;
    while (performance.now() < until);
    expect(await client.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200 /);
    client.socket.destroy();
  });
});
