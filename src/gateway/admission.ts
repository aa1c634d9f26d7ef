// The nouns of the gateway: who calls, and why a call is turned away before its body is read. Types only.

/** What an organisation may do. */
export interface Tier {
  readonly name: string;
  /** Most metered tokens of one request. */
  readonly maxInputTokens: number;
  /** Most records of one request. */
  readonly maxRecords: number;
  /** Sustained calls a second, over all keys of the organisation. */
  readonly ratePerSecond: number;
  /** Most calls at once on top of nothing spent: the bucket's size. */
  readonly burst: number;
  /** Select calls a UTC day; null for no quota. */
  readonly dailyQuota: number | null;
}

/** An authenticated caller. */
export interface Caller {
  readonly organisation: string;
  readonly keyId: string;
  readonly tier: Tier;
}

/** Why a call is turned away. One word each, the closed set of gateway answers. */
export type RefusalKind =
  | "unauthenticated"
  | "forbidden"
  | "throttled"
  | "quota_spent"
  | "body_too_long"
  | "unavailable";

export interface Refusal {
  readonly refused: RefusalKind;
  /** When a retry may succeed, in milliseconds from now; null when retrying cannot help. */
  readonly retryAfterMs: number | null;
}

export interface Admitted {
  readonly caller: Caller;
  /** Gives the quota back: for a call that is refused later on. */
  readonly refund: () => void;
}
