// The part of an operating point that controls how a token budget is spent. Values only, never code.

export interface PackSettings {
  /** 0 ranks units by score alone, 1 by score per token. 0.2 measured best; 0 to 0.3 are nearly equal. */
  readonly lengthExponent: number;
  /** The same for the sentences of a record with several. */
  readonly passageExponent: number;
  /** A record of at most this many tokens is sent whole once any of its units is chosen; 0 turns that off. */
  readonly wholeTokensMax: number;
  /** The same for a tool's schema: a model can choose a tool without its parameters but cannot call it. */
  readonly wholeSchemaTokensMax: number;
  /** A record is not sent whole if it would take more than this share of the budget. */
  readonly wholeShareMax: number;
  /**
   * A unit that ranks below this share of the best one is not sent, even if there is room. The share is small because
   * in a table the best row ranks far above the other rows that an answer needs.
   */
  readonly rankShareMin: number;
  /** Table headers, signatures and headings of up to this many tokens are sent with their units; 0 for none. */
  readonly headerTokensMax: number;
  /** The same for the best units. All headers of one unit together may cost twice as much. */
  readonly bestHeaderTokensMax: number;
  /** Tokens of a tool call that are sent with its result; 0 for none. */
  readonly callTokensMax: number;
}
