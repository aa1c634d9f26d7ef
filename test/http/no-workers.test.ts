// A process that cannot start any worker thread reports that, and serves what it can.
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchHeaders, startWinnowWith, type WinnowProcess } from "../winnow-process.ts";
import { createRequest } from "./fixtures/large-request.ts";

/** As a URL, which has no spaces. */
const { href: starved } = new URL("../workers/starved-threads.ts", import.meta.url);
const file = join(tmpdir(), `winnow-starved-${process.pid}`);

let winnow: WinnowProcess;
let internal: string;

beforeAll(async () => {
  writeFileSync(file, "");
  const env = { NODE_OPTIONS: `--import=${starved}`, STARVED_WHILE: file };
  winnow = await startWinnowWith(env, "--workers", "2", "--internal-port", "0");
  const { address } = await winnow.logged(({ msg }) => msg === "listening_internally");
  internal = String(address);
});

afterAll(async () => {
  await winnow.stop();
  rmSync(file, { force: true });
});

async function ready() {
  const answer = await fetch(`${internal}/readyz`);
  return { status: answer.status, body: await answer.text() };
}

function select(bytes: number): Promise<number> {
  return post(createRequest(bytes).json);
}

async function post(body: string | Buffer<ArrayBuffer>, more: Readonly<Record<string, string>> = {}): Promise<number> {
  const init = { method: "POST", headers: { ...fetchHeaders(winnow.key), ...more }, body };
  const answer = await fetch(`${winnow.url}/v1/context/select`, init);
  await answer.arrayBuffer();
  return answer.status;
}

test("a process without a running worker is not ready and says why, until one starts", async () => {
  await expect.poll(ready).toEqual({
    status: 503,
    body: '{"status":"no_workers","cause":"no worker thread can be started: see worker_replaced in the log"}',
  });
  expect(await winnow.logged(({ msg }) => msg === "worker_replaced")).toMatchObject({ level: "error", why: "died" });
  expect(await (await fetch(`${internal}/metrics`)).text()).toMatch(
    /winnow_serving_state\{.*winnow_state="no_workers".*\} 1/,
  );
  expect([await select(5_000), await select(200_000)]).toEqual([200, 503]);
  // The length at the end of a gzip body is that of its last part.
  const understated = Buffer.concat([gzipSync(createRequest(200_000).json), gzipSync(" ")]);
  const bodies = [gzipSync(createRequest(5_000).json), understated];
  const inGzip = bodies.map((body) => post(body, { "content-encoding": "gzip" }));
  expect(await Promise.all(inGzip)).toEqual([200, 503]);
  expect((await fetch(`${internal}/livez`)).status).toBe(200);
  rmSync(file);
  await expect.poll(ready).toEqual({ status: 200, body: '{"status":"serving"}' });
  expect(await select(200_000)).toBe(200);
});
