// Spans in, requests with many of them out, one at a time: when there are enough, or when the first has waited.
// Spans that find too many before them are lost: a collector that is away must cost neither memory nor calls.
import type { FinishedSpan } from "./span.ts";
import type { SpanBytes } from "./span-bytes.ts";

/**
 * Spans of a request, some 300 kB: four times OpenTelemetry's default, since a call makes one and one more per stage.
 * With 512 a call's telemetry costs an eighth more.
 */
const BATCH_SPANS = 2048;

/** Longest wait for them, in milliseconds: OpenTelemetry's default. */
const WAIT_MS_MAX = 5_000;

/** Spans that wait at most: four times OpenTelemetry's default, too. */
const WAITING_SPANS_MAX = 8192;

export interface SpanBatches {
  readonly write: (span: FinishedSpan) => void;
  /** Sends what waits. Settles when nothing is under way. */
  readonly flush: () => Promise<void>;
}

/** @param send never rejects: what a collector does not take is lost */
export function createSpanBatches(spans: SpanBytes, send: (request: Uint8Array) => Promise<void>): SpanBatches {
  let sending: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  function sendAll(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    return spans.count() === 0 ? Promise.resolve() : send(spans.take());
  }

  function begin(): void {
    sending = sendAll().then(() => {
      sending = null;
      schedule();
    });
  }

  function schedule(): void {
    if (sending !== null || spans.count() === 0) return;
    if (spans.count() >= BATCH_SPANS) begin();
    else timer ??= setTimeout(begin, WAIT_MS_MAX).unref();
  }

  return {
    write: (span) => {
      if (spans.count() >= WAITING_SPANS_MAX) return;
      spans.append(span);
      schedule();
    },
    flush: async () => {
      await Promise.all([sending, sendAll()]);
    },
  };
}
