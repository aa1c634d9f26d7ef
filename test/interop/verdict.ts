// The result of one run against the service.
export interface Verdict {
  readonly name: string;
  readonly holds: boolean;
  /** One line if it holds, otherwise the whole output. */
  readonly detail: string;
}
