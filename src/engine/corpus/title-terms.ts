// The terms of records' titles: with an excerpt's own they are what whoever reads it is told.
// In: the vocabulary of the request. Out: terms, as often as they stand there; of each record read once.
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { SourceRecord } from "../model.ts";

/** Of a record without a title. */
const NO_TERMS = new Int32Array(0);

export function titleTerms(vocabulary: Vocabulary): (source: SourceRecord) => Int32Array {
  const known = new Map<SourceRecord, Int32Array>();
  return (source) => {
    if (source.title === null) return NO_TERMS;
    const before = known.get(source);
    if (before !== undefined) return before;
    const terms = vocabulary.termsIn(source.title);
    known.set(source, terms);
    return terms;
  };
}
