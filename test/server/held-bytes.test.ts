import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/gateway/clock.ts";
import { readBody } from "../../src/server/body.ts";
import { createInFlight } from "../../src/server/in-flight.ts";
import { timeoutsOf } from "../../src/server/limits.ts";
import { BODY_BYTES_MAX } from "../../src/wire/body-limit.ts";

/** A server of which every request is given to `take`. @returns its address */
async function served(take: (req: IncomingMessage, res: ServerResponse) => void): Promise<string> {
  const server = createServer(take).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP port was given");
  return `http://127.0.0.1:${address.port}`;
}

test("a call whose client has left holds nothing more: as a body that is decompressed when it is over", async () => {
  const inFlight = createInFlight({ maxRequests: 4, maxBytes: 100, ...timeoutsOf(5_000) }, systemClock);
  onTestFinished(inFlight.stop);
  const over = Promise.withResolvers<boolean | undefined>();
  const address = await served((req, res) => {
    const slot = inFlight.enter(req, res, () => {});
    slot?.hold(40);
    res.once("close", () => over.resolve(slot?.hold(60)));
    req.socket.destroy();
  });
  await expect(fetch(address)).rejects.toThrow();
  expect([await over.promise, inFlight.bytes(), inFlight.requests()]).toEqual([false, 0, 0]);
});

test("a body is unfolded no further than there is room", async () => {
  const read = Promise.withResolvers<unknown>();
  let unfolded = 0;
  const hold = (bytes: number) => {
    unfolded += bytes;
    return unfolded < 200_000;
  };
  const address = await served((req, res) => {
    read.resolve(readBody(req, BODY_BYTES_MAX, hold));
    read.promise.then(() => res.end());
  });
  const body = gzipSync(Buffer.alloc(BODY_BYTES_MAX));
  await fetch(address, { method: "POST", headers: { "content-encoding": "gzip" }, body });
  expect(await read.promise).toBe("no_room");
  expect(unfolded).toBeLessThan(400_000);
});
