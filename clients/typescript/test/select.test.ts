// Behaviour of a call that the table cannot express: the bytes of a retry, waits, time-outs, aborts, exact sizes.
import { afterEach, describe, expect, test } from "vitest";
import { createClient } from "../src/client.ts";
import { createGrpcClient } from "../src/grpc.ts";
import { REQUEST_BYTES_MAX } from "../src/transport.ts";
import {
  type FaultyServer,
  leastAnswer,
  type Respond,
  request,
  respondWith,
  startFaultyServer,
} from "./faulty-server.ts";

let server: FaultyServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function against(answer: Respond) {
  server = await startFaultyServer(answer);
  return { client: createClient({ baseUrl: `${server.url}/`, apiKey: "key" }), server };
}

/** The first reply once, then the smallest answer. */
function once(first: Respond): Respond {
  return (reply, attempt, asked) => (attempt === 1 ? first : respondWith(200, leastAnswer))(reply, attempt, asked);
}

describe("a call is sent again", () => {
  test("with the same bytes", async () => {
    const { client, server } = await against(once(respondWith(503, {})));
    expect(await client.select(request)).toMatchObject({ failedOpen: false, context: "kept" });
    expect(server.bodies).toEqual([JSON.stringify(request), JSON.stringify(request)]);
  });

  test.each<[string, () => string]>([
    ["seconds", () => "1"],
    // A date has no fractions, so of two seconds more than one is left.
    ["a date", () => new Date(Date.now() + 2_000).toUTCString()],
  ])("not before Retry-After in %s", async (_name, retryAfter) => {
    const startedAt = performance.now();
    const busy: Respond = (reply, ...rest) => respondWith(503, {}, { "retry-after": retryAfter() })(reply, ...rest);
    const { client } = await against(once(busy));
    expect(await client.select(request)).toMatchObject({ failedOpen: false });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });
});

describe("a call ends", () => {
  test("at its deadline, over all attempts", async () => {
    // The first attempt is refused, and the next is never answered.
    const { client } = await against((...asked) => (asked[1] === 1 ? respondWith(503, {})(...asked) : undefined));
    expect(await client.select(request, { timeoutMs: 600 })).toMatchObject({ failedOpen: true });
  });

  test.each([0, -5, 0.3, Number.NaN])("at once if %s milliseconds are left", async (timeoutMs) => {
    const { client, server } = await against(() => {});
    expect(await client.select(request, { timeoutMs })).toMatchObject({ cause: { kind: "timed_out" } });
    expect(server.bodies.length).toBeLessThan(2);
  });

  test.each([Number.POSITIVE_INFINITY, 2 ** 40, 9_999.5])("not before its time limit of %s", async (timeoutMs) => {
    const { client } = await against(respondWith(200, leastAnswer));
    expect(await client.select(request, { timeoutMs })).toMatchObject({ failedOpen: false });
  });

  test("by the caller, with the caller's reason, even if it fails open", async () => {
    const { client } = await against(() => {});
    const reason = new Error("the user closed the window");
    const controller = new AbortController();
    const call = client.select(request, { signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await expect(client.select(request, { signal: controller.signal })).rejects.toBe(reason);
  });

  test("by the caller during a pause", async () => {
    const reason = new Error("changed my mind");
    const controller = new AbortController();
    const { client, server } = await against((reply, attempt, asked) => {
      respondWith(503, {}, { "retry-after": "5" })(reply, attempt, asked);
      reply.on("close", () => setTimeout(() => controller.abort(reason), 20));
    });
    await expect(client.select(request, { signal: controller.signal, timeoutMs: 10_000 })).rejects.toBe(reason);
    expect(server.bodies).toHaveLength(1);
  });

  test("by a time-out signal, which fails open", async () => {
    const { client } = await against(() => {});
    const call = client.select(request, { signal: AbortSignal.timeout(30) });
    expect(await call).toMatchObject({ failedOpen: true, cause: { kind: "timed_out" } });
  });

  test("at its deadline even if fetch ignores the signal", async () => {
    const ignoring = () => new Promise<Response>(() => {});
    const client = createClient({ baseUrl: "http://localhost", apiKey: "key", fetch: ignoring, timeoutMs: 30 });
    expect(await client.select(request)).toMatchObject({ cause: { kind: "timed_out" } });
  });
});

describe("size", () => {
  const frame = JSON.stringify({ ...request, records: [{ text: "" }] }).length;

  test("a body of 6 MiB is sent, one byte more is not", async () => {
    const { client, server } = await against(respondWith(200, leastAnswer));
    const sized = (bytes: number) => ({ ...request, records: [{ text: "x".repeat(bytes - frame) }] });
    expect(await client.select(sized(REQUEST_BYTES_MAX))).toMatchObject({ failedOpen: false });
    expect(server.bodies).toHaveLength(1);
    const { cause } = await client.select(sized(REQUEST_BYTES_MAX + 1));
    expect(cause).toMatchObject({
      kind: "request_too_large",
      limitName: "body_bytes",
      observed: REQUEST_BYTES_MAX + 1,
    });
    expect(server.bodies).toHaveLength(1);
  });

  test("bytes are counted, not characters", async () => {
    const { client, server } = await against(respondWith(200, leastAnswer));
    const records = [{ text: "é".repeat(REQUEST_BYTES_MAX / 2) }];
    expect((await client.select({ ...request, records })).cause).toMatchObject({ kind: "request_too_large" });
    expect(server.bodies).toHaveLength(0);
  });

  test("an endless answer is not read completely", async () => {
    const chunk = new Uint8Array(1024 * 1024);
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) });
    const client = createClient({
      baseUrl: "http://localhost",
      apiKey: "key",
      fetch: async () => new Response(endless),
    });
    expect((await client.select(request)).cause).toMatchObject({ kind: "malformed_answer" });
  });
});

test("a value that JSON cannot hold is an error of the request", async () => {
  const { client, server } = await against(respondWith(200, leastAnswer));
  const records = [{ text: "a", attributes: { size: 7n } }];
  expect((await client.select({ ...request, records })).cause).toMatchObject({ kind: "bad_request" });
  expect(server.bodies).toHaveLength(0);
});

describe("creating a client throws", () => {
  test.each([
    ["without an address", { baseUrl: "", apiKey: "key" }],
    ["with an address without its scheme", { baseUrl: "localhost:8080", apiKey: "key" }],
    ["without a key", { baseUrl: "http://localhost", apiKey: "" }],
    ["with a key that ends in a line break", { baseUrl: "http://localhost", apiKey: "secret\n" }],
    ["with a key that no header can carry", { baseUrl: "http://localhost", apiKey: "secret…" }],
  ])("%s", (_name, options) => {
    expect(() => createClient(options)).toThrow(TypeError);
    expect(() => createGrpcClient(options)).toThrow(TypeError);
    expect(() => createClient(options)).not.toThrow(/secret/);
  });
});
