// The part of an operating point that says how a token budget is spent. Values only.

export interface PackSettings {
  /** 0 ranks units by score alone, 1 by score per token; .2 was best in measurements, 0 to .3 nearly equal. */
  readonly lengthExponent: number;
  /** The same for the sentences of a record that has several. */
  readonly passageExponent: number;
  /** A record of at most this many tokens is sent whole once any of its units is chosen; 0 turns that off. */
  readonly wholeTokensMax: number;
  /** The same for a tool's schema: a tool whose parameters are missing can be chosen but not called. */
  readonly wholeSchemaTokensMax: number;
  /** ... unless that would take more than this share of the budget. */
  readonly wholeShareMax: number;
  /**
   * A unit that ranks below this share of the best one is not sent, though there be room. Small: in a table the best
   * row is far ahead of the other rows that an answer is worked out from.
   */
  readonly rankShareMin: number;
  /** Table headers, signatures and headings of up to this many tokens go along with their units; 0 for none. */
  readonly headerTokensMax: number;
  /** The same for the best units; all headers of one unit together may cost twice as much. */
  readonly bestHeaderTokensMax: number;
  /** Tokens of a tool call that go along with its result; 0 for none. */
  readonly callTokensMax: number;
}
