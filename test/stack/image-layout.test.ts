// What deploy/Dockerfile puts together, put together here: the same files, the same commands, the image's environment
// and entry point, run by nobody from files that cannot be written. An image needs an engine, this needs only npm.
import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copiedPaths, image, imageEnvironment, imagePaths, said, stages } from "../deploy/dockerfile.ts";
import { createRequest } from "../server/large-request.ts";
import { winnow as runWinnow } from "../winnow-process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** Who the image says, where this process may choose. */
const nobody = process.getuid?.() === 0 ? { uid: 65532, gid: 65532 } : {};

/** Two installs of every package, from the registry: half a minute on a quiet machine, five on a busy one. */
const BUILD_MS_MAX = 600_000;

let folder: string;
let app: string;
let key: string;
let child: ChildProcessWithoutNullStreams;
let ports: { readonly main: string; readonly internal: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-image-"));
  app = join(folder, "app");
  await mkdir(app);
  for (const path of copiedPaths()) await cp(join(root, path), join(app, path), { recursive: true });
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  for (const command of said(stages[0], "RUN")) await run("bash", ["-c", command], { cwd: app, env });
  const leftBehind = (await readdir(app)).filter((name) => !imagePaths().includes(name));
  for (const name of leftBehind) await rm(join(app, name), { recursive: true });
  const projection = join(folder, "projection.json");
  await runWinnow("orgs", "create", "acme", "--tier", "scale", "--projection", projection);
  key = (await runWinnow("keys", "mint", "--org", "acme", "--projection", projection)).trim().split("\n").at(-1) ?? "";
  await run("chmod", ["-R", "a-w,a+rX", folder]);
  const [command = ""]: string[] = JSON.parse(said(image, "ENTRYPOINT").join());
  child = spawn(command.replace("/app", app), JSON.parse(said(image, "CMD").join()), {
    ...nobody,
    cwd: app,
    env: {
      ...imageEnvironment(),
      PATH: "/usr/bin:/bin",
      WINNOW_PROJECTION: projection,
      WINNOW_HOST: "127.0.0.1",
      WINNOW_PORT: "0",
      WINNOW_INTERNAL_HOST: "127.0.0.1",
      WINNOW_INTERNAL_PORT: "0",
    },
  });
  const lines = createInterface({ input: child.stderr });
  const addresses: string[] = [];
  for await (const line of lines) {
    addresses.push(JSON.parse(line).address);
    if (addresses.length === 2) break;
  }
  ports = { main: addresses[0] ?? "", internal: addresses[1] ?? "" };
}, BUILD_MS_MAX);

afterAll(async () => {
  await chmod(folder, 0o755);
  await run("chmod", ["-R", "u+w", folder]);
  await rm(folder, { recursive: true });
});

test("it serves a select, its worker threads included", async () => {
  const body = createRequest(90_000).json;
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${ports.main}/v1/context/select`, { method: "POST", headers, body });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"fallback_used":false')]);
});

test("it runs what was bundled where it was built", async () => {
  const words = (await readFile(`/proc/${child.pid}/cmdline`, "utf8")).split("\0");
  expect(words).toContain(join(app, "bundle/main.js"));
});

test("the image's health check tells a process that lives from one that does not", async () => {
  const [, command = "[]"] = /CMD (\[.*\])$/.exec(said(image, "HEALTHCHECK").join()) ?? [];
  const [node = "", ...words]: string[] = JSON.parse(command);
  const check = (port: string) =>
    run(node.replace("/app", app), words, { env: { WINNOW_INTERNAL_PORT: port } }).then(
      () => "healthy",
      () => "unhealthy",
    );
  expect(await check(new URL(ports.internal).port)).toBe("healthy");
  expect(await check("9")).toBe("unhealthy");
});

test("it holds no package manager and nothing that only the build needs", async () => {
  const packages = await readdir(join(app, "node_modules"));
  expect(packages).toContain("pino");
  expect(packages.filter((name) => ["npm", "rolldown", "typescript", "vitest", "@biomejs"].includes(name))).toEqual([]);
});

test("it ends with exit code 0 when it is told to", async () => {
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
