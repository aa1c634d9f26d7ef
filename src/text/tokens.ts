// The one token counter (o200k_base).
export interface TokenScan {
  readonly total: number;
}
