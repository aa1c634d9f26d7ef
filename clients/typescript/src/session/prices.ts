// What providers charge for the tokens of a prompt. The presets are list prices of one model each, of the date that
// they name; pass your own numbers for other models and for later dates.

/** In US dollars per million tokens. */
export interface Prices {
  /** Input tokens that were not read from the cache and are not written to it. */
  readonly input: number;
  /** Input tokens that are written to the cache. */
  readonly cacheWrite: number;
  /** Input tokens that are read from the cache. */
  readonly cacheRead: number;
  /** Prompts with fewer tokens are never cached. */
  readonly cacheMinTokens: number;
}

export interface PricePreset extends Prices {
  readonly model: string;
  /** When the prices were read, as in `2026-05-25`. */
  readonly date: string;
  readonly source: string;
}

export const pricePresets = {
  /** Writes for five minutes. A cache breakpoint at the end of each prompt is assumed. */
  anthropic: {
    model: "Claude Sonnet 4.6",
    input: 3,
    cacheWrite: 3.75,
    cacheRead: 0.3,
    cacheMinTokens: 1024,
    date: "2026-05-25",
    source: "https://platform.claude.com/docs/en/about-claude/pricing",
  },
  /** Caches by itself and charges no write. */
  openai: {
    model: "GPT-5.4",
    input: 2.5,
    cacheWrite: 2.5,
    cacheRead: 0.25,
    cacheMinTokens: 1024,
    date: "2026-05-25",
    source: "https://openai.com/api/pricing",
  },
  /** Caches by itself and charges no write. For prompts of up to 200,000 tokens. */
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
