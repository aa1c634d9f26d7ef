// What a watch reports, in order, for tests that wait for the next report.

export interface Reports {
  readonly report: (line: string) => void;
  /** The reports that `next` has not returned. */
  readonly waiting: readonly string[];
  /** Resolves to the oldest of these, or to the next report. */
  readonly next: () => Promise<string | undefined>;
}

export function createReports(): Reports {
  const waiting: string[] = [];
  let wake = () => {};
  return {
    report: (line) => {
      waiting.push(line);
      wake();
    },
    waiting,
    next: async () => {
      while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return waiting.shift();
    },
  };
}
