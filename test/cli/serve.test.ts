import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { listeningPort } from "../listening-port.ts";
import { makeProjection, startReplica, startWinnow } from "../winnow-process.ts";

test("a stop is carried to its end though the last connection closes in the middle of it", async () => {
  // Nothing else that would hold the process: no thread, no internal listener.
  const winnow = await startWinnow("--workers", "0");
  const client = connect(Number(new URL(winnow.url).port), "127.0.0.1");
  client.write(`GET /v1/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${winnow.key}\r\n\r\n`);
  await once(client, "data");
  const stopped = winnow.stop();
  await winnow.logged(({ msg }) => msg === "draining");
  client.destroy();
  expect(await stopped).toBe(0);
  expect(winnow.lines().map(({ msg }) => msg)).toEqual(["listening", "draining", "drained"]);
});

test.each(["--port", "--internal-port"])("says which port is taken, and that %s names another", async (flag) => {
  const first = await startWinnow("--workers", "0");
  const { port } = new URL(first.url);
  const second = startReplica(first, "--workers", "0", flag, port);
  await expect(second).rejects.toThrow(`winnow: port ${port} is in use; ${flag} names another, 0 picks a free one\n`);
  await first.stop();
});

test("a start that fails leaves no connection behind that would keep the process", async () => {
  const counters = createServer(() => {});
  const env = { WINNOW_COUNTERS: `redis://127.0.0.1:${await listeningPort(counters)}` };
  const { remove, ...made } = await makeProjection("scale");
  const first = await startReplica(made, "--workers", "0");
  const second = startReplica({ ...made, env }, "--workers", "0", "--port", new URL(first.url).port);
  await expect(second).rejects.toThrow("is in use");
  await first.stop();
  await remove();
  counters.close();
});
