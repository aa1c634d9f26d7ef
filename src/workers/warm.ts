// Makes a fresh thread quick before its first call: the token ranks are built, and every stage of a call with a fixed
// budget has run once.
import type { Unary } from "../protocols/handler.ts";
import type { Call } from "../service/call.ts";

const caller: Call["caller"] = {
  organisation: "",
  keyId: "",
  tier: {
    name: "",
    maxInputTokens: 1_000,
    maxRecords: 10,
    ratePerSecond: 1,
    burst: 1,
    dailyQuota: null,
    weight: 1,
    maxComputeMs: 60_000,
  },
};

const body = {
  request_id: "warm",
  task: { prompt: "How many items were counted at the archive?" },
  budget: { max_context_tokens: 40 },
  records: ["archive", "harbour", "orchard"].map((place, index) => ({
    text: `The ${place} was inspected in the morning. They counted ${index * 37 + 11} items at the ${place}. `.repeat(
      3,
    ),
  })),
};

export async function warm(unary: Unary): Promise<void> {
  const request = {
    protocol: "rest",
    httpVersion: "1.1",
    httpMethod: "POST",
    target: "/v1/context/select",
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
  } as const;
  const { signal } = new AbortController();
  await unary(request, { caller, signal, stage: async (_name, work) => work(() => {}), report: () => {} });
}
