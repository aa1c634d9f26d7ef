// The default: units from all records compete on equal terms, short records are kept whole.
import type { OperatingPoint } from "./operating-point.ts";

export const balanced1 = {
  label: "balanced-1",
  policyVersion: "winnow-1-balanced",
  tokenizer: "o200k_base",
  analyse: {
    query: { prompt: 1, keywords: 1.2, tags: 0.6, toolName: 0 },
    labels: { title: 2.5, source: 0.5, head: 1, keywords: 1.5, tags: 1, attributes: 0.5 },
  },
  score: {
    levels: { unit: 1.2, block: 1.5, record: 0.45, bm25: { k1: 1.2, b: 0.5 }, context: 0.75 },
    variants: { weight: 0.6, perTerm: 3 },
    feedback: { blocks: 6, terms: 10, weight: 0.5, massMax: 0.35, scoreShareMin: 0.5, sharedMin: 1 },
    bridge: { weight: 0.5, queryTermsMax: 30, terms: 12 },
    focus: { weight: 0.2, records: 2, termsMax: 40 },
    neighbours: { weight: 0.5, weightBefore: 0.4, reach: 3 },
    priors: {
      traceKinds: { tool_call: 0.35, llm_response: 0.15, user_input: 0.6, error: 0.4 },
      recency: 0.2,
      echo: 0.1,
      importance: 0.3,
      sameStep: 0.2,
      namedTool: 0.5,
      outputShape: 0.1,
    },
    phrase: 0.5,
    rareEvent: 0.15,
    failure: 0.15,
    standing: { schemaHead: 0.3, userTurn: 0.05 },
    argumentSource: 1,
  },
  gate: { together: 0.6, pairs: 0.2, gripMin: 0.33 },
  pack: {
    lengthExponent: 0.2,
    wholeTokensMax: 150,
    wholeShareMax: 0.35,
    headTokensMax: 0,
    callTokensMax: 24,
    headingTokensMin: 300,
  },
  cover: {
    bias: -1.85,
    covered: 1.27,
    front: -1.87,
    mass: 3.8,
    demands: -0.39,
    records: -0.65,
    units: 0.91,
    strictMin: 0.9,
    lenientMin: 0.75,
  },
} as const satisfies OperatingPoint;
