// The terms of a text that is sent, with those of its record's title: what whoever reads it is told.
// In: the lexicon of the request. Out: terms, as often as they stand there.
import type { Lexicon } from "../../text/lexicon.ts";
import type { SourceRecord } from "../model.ts";

export function textTerms(lexicon: Lexicon, text: string, title: string | null): Int32Array {
  const terms = lexicon.termsIn(text);
  if (title === null) return terms;
  const titled = lexicon.termsIn(title);
  const all = new Int32Array(terms.length + titled.length);
  all.set(terms);
  all.set(titled, terms.length);
  return all;
}

/** Of whole records, each read once however often it is asked for. */
export function keptTerms(lexicon: Lexicon): (source: SourceRecord) => Int32Array {
  const known = new Map<SourceRecord, Int32Array>();
  return (source) => {
    const before = known.get(source);
    if (before !== undefined) return before;
    const terms = textTerms(lexicon, source.text, source.title);
    known.set(source, terms);
    return terms;
  };
}
