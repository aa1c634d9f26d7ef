import { createServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { createRedisStore } from "../../src/gateway/redis-store.ts";
import { listeningPort } from "../listening-port.ts";

/** The server name that a TLS client sends. */
async function serverNameSentTo(host: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = createServer({
    SNICallback: (name, done) => {
      resolve(name);
      done(null);
    },
  });
  server.on("tlsClientError", () => resolve(""));
  const port = await listeningPort(server);
  const store = await createRedisStore(`rediss://${host}:${port}`, () => {});
  onTestFinished(() => {
    store.close();
    server.close();
  });
  return promise;
}

test.each([
  ["localhost", "localhost"],
  // An IP address is not a name.
  ["127.0.0.1", ""],
])("over TLS, the server name of %s is %o", async (host, name) => {
  expect(await serverNameSentTo(host)).toBe(name);
});
