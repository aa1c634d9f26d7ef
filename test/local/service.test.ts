// The service's calls without a server: small ones together with other work on this thread, large ones in a worker that
// may be lost.
import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { BadRequestError, type ContextRequest } from "winnow-client";
import { createLocalService, type LocalServiceOptions } from "../../src/local/service.ts";
import { LARGE_BYTES } from "../../src/scheduling/cost.ts";
import { type StartThread, threadStarter } from "../../src/workers/thread.ts";

const harbour: ContextRequest = JSON.parse(
  await readFile(new URL("../../docs/examples/harbour.json", import.meta.url), "utf8"),
);
const large: ContextRequest = {
  ...harbour,
  records: [...harbour.records, { text: "Ships wait for the ice to break.\n".repeat(LARGE_BYTES / 32) }],
};

const workers = threadStarter(new URL("../../src/workers/worker.ts", import.meta.url), {
  buildId: "",
  faultStage: null,
});
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function service(options: Partial<LocalServiceOptions> = {}) {
  let threads = 0;
  const problems: string[] = [];
  const counted: StartThread = (listener) => {
    threads += 1;
    return (options.startThread ?? workers)(listener);
  };
  const onProblem = (problem: string) => problems.push(problem);
  const { client, close } = createLocalService({
    strict: true,
    timeoutMs: 60_000,
    ...options,
    onProblem,
    startThread: counted,
  });
  cleanups.push(close);
  return { client, problems, threads: () => threads };
}

test("a small request is answered on this thread, and other work continues between its stages", async () => {
  const { client, threads } = service();
  let turns = 0;
  let isOver = false;
  const answered = client.select(harbour).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await setImmediate();
    turns += 1;
  }
  expect((await answered).response).toMatchObject({ request_id: "hello-1", fallback_used: false });
  expect(turns).toBeGreaterThan(5);
  expect(threads()).toBe(0);
});

test("a large request is answered in a worker", async () => {
  const { client, threads } = service();
  expect((await client.select(large)).response).toMatchObject({ request_id: "hello-1" });
  expect(threads()).toBe(1);
});

test("a worker that dies is replaced, and its request is answered", async () => {
  let sent = 0;
  const dying: StartThread = (listener) => {
    const thread = workers(listener);
    return {
      ...thread,
      send: (call) => {
        sent += 1;
        if (sent !== 2) return thread.send(call);
        void thread.end();
        listener.onDeath(new Error("died"));
      },
    };
  };
  const { client, problems } = service({ startThread: dying });
  await client.select(large);
  expect((await client.select(large)).response).toMatchObject({ request_id: "hello-1" });
  expect(problems).toEqual(["a worker thread died and was replaced"]);
});

test.each([harbour, large])(
  "a cancelled request ends with the caller's reason, and reports no problem",
  async (asked) => {
    const { client, problems } = service();
    const abort = new AbortController();
    const ended = client.select(asked, { signal: abort.signal });
    abort.abort(new Error("the caller left"));
    await expect(ended).rejects.toThrow("the caller left");
    expect((await client.select(harbour)).failedOpen).toBe(false);
    expect(problems).toEqual([]);
  },
);

test("an invalid request is an error that names the field, or fails open", async () => {
  const invalid = { ...harbour, budget: { max_context_tokens: -1 } };
  await expect(service().client.select(invalid)).rejects.toThrow(BadRequestError);
  const open = await service({ strict: false }).client.select(invalid);
  expect(open).toMatchObject({ failedOpen: true, cause: { kind: "bad_request" } });
  expect(open.context).toContain("Oulu is the first harbour of the bay to freeze.");
});
