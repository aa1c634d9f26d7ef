// What providers charge for the tokens of a prompt. The presets are list prices of one model each, of the date that
// they name: Anthropic's for cache writes of five minutes with a cache breakpoint at the end of each prompt, Google's
// for prompts of up to 200,000 tokens. OpenAI and Google charge no cache write. Pass your own numbers for other models.

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
