// Warms a thread up before its first call. It builds the token tables and answers representative calls, so that V8 has
// compiled the code that they run. In: the function that answers calls on this thread. It reports nothing about them.
import { readFileSync } from "node:fs";
import { toBinary } from "@bufbuild/protobuf";
import { ContextRequestSchema, ContextService } from "../../gen/winnow/v1/context_pb.ts";
import { frameOf } from "../protocols/grpc/frames.ts";
import type { Unary } from "../protocols/handler.ts";
import { compileJsonReader } from "../protocols/json/reader.ts";
import type { BufferedRequest } from "../protocols/reply.ts";
import { rpcName, selectPath } from "../protocols/routes.ts";
import type { Call } from "../service/call.ts";
import { furtherTexts } from "./representative-texts.ts";

/** A request that the documentation shows: logs, JSON, markdown, a table and prose, 13 kB in all. */
const exampleFile = new URL("../../docs/examples/incident.json", import.meta.url);

/** For a main thread that has workers: the copies of the example in each call. */
const SMALL_CALLS = [1, 1, 1, 1, 1, 1, 1, 1] as const;

/**
 * For a worker. The last call is as large as one of 100,000 tokens: half the cost of the first call of that size is
 * memory that the thread has not used before.
 */
const LARGE_CALLS = [1, 1, 6, 22] as const;

interface TextRecord {
  readonly text: string;
}

const call: Call = {
  caller: {
    organisation: "",
    keyId: "",
    tier: {
      name: "",
      maxInputTokens: 1_000_000,
      maxRecords: 10_000,
      ratePerSecond: 1,
      burst: 1,
      dailyQuota: null,
      weight: 1,
      maxComputeMs: 60_000,
    },
  },
  signal: new AbortController().signal,
  stage: async (_name, work) => work(() => {}),
  report: () => {},
};

/** For a main thread that has workers. */
export function warmSmallCalls(unary: Unary): Promise<void> {
  return answerAll(unary, SMALL_CALLS);
}

/** For a worker, and for a main thread without any. */
export function warmLargeCalls(unary: Unary): Promise<void> {
  return answerAll(unary, LARGE_CALLS);
}

async function answerAll(unary: Unary, calls: readonly number[]): Promise<void> {
  const example: { readonly records: readonly TextRecord[] } = JSON.parse(readFileSync(exampleFile, "utf8"));
  const records = [...example.records, ...furtherTexts.map((text) => ({ text }))];
  for (const [index, copies] of calls.entries()) {
    const several = Array.from({ length: copies }, (_, copy) => changed(records, index + copy)).flat();
    const body = Buffer.from(JSON.stringify({ ...example, ...variant(index, copies), records: several }));
    await unary(index % 2 === 0 ? restRequest(body) : grpcRequest(body), call);
  }
}

/**
 * The same records with other numbers: equal texts would be measured and cut only once. Every second copy has a
 * character beyond Latin-1, because V8 compiles a pattern for each of its two forms of a string.
 */
function changed(records: readonly TextRecord[], shift: number): readonly TextRecord[] {
  const other = (digit: string) => String(((Number(digit) + shift - 1) % 9) + 1);
  const end = shift % 2 === 0 ? "" : "\n…";
  return records.map((record) => ({ ...record, text: record.text.replaceAll(/[1-9]/g, other) + end }));
}

/**
 * A fixed budget of about an eighth of the tokens, or an adaptive one that ends there. The `hybrid` format of every
 * second call lets the engine re-encode records.
 */
function variant(index: number, copies: number): object {
  const tokens = 480 * copies;
  const adaptive = { initial_tokens: tokens / 2, escalation_tokens: [tokens], allow_full_context_fallback: false };
  const budget = { max_context_tokens: tokens, ...(index % 3 === 2 ? { mode: "adaptive", adaptive } : {}) };
  return { budget, render_format: index % 2 === 0 ? "hybrid" : "plain" };
}

function restRequest(body: Buffer): BufferedRequest {
  return { protocol: "rest", httpVersion: "1.1", httpMethod: "POST", target: selectPath, headers: {}, body };
}

const readMessage = compileJsonReader(ContextRequestSchema);

function grpcRequest(json: Buffer): BufferedRequest {
  const read = readMessage(json);
  if ("failure" in read) throw new Error(read.failure.detail);
  const body = frameOf(toBinary(ContextRequestSchema, read.message), false);
  const target = `/${rpcName(ContextService.method.select)}`;
  const headers = { "content-type": "application/grpc" };
  return { protocol: "grpc", httpVersion: "2.0", httpMethod: "POST", target, headers, body };
}
