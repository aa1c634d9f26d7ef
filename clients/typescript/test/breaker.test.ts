// The circuit breaker under a clock that the test advances, and in a client whose service is dead.
import { describe, expect, test } from "vitest";
import { type BreakerOptions, createBreaker } from "../src/breaker.ts";
import { createClient, ForbiddenError, UnavailableError, WinnowError } from "../src/client.ts";
import { request } from "./faulty-server.ts";

function breakerUnderTest(options: BreakerOptions = {}) {
  let nowMs = 0;
  let calls = 0;
  const isKnown = (thrown: unknown) => thrown instanceof WinnowError;
  const breaker = createBreaker(options, isKnown, () => nowMs);
  return {
    advance: (ms: number) => {
      nowMs += ms;
    },
    calls: () => calls,
    /** The kind of the error of a call; null if it succeeds. */
    run: (thrown?: unknown): Promise<string | null> => {
      const call = async () => {
        calls += 1;
        if (thrown !== undefined) throw thrown;
      };
      return breaker.run(call).then(
        () => null,
        (error) => error.kind ?? "unknown",
      );
    },
    breaker,
  };
}

const dead = () => new UnavailableError("down");

async function opened(options: BreakerOptions = {}) {
  const under = breakerUnderTest({ failures: 3, cooldownMs: 1_000, ...options });
  for (let failed = 0; failed < 3; failed += 1) await under.run(dead());
  return under;
}

describe("a circuit", () => {
  test("opens after several failed calls in a row and names the last failure", async () => {
    const { breaker, calls } = await opened();
    await expect(breaker.run(async () => "sent")).rejects.toMatchObject({
      kind: "circuit_open",
      message: "not sent, because the last 3 calls failed: down",
      cause: { kind: "unavailable" },
    });
    expect(calls()).toBe(3);
  });

  test("stays closed if the service answers in between, even with an error", async () => {
    const under = breakerUnderTest({ failures: 3 });
    for (const outcome of [dead(), dead(), new ForbiddenError("no"), dead(), dead(), undefined, dead(), dead()]) {
      await under.run(outcome);
    }
    expect(await under.run()).toBeNull();
    expect(under.calls()).toBe(9);
  });

  test("does not count calls that the caller aborted", async () => {
    const under = breakerUnderTest({ failures: 1 });
    await under.run(new Error("the user closed the window"));
    expect(await under.run()).toBeNull();
  });

  test("closes when the probe succeeds", async () => {
    const under = await opened();
    under.advance(999);
    expect(await under.run()).toBe("circuit_open");
    under.advance(1);
    expect(await under.run()).toBeNull();
    expect(await under.run(dead())).toBe("unavailable");
    expect(await under.run()).toBeNull();
  });

  test("opens again for as long when the probe fails", async () => {
    const under = await opened();
    under.advance(1_000);
    expect(await under.run(dead())).toBe("unavailable");
    under.advance(999);
    expect(await under.run()).toBe("circuit_open");
    under.advance(1);
    expect(await under.run()).toBeNull();
  });

  test("lets one probe through at a time", async () => {
    const { breaker, advance, run } = await opened();
    advance(1_000);
    const { promise, resolve } = Promise.withResolvers<void>();
    const probe = breaker.run(() => promise);
    expect(await run()).toBe("circuit_open");
    resolve();
    await probe;
    expect(await run()).toBeNull();
  });

  test("allows another probe after one that the caller aborted", async () => {
    const under = await opened();
    under.advance(1_000);
    await under.run(new Error("aborted"));
    expect(await under.run()).toBeNull();
  });
});

describe("a client whose service is dead", () => {
  const answerless = () => Promise.reject(new TypeError("fetch failed"));

  function clientOf(breaker: BreakerOptions | false | undefined) {
    let sent = 0;
    const fetch = () => {
      sent += 1;
      return answerless();
    };
    return { client: createClient({ baseUrl: "http://localhost", apiKey: "key", fetch, breaker }), sent: () => sent };
  }

  test("fails open at once after 5 failed calls", async () => {
    const { client, sent } = clientOf(undefined);
    // There is no time to retry, so each call is one attempt.
    for (let failed = 0; failed < 5; failed += 1) await client.select(request, { timeoutMs: 1 });
    const before = sent();
    const selection = await client.select(request);
    expect(selection).toMatchObject({ failedOpen: true, context: "first\n\nsecond", cause: { kind: "circuit_open" } });
    expect(sent()).toBe(before);
    await expect(client.select(request, { strict: true })).rejects.toMatchObject({ kind: "circuit_open" });
  });

  test("always sends if the breaker is off", async () => {
    const { client } = clientOf(false);
    for (let failed = 0; failed < 6; failed += 1) {
      const { cause } = await client.select(request, { timeoutMs: 1 });
      expect(cause?.kind).not.toBe("circuit_open");
    }
  });

  test("rejects with the caller's reason, although the circuit is open", async () => {
    const { client } = clientOf({ failures: 1 });
    await client.select(request, { timeoutMs: 1 });
    const reason = new Error("enough");
    await expect(client.select(request, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
