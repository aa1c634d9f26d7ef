import { SpanKind } from "@opentelemetry/api";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSpanBatches } from "../../src/telemetry/span-batches.ts";

/** A byte a span: the length of what is sent tells how many there were. */
function counted() {
  let waiting = 0;
  return {
    append: () => {
      waiting += 1;
    },
    count: () => waiting,
    take: () => {
      const bytes = Buffer.alloc(waiting);
      waiting = 0;
      return bytes;
    },
  };
}

const span = {
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: "b7ad6b7169203331",
  parentSpanId: undefined,
  startMs: 0,
  endMs: 1,
  name: "s",
  kind: SpanKind.SERVER,
  attributes: {},
  failed: false,
};

/** A collector that takes a request when it is told to. */
function started() {
  const requests: { readonly spans: number; readonly take: () => void }[] = [];
  const send = (request: Uint8Array) =>
    new Promise<void>((resolve) => {
      requests.push({ spans: request.length, take: resolve });
    });
  const { write, flush } = createSpanBatches(counted(), send);
  return {
    write: (spans: number) => {
      for (let left = spans; left > 0; left--) write(span);
    },
    flush,
    take: async (at: number) => {
      requests[at]?.take();
      await vi.advanceTimersByTimeAsync(0);
    },
    sent: () => requests.map(({ spans }) => spans),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("a full batch is sent at once, fewer spans when they have waited", async () => {
  const { write, take, sent } = started();
  write(2_047);
  expect(sent()).toEqual([]);
  write(1);
  expect(sent()).toEqual([2_048]);
  await take(0);
  write(3);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(sent()).toEqual([2_048]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent()).toEqual([2_048, 3]);
});

test("one request is under way at a time, and the next takes all that came meanwhile", async () => {
  const { write, take, sent } = started();
  write(2_048 + 3_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toEqual([2_048]);
  await take(0);
  expect(sent()).toEqual([2_048, 3_000]);
});

test("what finds no room while the collector is away is lost, and nothing else", async () => {
  const { write, take, sent } = started();
  write(2_048 + 8_192 + 100);
  await take(0);
  expect(sent()).toEqual([2_048, 8_192]);
});

test("the end sends what waits beside what is under way, and waits for both", async () => {
  const { write, flush, take, sent } = started();
  write(2_048 + 5);
  const ended = vi.fn();
  const end = flush().then(ended);
  expect(sent()).toEqual([2_048, 5]);
  await take(1);
  expect(ended).not.toHaveBeenCalled();
  await take(0);
  await end;
});

test("the end of nothing is at once", async () => {
  const { flush, sent } = started();
  await flush();
  expect(sent()).toEqual([]);
});
