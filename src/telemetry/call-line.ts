// A finished call as its line of the log. Written out by hand: it is one line a call, and making it of an object took
// a small call as long as its admission.
import type { CallRecord } from "./call-record.ts";
import { inSources } from "./errors.ts";

/** @param wallMs milliseconds since 1970 */
export function callLine(level: string, wallMs: number, call: CallRecord): string {
  const { facts } = call;
  return (
    `{"level":"${level}","time":"${new Date(wallMs).toISOString()}"` +
    text("request_id", facts.requestId) +
    text("organisation", call.organisation) +
    word("protocol", call.protocol) +
    word("route", call.name ?? undefined) +
    word("status", call.status) +
    word("refused", call.refused) +
    word("outcome", facts.outcome) +
    text("gate_reason", facts.gateReason) +
    text("selection_error", facts.selectionError) +
    (facts.selectionErrorAt === undefined ? "" : text("at", inSources(facts.selectionErrorAt))) +
    text("operating_point", facts.operatingPoint) +
    count("metered_tokens", facts.meteredTokens) +
    count("tokens_before", facts.tokensBefore) +
    count("tokens_after", facts.tokensAfter) +
    count("ms", microseconds(call.milliseconds)) +
    count("queue_ms", microseconds(call.queuedMs)) +
    text("trace_id", call.traceId) +
    ',"msg":"call"}\n'
  );
}

/** What needs no escaping in JSON, as nearly all that is logged. */
const PLAIN = /^[\w .:/-]*$/;

function text(name: string, value: string | undefined): string {
  if (value === undefined) return "";
  return PLAIN.test(value) ? `,"${name}":"${value}"` : `,"${name}":${JSON.stringify(value)}`;
}

/** For the service's own words, which need no look whether they need escaping. */
function word(name: string, value: string | undefined): string {
  return value === undefined ? "" : `,"${name}":"${value}"`;
}

function count(name: string, value: number | undefined): string {
  return value === undefined ? "" : `,"${name}":${value}`;
}

/** Rounded to these. */
function microseconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.round(milliseconds * 1000) / 1000;
}
