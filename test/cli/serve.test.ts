import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveCommand } from "../../src/cli/serve.ts";
import { settingRows } from "../../src/config/settings-table.ts";
import { listeningPort } from "../listening-port.ts";
import { fetchHeaders, startReplica, startWinnow, type WinnowProcess } from "../winnow-process.ts";

let running: WinnowProcess;

beforeAll(async () => {
  running = await startWinnow("--workers", "0");
});

afterAll(() => running.stop());

test("a stop succeeds if the last connection closes during it", async () => {
  // Nothing else keeps the process alive: no worker, no internal listener.
  const winnow = await startWinnow("--workers", "0");
  const client = connect(Number(new URL(winnow.url).port), "127.0.0.1");
  client.write(`GET /v1/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${winnow.key}\r\n\r\n`);
  await once(client, "data");
  const stopped = winnow.stop();
  await winnow.logged(({ msg }) => msg === "draining");
  client.destroy();
  expect(await stopped).toBe(0);
  expect(winnow.lines().map(({ msg }) => msg)).toEqual(["listening", "ready", "draining", "drained"]);
});

test.each(["--port", "--internal-port"])(
  "names the port that is taken, and %s as the flag for another",
  async (flag) => {
    const { port } = new URL(running.url);
    const second = startReplica(running, "--workers", "0", flag, port);
    await expect(second).rejects.toThrow(`winnow: port ${port} is in use; ${flag} names another, 0 picks a free one\n`);
  },
);

test("a failed start leaves no connection that keeps the process alive", async () => {
  const counters = createServer(() => {});
  const env = { WINNOW_COUNTERS: `redis://127.0.0.1:${await listeningPort(counters)}` };
  const second = startReplica({ ...running, env }, "--workers", "0", "--port", new URL(running.url).port);
  await expect(second).rejects.toThrow("is in use");
  counters.close();
});

/** The command with only its flags: it starts no server. */
const command = () => serveCommand().action(() => {});
const flagged = settingRows.filter((row) => row.flag !== null);

test("every flag of the table is read, as text, under its setting's name", () => {
  const parsed = command();
  parsed.parse(
    flagged.flatMap((row) => [row.flag ?? "", "7"]),
    { from: "user" },
  );
  expect(parsed.opts()).toEqual(Object.fromEntries(flagged.map((row) => [row.name, "7"])));
});

test("absent flags have no value, so lower sources are read", () => {
  expect(command().parse([], { from: "user" }).opts()).toEqual({});
});

test("the help names each setting's variable and default", () => {
  const help = command().helpInformation();
  expect(flagged.filter((row) => !help.replaceAll(/\s+/g, " ").includes(row.env))).toEqual([]);
  expect(help.replaceAll(/\s+/g, " ")).toContain("(WINNOW_PORT; default 8080)");
});

test("SIGUSR1 opens no debugger", async () => {
  const winnow = await startWinnow("--port", "0");
  winnow.process.kill("SIGUSR1");
  const answer = await fetch(`${winnow.url}/v1/health`, { headers: fetchHeaders(winnow.key) });
  expect(answer.status).toBe(200);
  expect(await winnow.stop()).toBe(0);
  expect(winnow.log()).not.toMatch(/debugger/i);
});
