import { once } from "node:events";
import { createServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { createRedisStore } from "../../src/gateway/redis-store.ts";

/** What the other end of a connection over TLS is told it is called. */
async function nameToldTo(host: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = createServer({
    SNICallback: (name, done) => {
      resolve(name);
      done(null);
    },
  });
  server.on("tlsClientError", () => resolve("")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP port was given");
  const store = await createRedisStore(`rediss://${host}:${address.port}`, () => {});
  onTestFinished(() => {
    store.close();
    server.close();
  });
  return promise;
}

test.each([
  ["localhost", "localhost"],
  // An address is no name.
  ["127.0.0.1", ""],
])("over TLS, %s is called %o", async (host, name) => {
  expect(await nameToldTo(host)).toBe(name);
});
