// The guide's Python client against servers that abort, refuse and ask for long waits. Each time it must send
// everything, say why, and return in time.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Respond, respondWith, startFaultyServer } from "../../clients/typescript/test/faulty-server.ts";
import { run } from "./command.ts";
import type { Verdict } from "./verdict.ts";

const program = join(fileURLToPath(new URL("../..", import.meta.url)), "docs/guides/python/rest_client.py");

/** The program's own bound and the start of Python on a busy machine, in milliseconds. */
const BACK_MS_MAX = 20_000;

const busy = { message: "Service Unavailable" };

const faults: readonly (readonly [name: string, answer: Respond, why: RegExp])[] = [
  [
    "breaks off",
    (reply) => reply.writeHead(200, { "content-length": "9" }).end("{", () => reply.destroy()),
    /Incomplete/,
  ],
  ["refuses in words", respondWith(400, { error: "bad_request", detail: "task is missing" }), /400.*task is missing/],
  ["redirects", (reply) => reply.writeHead(302, { location: "/elsewhere" }).end(), /status 302/],
  ["asks for an hour", respondWith(503, busy, { "retry-after": "3600" }), /503/],
  ["names a date", respondWith(503, busy, { "retry-after": "Thu, 01 Jan 2026 00:00:00 GMT" }), /503/],
];

export async function* runGuideFaults(): AsyncGenerator<Verdict> {
  for (const [name, answer, why] of faults) {
    const server = await startFaultyServer(answer);
    const began = performance.now();
    const { code, output } = await run("python3", [program], {
      env: { WINNOW_URL: server.url, WINNOW_KEY: "wnw_any" },
    });
    await server.close();
    const holds =
      code === 0 && why.test(output) && output.includes("shore power") && performance.now() - began < BACK_MS_MAX;
    yield {
      name: `guide: REST from Python, the server ${name}`,
      holds,
      detail: holds ? "falls back, and says why" : output,
    };
  }
}
