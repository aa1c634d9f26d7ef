// List prices of one model each. Generated from docs/examples/prices.json by `make gen`; do not edit.
import type { PricePreset } from "../session/prices.ts";

export const pricePresets = {
  anthropic: {
    model: "Claude Sonnet 4.6",
    input: 3,
    cacheWrite: 3.75,
    cacheRead: 0.3,
    cacheMinTokens: 1024,
    date: "2026-05-25",
    source: "https://platform.claude.com/docs/en/about-claude/pricing",
  },
  openai: {
    model: "GPT-5.4",
    input: 2.5,
    cacheWrite: 2.5,
    cacheRead: 0.25,
    cacheMinTokens: 1024,
    date: "2026-05-25",
    source: "https://openai.com/api/pricing",
  },
  google: {
    model: "Gemini 2.5 Pro",
    input: 1.25,
    cacheWrite: 1.25,
    cacheRead: 0.125,
    cacheMinTokens: 2048,
    date: "2026-05-25",
    source: "https://ai.google.dev/gemini-api/docs/pricing",
  },
} as const satisfies Readonly<Record<string, PricePreset>>;
