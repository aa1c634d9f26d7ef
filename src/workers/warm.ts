// Prepares a thread before the port opens: builds the token tables and answers a few representative calls. The warm-up
// behind the open port (`http/warm-up.ts`) answers more of them. In: the function that answers calls on this thread. It
// reports nothing about them.
import type { Unary } from "../protocols/handler.ts";
import type { BufferedRequest } from "../protocols/reply.ts";
import { selectPath, selectRpcPath } from "../protocols/routes.ts";
import type { Call } from "../service/call.ts";
import { representativeFrame, representativeJson } from "./representative-requests.ts";

/** For a main thread that has workers: the characters of the records in each call. */
const SMALL_CALLS = [22_000, 22_000, 7_000, 7_000] as const;

/** For a worker. */
const LARGE_CALLS = [22_000, 22_000, 150_000] as const;

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
  for (const [seed, chars] of calls.entries()) {
    const json = representativeJson(seed, chars);
    await unary(seed % 2 === 0 ? restRequest(json) : grpcRequest(json), call);
  }
}

function restRequest(body: Buffer): BufferedRequest {
  return { protocol: "rest", httpVersion: "1.1", httpMethod: "POST", target: selectPath, headers: {}, body };
}

function grpcRequest(json: Buffer): BufferedRequest {
  const headers = { "content-type": "application/grpc" };
  const body = representativeFrame(json);
  return { protocol: "grpc", httpVersion: "2.0", httpMethod: "POST", target: selectRpcPath, headers, body };
}
