import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FinishedSpan } from "../../src/telemetry/span.ts";
import type { SpanAttributes } from "../../src/telemetry/span-attributes.ts";
import { createSpanBytes } from "../../src/telemetry/span-bytes.ts";

const resource = resourceFromAttributes({ "service.name": "winnow", "host.name": "hôte", "process.pid": 7 });
const scope = { name: "winnow" };

/** What the SDK's serialiser reads of a span, as the SDK makes it. */
function readable(span: FinishedSpan): ReadableSpan {
  const parent = { traceId: span.traceId, spanId: span.parentSpanId ?? "", traceFlags: TraceFlags.SAMPLED };
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => ({ traceId: span.traceId, spanId: span.spanId, traceFlags: TraceFlags.SAMPLED }),
    ...(span.parentSpanId === undefined
      ? {}
      : { parentSpanContext: { ...parent, isRemote: span.kind === SpanKind.SERVER } }),
    startTime: hrTime(span.startMs),
    endTime: hrTime(Math.max(span.startMs, span.endMs)),
    status: { code: span.failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: Object.fromEntries(Object.entries(span.attributes).filter(([, value]) => value !== undefined)),
    links: [],
    events: [],
    duration: [0, 0],
    ended: true,
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function hrTime(milliseconds: number): HrTime {
  const microseconds = Math.round(milliseconds * 1000);
  return [Math.floor(microseconds / 1e6), (microseconds % 1e6) * 1000];
}

function hexadecimal(digits: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: digits, maxLength: digits });
}

/** Also with lone surrogates, and too long for one byte of length. */
const word = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.integer({ min: 100, max: 20_000 }).map((length) => "x".repeat(length)),
  fc.constant("\ud800"),
);

const value = fc.oneof(
  word,
  fc.boolean(),
  fc.maxSafeNat(),
  fc.nat(300),
  fc.double().filter((number) => !Number.isInteger(number)),
  fc.constant(undefined),
);

const attributes: fc.Arbitrary<SpanAttributes> = fc.dictionary(
  fc.constantFrom("winnow.units", "winnow.request_id", "http.route", "winnow.überlänge"),
  value,
);

/** Microseconds since 1970, up to the year 2200. */
const instant = fc.integer({ min: 0, max: 7_258_118_400_000_000 }).map((microseconds) => microseconds / 1000);

const finished: fc.Arbitrary<FinishedSpan> = fc.record({
  traceId: hexadecimal(32),
  spanId: hexadecimal(16),
  parentSpanId: fc.option(hexadecimal(16), { nil: undefined }),
  startMs: instant,
  endMs: instant,
  name: word,
  kind: fc.constantFrom(SpanKind.SERVER, SpanKind.INTERNAL),
  attributes,
  failed: fc.boolean(),
});

test("are those of the SDK's serialiser, batch after batch, however large", () => {
  const bytes = createSpanBytes(resource.attributes, "winnow");
  fc.assert(
    fc.property(fc.array(finished, { minLength: 1, maxLength: 40 }), (spans) => {
      for (const span of spans) bytes.append(span);
      expect(bytes.count()).toBe(spans.length);
      const expected = ProtobufTraceSerializer.serializeRequest(spans.map(readable));
      expect(Buffer.compare(bytes.take(), expected ?? Buffer.alloc(0))).toBe(0);
      expect(bytes.count()).toBe(0);
    }),
    { numRuns: 200 },
  );
});
