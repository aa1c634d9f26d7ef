import { describe, expect, test } from "vitest";
import type { Tier } from "../../src/config/tiers.ts";
import { type CounterStore, createMemoryCounters, type Debt, type StoredDecision } from "../../src/gateway/counters.ts";
import { createSharedCounters } from "../../src/gateway/shared-counters.ts";
import { generousTier } from "../tiers.ts";
import { manualClock } from "../time/manual-clock.ts";

const tier: Tier = { ...generousTier, ratePerSecond: 10, burst: 5, dailyQuota: 100 };
const start = "2030-01-01T12:00:00Z";
const today = Date.parse("2030-01-01T00:00:00Z") / 86_400_000;
const admitted: StoredDecision = { outcome: "admitted", tokens: 4, day: today, used: 1 };

/** A store that answers each request as the test says, and counts them. */
function scriptedStore() {
  const state = {
    ready: true,
    checks: 0,
    spends: 0,
    /** The debts that each request carried. */
    debts: [] as Debt[],
    refunds: 0,
    closed: false,
    /** How the store answers a request. */
    answer: async (): Promise<StoredDecision> => admitted,
  };
  const store: CounterStore = {
    ready: () => state.ready,
    spend: (_organisation, _tier, _counts, debt) => {
      state.spends += 1;
      state.debts.push(debt);
      return state.answer();
    },
    refund: async () => {
      state.refunds += 1;
    },
    check: async () => {
      state.checks += 1;
      await state.answer();
    },
    close: () => {
      state.closed = true;
    },
  };
  return { state, store };
}

const never = () => new Promise<StoredDecision>(() => {});
const broken = async (): Promise<StoredDecision> => {
  throw new Error("READONLY You can't write against a read only replica");
};

/** Runs everything that is due, with its promises. */
const settle = () => new Promise(setImmediate);

async function begin() {
  const clock = manualClock(start);
  const { state, store } = scriptedStore();
  const reported: string[] = [];
  const counters = createSharedCounters({
    store,
    local: createMemoryCounters(clock),
    clock,
    onShared: () => reported.push("shared"),
    onLocal: (why) => reported.push(why),
  });
  const pass = async (ms: number) => {
    clock.pass(ms);
    await settle();
    await settle();
  };
  const spend = (counts = true) => counters.spend("acme", tier, counts);
  /** A call that the store delays for as long as allowed. */
  const spendLate = async () => {
    const spending = spend();
    await settle();
    await pass(20);
    return spending;
  };
  return { clock, state, counters, reported, pass, spend, spendLate };
}

test("until the store's first answer, calls are decided here without waiting", async () => {
  const { state, counters, reported, pass, spend } = await begin();
  expect((await spend()).refused).toBeNull();
  expect([state.spends, counters.decidedLocally(), counters.shared()]).toEqual([0, 1, false]);
  await pass(250);
  expect(reported).toEqual(["shared"]);
  await spend();
  expect([state.spends, counters.decidedLocally(), counters.shared()]).toEqual([1, 1, true]);
});

test("a missing connection is reported at the second check, not at the first", async () => {
  const { state, reported, pass } = await begin();
  state.ready = false;
  await pass(250);
  expect(reported).toEqual([]);
  await pass(250);
  expect(reported).toEqual(["disconnected"]);
});

describe("a decision of the store", () => {
  test.each<[StoredDecision, unknown]>([
    [{ ...admitted, tokens: 3 }, { refused: null }],
    [
      { ...admitted, outcome: "throttled", tokens: 0.25 },
      { refused: "throttled", retryAfterMs: 75 },
    ],
    [{ ...admitted, outcome: "quota_spent" }, { refused: "quota_spent" }],
  ])("%o decides the call", async (decision, spending) => {
    const { state, pass, spend } = await begin();
    await pass(250);
    state.answer = async () => decision;
    expect(await spend()).toMatchObject({ ...(typeof spending === "object" ? spending : {}) });
  });

  test("is refunded once, and only if it counted", async () => {
    const { state, pass, spend } = await begin();
    await pass(250);
    const [counted, free] = [await spend(), await spend(false)];
    if (counted.refused !== null || free.refused !== null) throw new Error("refused");
    counted.refund();
    counted.refund();
    free.refund();
    expect(state.refunds).toBe(1);
  });

  test("is the state from which this process continues if the store fails", async () => {
    const { state, pass, spend } = await begin();
    await pass(250);
    state.answer = async () => ({ ...admitted, tokens: 2, used: 99 });
    await spend();
    state.answer = broken;
    expect((await spend()).refused).toBeNull();
    expect((await spend()).refused).toBe("quota_spent");
  });
});

describe("a store that", () => {
  test("does not answer delays each of the first calls by 20 ms, and no later one", async () => {
    const { state, counters, reported, pass, spend, spendLate } = await begin();
    await pass(250);
    state.answer = never;
    for (let call = 0; call < 3; call++) expect((await spendLate()).refused).toBeNull();
    expect(reported).toEqual(["shared", "late"]);
    for (let call = 0; call < 2; call++) expect((await spend(false)).refused).toBeNull();
    expect([state.spends, counters.failures().late, counters.decidedLocally()]).toEqual([3, 3, 5]);
  });

  test("pauses once still decides afterwards, with any number of waiting calls", async () => {
    const { state, counters, reported, pass, spend } = await begin();
    await pass(250);
    state.answer = never;
    const spendings = Array.from({ length: 10 }, () => spend(false));
    await settle();
    await pass(20);
    await Promise.all(spendings);
    state.answer = async () => admitted;
    await spend();
    expect([reported, counters.failures().late, counters.decidedLocally()]).toEqual([["shared"], 10, 10]);
  });

  test("gets no second check before it answers the first, and decides once it answers", async () => {
    const { state, reported, pass, spendLate } = await begin();
    await pass(250);
    const owed: ((decision: StoredDecision) => void)[] = [];
    state.answer = () => new Promise((resolve) => owed.push(resolve));
    for (let call = 0; call < 3; call++) await spendLate();
    const before = state.checks;
    for (let look = 0; look < 40; look++) await pass(250);
    expect(state.checks - before).toBe(1);
    state.answer = async () => admitted;
    for (const answer of owed) answer(admitted);
    await settle();
    await pass(250);
    expect(reported).toEqual(["shared", "late", "shared"]);
  });

  test("answers while this thread is busy is not late", async () => {
    const { clock, state, counters, pass, spend } = await begin();
    await pass(250);
    // The answer is in the socket when the timer fires, so it is read before the wait ends.
    state.answer = () => new Promise((resolve) => setImmediate(() => resolve(admitted)));
    const spending = spend();
    await Promise.resolve();
    clock.pass(500);
    expect((await spending).refused).toBeNull();
    expect([counters.failures().late, counters.decidedLocally()]).toEqual([0, 0]);
  });

  test("answers with errors is not asked after three, until a check succeeds", async () => {
    const { state, counters, reported, pass, spend } = await begin();
    await pass(250);
    state.answer = broken;
    for (let call = 0; call < 5; call++) expect((await spend()).refused).toBeNull();
    expect([state.spends, counters.failures().failed, counters.decidedLocally()]).toEqual([3, 3, 5]);
    await pass(1_000);
    expect(reported).toEqual(["shared", "failed"]);
    state.answer = async () => admitted;
    await pass(250);
    expect(reported).toEqual(["shared", "failed", "shared"]);
  });

  test("fails now and then still decides", async () => {
    const { state, counters, reported, pass, spend } = await begin();
    await pass(250);
    for (let round = 0; round < 5; round++) {
      state.answer = broken;
      for (let call = 0; call < 2; call++) await spend();
      state.answer = async () => admitted;
      await spend();
    }
    expect(reported).toEqual(["shared"]);
    expect(counters.failures().failed).toBe(10);
  });

  test("has no connection is not asked", async () => {
    const { state, counters, reported, pass, spend } = await begin();
    await pass(250);
    state.ready = false;
    for (let call = 0; call < 3; call++) expect((await spend()).refused).toBeNull();
    expect([state.spends, counters.failures().disconnected, counters.shared()]).toEqual([0, 1, false]);
    state.ready = true;
    await pass(250);
    expect(reported).toEqual(["shared", "disconnected", "shared"]);
  });
});

describe("calls granted here are charged to the store", () => {
  const debts = (state: { readonly debts: readonly Debt[] }) =>
    state.debts.map(({ calls, counted }) => [calls, counted].map((count) => count + 0));

  test("with the first request after an outage", async () => {
    const { state, pass, spend } = await begin();
    await spend();
    await spend(false);
    await pass(250);
    await spend();
    await spend();
    expect(debts(state)).toEqual([
      [2, 1],
      [0, 0],
    ]);
  });

  test("not again if their own late request charged them", async () => {
    const { state, pass, spend, spendLate } = await begin();
    await pass(250);
    const { promise, resolve } = Promise.withResolvers<StoredDecision>();
    state.answer = () => promise;
    expect((await spendLate()).refused).toBeNull();
    resolve(admitted);
    await settle();
    await spend();
    expect(debts(state)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(state.refunds).toBe(0);
  });

  test("if their own late request did not charge them, or failed", async () => {
    const { state, pass, spend, spendLate } = await begin();
    await pass(250);
    const { promise, resolve } = Promise.withResolvers<StoredDecision>();
    state.answer = () => promise;
    expect((await spendLate()).refused).toBeNull();
    resolve({ ...admitted, outcome: "throttled", tokens: 0 });
    await settle();
    state.answer = broken;
    expect((await spend(false)).refused).toBeNull();
    state.answer = async () => admitted;
    await spend();
    // The failed request carried the first debt, so it is sent again.
    expect(debts(state)).toEqual([
      [0, 0],
      [1, 1],
      [2, 1],
    ]);
  });

  test("and a call that the store charged but this process refused is refunded", async () => {
    const { state, pass, spend, spendLate } = await begin();
    await pass(250);
    state.answer = async () => ({ ...admitted, tokens: 0 });
    await spend();
    const { promise, resolve } = Promise.withResolvers<StoredDecision>();
    state.answer = () => promise;
    expect((await spendLate()).refused).toBe("throttled");
    resolve(admitted);
    await settle();
    await spend();
    expect(debts(state).at(-1)).toEqual([-1, -1]);
  });

  test("except calls whose quota was refunded", async () => {
    const { state, pass, spend } = await begin();
    const spending = await spend();
    if (spending.refused !== null) throw new Error("refused");
    spending.refund();
    spending.refund();
    await pass(250);
    await spend();
    expect(debts(state)).toEqual([[1, 0]]);
  });

  test("and until then reduce what is left here", async () => {
    const { state, pass, spend, spendLate } = await begin();
    await pass(250);
    const { promise, resolve } = Promise.withResolvers<StoredDecision>();
    state.answer = () => promise;
    await spendLate();
    // Decided before the store knew about the call that was granted here.
    state.answer = async () => ({ ...admitted, tokens: 1 });
    await spend();
    state.answer = broken;
    expect((await spend()).refused).toBe("throttled");
    resolve(admitted);
    await settle();
  });

  test("but no quota of a past day", async () => {
    const { clock, state, pass, spend } = await begin();
    await spend();
    clock.setWall(clock.wallMs() + 86_400_000);
    await pass(250);
    await spend();
    expect(debts(state)).toEqual([[1, 0]]);
  });
});

test("after a close, no timer is left and nothing is reported", async () => {
  const { clock, state, counters, reported, pass } = await begin();
  counters.close();
  await pass(10_000);
  expect([state.closed, state.checks, reported, clock.untilNext()]).toEqual([true, 0, [], null]);
});
