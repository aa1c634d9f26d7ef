// Reads the terms of units into the lexicon: of each its own, then those of the context that it stands under.
// In: records, one after the other. Out: where the terms of their units end. Must read every text once.
import type { Lexicon } from "../../text/lexicon.ts";
import type { SegmentedRecord } from "../model.ts";
import type { EchoTest } from "./echo.ts";

export interface UnitTerms {
  /**
   * Terms of unit `u` are those from number `unitFrom[u]` up to `unitFrom[u + 1]`, its context's terms from `ownTo[u]`
   * on.
   */
  readonly unitFrom: Int32Array;
  readonly ownTo: Int32Array;
}

/**
 * What reads a record whose first unit has the number `first`. Units that echo the task have no terms of their own:
 * words that came from there prove nothing.
 */
export function unitReader(
  lexicon: Lexicon,
  isEcho: EchoTest,
  { unitFrom, ownTo }: UnitTerms,
): (record: SegmentedRecord, first: number) => void {
  // The context that was read last, and where its terms are. Neighbours mostly have the same, which is read once.
  let last = "";
  let from = 0;
  let to = 0;

  /** Reads the unit `index`, whose context was not read before. */
  function readFirst(record: SegmentedRecord, first: number, index: number): number {
    const unit = record.units[index];
    if (unit === undefined) return index;
    const place = first + index;
    from = isEcho(record, unit) ? (unitFrom[place] ?? 0) : lexicon.read(record.source.text, unit.start, unit.end);
    to = lexicon.read(unit.context, 0, unit.context.length);
    last = unit.context;
    ownTo[place] = from;
    unitFrom[place + 1] = to;
    return index + 1;
  }

  /** Reads units from `index` on that all have no context, or the one that was read last; returns the next. */
  function readMore(record: SegmentedRecord, first: number, index: number, context: string): number {
    const { units, source } = record;
    const repeated = context === "" ? 0 : to - from;
    let next = index;
    for (let unit = units[next]; unit?.context === context && !isEcho(record, unit); unit = units[next]) {
      ownTo[first + next++] = unit.end;
    }
    const start = units[index]?.start ?? 0;
    if (next > index)
      lexicon.readEach(source.text, start, ownTo.subarray(first + index, first + next), from, from + repeated);
    else {
      ownTo[first + index] = unitFrom[first + index] ?? 0;
      lexicon.repeat(from, from + repeated);
      next += 1;
    }
    for (let place = first + index; place < first + next; place += 1)
      unitFrom[place + 1] = (ownTo[place] ?? 0) + repeated;
    return next;
  }

  return (record, first) => {
    for (let index = 0; index < record.units.length; ) {
      const context = record.units[index]?.context ?? "";
      const isNew = context !== "" && context !== last;
      index = isNew ? readFirst(record, first, index) : readMore(record, first, index, context);
    }
  };
}
