// Names of programming languages. Code does not name the language it is written in; where it does, it is about
// something else. In: the vocabulary of the request. Out: the terms of such names.
import type { Vocabulary } from "../../../text/vocabulary.ts";

const LANGUAGE_NAMES =
  "python javascript typescript java ruby rust golang php perl kotlin swift scala haskell julia lua matlab sql bash";

export function languageNames(vocabulary: Vocabulary): ReadonlySet<number> {
  return new Set(vocabulary.termsIn(LANGUAGE_NAMES));
}
