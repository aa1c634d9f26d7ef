// Names of programming languages. Code does not name the language it is written in; where it does, it is about
// something else. In: the form of a term. Out: is it such a name?
import { stem } from "../../text/stem.ts";

const LANGUAGE_NAMES: ReadonlySet<string> = new Set(
  "python javascript typescript java ruby rust golang php perl kotlin swift scala haskell julia lua matlab sql bash"
    .split(" ")
    .map(stem),
);

export function isLanguageName(form: string): boolean {
  return LANGUAGE_NAMES.has(form);
}
