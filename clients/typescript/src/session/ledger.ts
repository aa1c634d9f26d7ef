// What a session has decided about tool results: each result that was cut or left whole, by its call and its text. The
// ledger is plain JSON. It keeps originals, so that a cut can be expanded, and is bounded.

export interface LedgerEntry {
  /** Names the entry in the mark of a cut, as in `w3`. */
  readonly handle: string;
  /** The id of the tool call. */
  readonly call: string;
  /** The whole result. */
  readonly original: string;
  /** What is sent instead, mark included; null if the result is sent whole. */
  readonly sent: string | null;
  /** What was sent instead before a compaction: the caller's conversation may still hold it. */
  readonly former: readonly string[];
}

/** A ledger as it is stored. */
export interface LedgerJson {
  readonly version: 1;
  /** The number of the next handle. */
  readonly next: number;
  /** In the order of their last use. */
  readonly entries: readonly LedgerEntry[];
}

/** Characters of originals that a ledger keeps for results that are no longer in the conversation. */
const FORMER_CHARACTERS_MAX = 20_000_000;

export interface Ledger {
  /** The decision about a result, found by its original text or by what is or was sent instead. */
  readonly find: (call: string, text: string) => LedgerEntry | undefined;
  readonly byHandle: (handle: string) => LedgerEntry | undefined;
  /** Records a decision, or replaces the earlier one about the same result. */
  readonly record: (call: string, original: string, cut: (handle: string) => string | null) => LedgerEntry;
  /** Drops the least recently used entries that the conversation no longer has, beyond the bound. */
  readonly prune: (current: ReadonlySet<LedgerEntry>) => void;
  readonly toJSON: () => LedgerJson;
}

/** @throws TypeError if the stored ledger has another version */
export function createLedger(stored: LedgerJson = { version: 1, next: 1, entries: [] }): Ledger {
  if (stored.version !== 1) throw new TypeError(`ledger.version is ${stored.version}, not 1`);
  let { next } = stored;
  /** By handle, in the order of last use. */
  const entries = new Map(stored.entries.map((entry) => [entry.handle, entry]));
  const byText = new Map<string, LedgerEntry>();
  for (const entry of entries.values()) index(entry);

  function index(entry: LedgerEntry): void {
    for (const text of textsOf(entry)) byText.set(keyOf(entry.call, text), entry);
  }

  function remove(entry: LedgerEntry): void {
    entries.delete(entry.handle);
    for (const text of textsOf(entry)) byText.delete(keyOf(entry.call, text));
  }

  return {
    find: (call, text) => byText.get(keyOf(call, text)),
    byHandle: (handle) => entries.get(handle),
    record: (call, original, cut) => {
      const earlier = byText.get(keyOf(call, original));
      const handle = earlier?.handle ?? `w${next}`;
      if (earlier === undefined) next += 1;
      else remove(earlier);
      const former = earlier === undefined ? [] : [...earlier.former, ...(earlier.sent === null ? [] : [earlier.sent])];
      const entry = { handle, call, original, sent: cut(handle), former };
      entries.set(handle, entry);
      index(entry);
      return entry;
    },
    prune: (current) => {
      for (const entry of current) {
        entries.delete(entry.handle);
        entries.set(entry.handle, entry);
      }
      const former = [...entries.values()].filter((entry) => !current.has(entry));
      let kept = 0;
      for (const entry of former.toReversed()) {
        kept += entry.original.length;
        if (kept > FORMER_CHARACTERS_MAX) remove(entry);
      }
    },
    toJSON: () => ({ version: 1, next, entries: [...entries.values()] }),
  };
}

/** Every text by which the result may come back. */
function textsOf({ original, sent, former }: LedgerEntry): readonly string[] {
  return [original, ...former, ...(sent === null ? [] : [sent])];
}

function keyOf(call: string, text: string): string {
  return JSON.stringify([call, text]);
}
