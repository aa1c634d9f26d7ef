// How one run against the service ended.
export interface Verdict {
  readonly name: string;
  readonly holds: boolean;
  /** One line when it holds, everything that was printed when it does not. */
  readonly told: string;
}
