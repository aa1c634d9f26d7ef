import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { systemClock } from "../../src/gateway/clock.ts";
import { createInFlight } from "../../src/server/in-flight.ts";
import { timeoutsOf } from "../../src/server/limits.ts";

test("a call whose client has left holds nothing more: as a body that is decompressed when it is over", async () => {
  const inFlight = createInFlight({ maxRequests: 4, maxBytes: 100, ...timeoutsOf(5_000) }, systemClock);
  const over = Promise.withResolvers<boolean | undefined>();
  const server = createServer((req, res) => {
    const slot = inFlight.enter(req, res, () => {});
    slot?.hold(40);
    res.once("close", () => over.resolve(slot?.hold(60)));
    req.socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP port was given");
  await expect(fetch(`http://127.0.0.1:${address.port}`)).rejects.toThrow();
  expect([await over.promise, inFlight.bytes(), inFlight.requests()]).toEqual([false, 0, 0]);
  inFlight.stop();
  server.close();
});
