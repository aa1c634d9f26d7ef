// The terms of records' titles: with an excerpt's own they are what whoever reads it is told.
// In: the lexicon of the request. Out: terms, as often as they stand there; of each record read once.
import type { Lexicon } from "../../text/lexicon.ts";
import type { SourceRecord } from "../model.ts";

/** Of a record without a title. */
const NO_TERMS = new Int32Array(0);

export function titleTerms(lexicon: Lexicon): (source: SourceRecord) => Int32Array {
  const known = new Map<SourceRecord, Int32Array>();
  return (source) => {
    if (source.title === null) return NO_TERMS;
    const before = known.get(source);
    if (before !== undefined) return before;
    const terms = lexicon.termsIn(source.title);
    known.set(source, terms);
    return terms;
  };
}
