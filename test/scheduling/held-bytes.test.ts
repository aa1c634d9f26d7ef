import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { Http1Exchange } from "../../src/http/connections/http1-exchange.ts";
import { timeoutsOf } from "../../src/http/limits.ts";
import { createInFlight } from "../../src/scheduling/in-flight.ts";
import { systemClock } from "../../src/time/clock.ts";
import { listeningPort } from "../listening-port.ts";

/** Starts a server that passes every request to `take`. @returns its address */
async function served(take: (req: IncomingMessage, res: ServerResponse) => void): Promise<string> {
  const server = createServer(take);
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${await listeningPort(server)}`;
}

test("a call whose client has left holds no bytes", async () => {
  const inFlight = createInFlight({ maxRequests: 4, maxBytes: 100, ...timeoutsOf(5_000) }, systemClock);
  onTestFinished(inFlight.stop);
  const over = Promise.withResolvers<boolean | undefined>();
  const address = await served((req, res) => {
    const slot = inFlight.enter(new Http1Exchange(req, res, () => false), "acme", () => {});
    slot?.hold(40);
    res.once("close", () => over.resolve(slot?.hold(60)));
    req.socket.destroy();
  });
  await expect(fetch(address)).rejects.toThrow();
  expect([await over.promise, inFlight.bytes(), inFlight.places()]).toEqual([false, 0, 0]);
});

test("a response holds its bytes instead of its request's, and is rejected if there is no room for them", async () => {
  const [maxBytes, large] = [200_000, 150_000];
  const inFlight = createInFlight({ maxRequests: 4, maxBytes, ...timeoutsOf(5_000) }, systemClock);
  onTestFinished(inFlight.stop);
  const done = Promise.withResolvers<void>();
  const seen: unknown[] = [];
  const slots: ReturnType<typeof inFlight.enter>[] = [];
  const address = await served((req, res) => {
    const organisation = `organisation ${slots.length}`;
    slots.push(inFlight.enter(new Http1Exchange(req, res, () => false), organisation, () => {}));
    void done.promise.then(() => res.end());
    if (slots.length < 3) return;
    const [first, second, third] = slots;
    seen.push(first?.hold(100), first?.holdAnswer(large), inFlight.bytes());
    seen.push(second?.hold(20_000), second?.holdAnswer(large), inFlight.bytes());
    seen.push(second?.holdAnswer(1_000), third?.holdAnswer(30_000), inFlight.bytes());
    done.resolve();
  });
  await Promise.all([1, 2, 3].map(() => fetch(address)));
  expect(seen).toEqual([true, true, large, true, false, large + 20_000, true, true, large + 31_000]);
});

test("a response above the whole limit is sent if there is no other", async () => {
  const inFlight = createInFlight({ maxRequests: 4, maxBytes: 100_000, ...timeoutsOf(5_000) }, systemClock);
  onTestFinished(inFlight.stop);
  const held = Promise.withResolvers<boolean | undefined>();
  const address = await served((req, res) => {
    const slot = inFlight.enter(new Http1Exchange(req, res, () => false), "acme", () => {});
    slot?.hold(100);
    held.resolve(slot?.holdAnswer(500_000));
    res.end();
  });
  await fetch(address);
  expect(await held.promise).toBe(true);
});
