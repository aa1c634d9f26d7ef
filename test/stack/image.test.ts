// The container image, built and run by Debian's Buildah without a container runtime: its contents, the output of a
// start without a projection, a select, the health check, the drain.
import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stageImage } from "../../tools/image.ts";
import { commandOf } from "../deploy/containerfile.ts";
import { createRequest } from "../http/fixtures/large-request.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);

/** The largest image that the project promises, in bytes. */
const IMAGE_BYTES_MAX = 150_000_000;

let folder: string;
let container: string;
let child: ChildProcessWithoutNullStreams;
let key = "";
let url = "";
let internalPort: number;

/** Buildah stores everything in the test's own folder. */
function buildah(...words: readonly string[]) {
  const storage = ["--storage-driver", "vfs", "--root", join(folder, "root"), "--runroot", join(folder, "runroot")];
  return [...storage, ...words];
}

const output = async (...words: readonly string[]) => (await run("buildah", buildah(...words))).stdout.trim();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-image-"));
  const context = join(folder, "context");
  await stageImage(context);
  await output("build", "--isolation", "chroot", "--format", "docker", "-t", "winnow", context);
  container = await output("from", "winnow");
  internalPort = await freePort();
  const set = { WINNOW_HOST: "127.0.0.1", WINNOW_PORT: "0", WINNOW_INTERNAL_PORT: `${internalPort}` };
  const environment = Object.entries(set).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const command = [...commandOf("ENTRYPOINT"), ...commandOf("CMD")];
  child = spawn("buildah", buildah("run", "--isolation", "chroot", ...environment, container, "--", ...command));
  for await (const line of createInterface({ input: child.stdout })) {
    key = /^development key, shown once: (\S+)$/.exec(line)?.[1] ?? key;
    url = /^winnow is ready on (\S+)$/.exec(line)?.[1] ?? "";
    if (url !== "") break;
  }
});

afterAll(() => rm(folder, { recursive: true }));

test("it is small", async () => {
  const [{ size }]: [{ size: string }] = JSON.parse(await output("images", "--json"));
  const [, number = "", unit = ""] = /^([\d.]+) (\w+)$/.exec(size) ?? [];
  expect(unit).toBe("MB");
  expect(Number(number) * 1e6).toBeLessThan(IMAGE_BYTES_MAX);
});

test("it starts with a development key if no projection is mounted", () => {
  expect(key).toMatch(/^wnw_/);
});

test("it answers a large select, on its worker thread", async () => {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/v1/context/select`, {
    method: "POST",
    headers,
    body: createRequest(90_000).json,
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"fallback_used":false')]);
});

test("its health check distinguishes a running process from an ended one", async () => {
  const check = (port: number) => {
    const environment = ["--env", `WINNOW_INTERNAL_PORT=${port}`];
    const words = buildah("run", "--isolation", "chroot", ...environment, container, "--", ...commandOf("HEALTHCHECK"));
    return run("buildah", words).then(
      () => "healthy",
      () => "unhealthy",
    );
  };
  expect(await check(internalPort)).toBe("healthy");
  expect(await check(9)).toBe("unhealthy");
});

test("its process is not root", async () => {
  const status = await readFile(`/proc/${await serverPid()}/status`, "utf8");
  expect(status).toMatch(/^Uid:\s+65532\s+65532\s+65532/m);
});

test("it drains on SIGTERM and exits with 0", async () => {
  const pid = await serverPid();
  const exit = once(child, "exit");
  process.kill(pid, "SIGTERM");
  expect(await exit).toEqual([0, null]);
});

/** The process that listens; Buildah's own processes are between it and this one. */
async function serverPid(): Promise<number> {
  const { stdout } = await run("pgrep", ["--full", `^${commandOf("ENTRYPOINT").join(" ")} serve`]);
  const [pid = ""] = stdout.split("\n");
  return Number(pid);
}
