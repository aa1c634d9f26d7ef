// One thing at a time, and of each page only the newest: what a page asked before is given up once it asks again.
// In: work with the name of who asks. Out: its reply, or null for work that was overtaken. Order is kept.

export interface LatestWins<Work, Reply> {
  /** @returns null when newer work of the same name, or `signal`, came first, or when too much waits already */
  readonly ask: (name: string, work: Work, signal: AbortSignal) => Promise<Reply | null>;
}

/** Pages that may wait at once. One developer has a few. */
const WAITING_MAX = 16;

interface Entry<Work, Reply> {
  readonly name: string;
  readonly work: Work;
  readonly settle: (reply: Reply | null) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * @param run does one piece of work; null says that it was stopped
 * @param stop asks the running work to end early
 */
export function latestWins<Work, Reply>(
  run: (work: Work) => Promise<Reply | null>,
  stop: () => void,
): LatestWins<Work, Reply> {
  let waiting: Entry<Work, Reply>[] = [];
  let running: Entry<Work, Reply> | null = null;

  function giveUp(given: (entry: Entry<Work, Reply>) => boolean): void {
    for (const entry of waiting.filter(given)) entry.settle(null);
    waiting = waiting.filter((entry) => !given(entry));
    if (running !== null && given(running)) stop();
  }
  function next(): void {
    if (running !== null) return;
    const entry = waiting.shift();
    if (entry === undefined) return;
    running = entry;
    run(entry.work)
      .then(entry.settle, entry.fail)
      .finally(() => {
        running = null;
        next();
      });
  }
  return {
    ask: (name, work, signal) => {
      giveUp((entry) => entry.name === name);
      if (signal.aborted || waiting.length >= WAITING_MAX) return Promise.resolve(null);
      return new Promise((settle, fail) => {
        const entry = { name, work, settle, fail };
        signal.addEventListener("abort", () => giveUp((one) => one === entry), { once: true });
        waiting.push(entry);
        next();
      });
    },
  };
}
