// The targets of fuzzing: each takes bytes and returns what is wrong with the result, or null.
//   json    the /v1 reader and everything after it, to the response
//   rpc     the frames, messages and compressions of gRPC, gRPC-Web and Connect, to the response
//   text    the engine: bytes become the texts of records, of any kind, budget and operating point
//   tokens  the token counter, compared with js-tiktoken
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { plainStage } from "../../src/engine/select.ts";
import { publishedPoints } from "../../src/points/published.ts";
import type { Protocol } from "../../src/protocols/protocol.ts";
import type { BufferedReply, BufferedRequest } from "../../src/protocols/reply.ts";
import { selectPath } from "../../src/protocols/routes.ts";
import { createUnary } from "../../src/protocols/unary.ts";
import type { Call } from "../../src/service/call.ts";
import { createHandlers } from "../../src/service/handlers.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { bytesOf, outcomeOf } from "../sim/outcomes.ts";
import { generousTier } from "../tiers.ts";

export type Target = (bytes: Buffer) => Promise<string | null>;

const faults: unknown[] = [];
const environment = { now: () => 0, cpuMs: () => 0, newRecordId: () => "generated" };
const unary = createUnary(createHandlers(environment, { selectPath, buildId: "" }), (fault) => faults.push(fault));
const { signal } = new AbortController();
const call: Call = {
  caller: { organisation: "o", keyId: "k", tier: { ...generousTier, maxInputTokens: 100_000, maxRecords: 1_000 } },
  signal,
  stage: plainStage,
  report: () => {},
};

async function ask(
  request: BufferedRequest,
): Promise<{ readonly reply: BufferedReply; readonly wrong: string | null }> {
  faults.length = 0;
  const reply = await unary(request, call);
  const [fault] = faults;
  if (fault !== undefined) return { reply, wrong: `a fault: ${fault instanceof Error ? fault.stack : fault}` };
  const outcome = outcomeOf(request.protocol, reply);
  return { reply, wrong: outcome === null ? `an answer outside the table: ${reply.status} ${reply.body}` : null };
}

function rest(body: Buffer): BufferedRequest {
  return { protocol: "rest", httpVersion: "1.1", httpMethod: "POST", target: selectPath, headers: {}, body };
}

async function json(bytes: Buffer): Promise<string | null> {
  const { reply, wrong } = await ask(rest(bytes));
  return wrong ?? selectionWrong(reply);
}

/** The service catches what the engine throws; here that counts as a failure. */
function selectionWrong({ status, body }: BufferedReply): string | null {
  if (status !== 200) return null;
  const answer: Readonly<Record<string, unknown>> = JSON.parse(bytesOf(body).toString());
  if (answer.selection_error !== null) return `the engine threw ${answer.selection_error}`;
  const rendered = countTokens(String(answer.rendered_context));
  const within = answer.fallback_used === true || rendered <= Number(answer.budget_tokens);
  return within ? null : `${rendered} tokens on a budget of ${answer.budget_tokens}`;
}

/** The first byte determines how the rest is sent. */
const forms: readonly (readonly [Protocol, string, Readonly<Record<string, string>>])[] = [
  ["grpc", "application/grpc", {}],
  ["grpc", "application/grpc+proto", { "grpc-encoding": "gzip", "grpc-accept-encoding": "gzip" }],
  ["grpc", "application/grpc+json", {}],
  ["grpc-web", "application/grpc-web+proto", {}],
  ["grpc-web", "application/grpc-web+json", { "grpc-encoding": "gzip" }],
  ["connect", "application/proto", {}],
  ["connect", "application/json", {}],
  ["connect", "application/proto", { "content-encoding": "gzip" }],
];

async function rpc(bytes: Buffer): Promise<string | null> {
  const [protocol, type, more] = forms[(bytes[0] ?? 0) % forms.length] ?? ["grpc", "application/grpc", {}];
  const path = "/winnow.v1.ContextService/Select";
  const httpVersion = protocol === "grpc" ? "2.0" : "1.1";
  const headers = { "content-type": type, ...more };
  const body = bytes.subarray(1);
  return (await ask({ protocol, httpVersion, httpMethod: "POST", target: path, headers, body })).wrong;
}

/** Drops an odd last byte: from an odd address, Node.js 24.21 writes past the end for it (nodejs/node#64697). */
function textOf(bytes: Buffer, isUtf16: boolean): string {
  return isUtf16 ? bytes.toString("utf16le", 0, bytes.length - (bytes.length % 2)) : bytes.toString();
}

const kinds = ["external_data", "tool_result", "tool_call", "user_input", "llm_response", "error", "artifact"];
const RECORDS_MAX = 6;

async function text(bytes: Buffer): Promise<string | null> {
  const [first = 0, second = 0, third = 0] = bytes;
  // Latin-1 would give one byte per character; UTF-16 also gives lone surrogates.
  const whole = textOf(bytes.subarray(3), first % 4 === 0);
  const pieces = whole.split(first % 2 === 0 ? "\u0000" : "\n\n", RECORDS_MAX);
  const tokens = 8 * (second % 64);
  const body = {
    request_id: "fuzz",
    render_format: third % 2 === 0 ? "plain" : "hybrid",
    records: pieces.map((piece, at) => ({
      text: piece,
      kind: kinds[(first + at) % kinds.length],
      title: piece.slice(0, third % 40),
    })),
    task: { prompt: pieces.at(-1)?.slice(0, 80) ?? "" },
    budget: {
      max_context_tokens: tokens,
      operating_point: publishedPoints[third % publishedPoints.length]?.label,
      ...(third % 5 === 0
        ? { mode: "adaptive", adaptive: { initial_tokens: tokens >> 2, escalation_tokens: [(tokens >> 1) + 1] } }
        : {}),
    },
  };
  const { reply, wrong } = await ask(rest(Buffer.from(JSON.stringify(body))));
  return wrong ?? (reply.status === 200 ? selectionWrong(reply) : `refused: ${reply.body}`);
}

const reference = new Tiktoken(o200k);
/** js-tiktoken is quadratic in the length of an unbroken run. */
const COMPARED_BYTES_MAX = 200;

async function tokens(bytes: Buffer): Promise<string | null> {
  const counted = textOf(bytes.subarray(0, COMPARED_BYTES_MAX), (bytes[0] ?? 0) % 4 === 0);
  const [ours, theirs] = [countTokens(counted), reference.encode(counted.toWellFormed(), [], []).length];
  return ours === theirs ? null : `${ours} tokens, js-tiktoken counts ${theirs}`;
}

export const targets = { json, rpc, text, tokens } as const satisfies Readonly<Record<string, Target>>;
export type TargetName = keyof typeof targets;
