// Links the claims of a patent. `2. The method of claim 1` says nothing without claim 1, and the later parts of a long
// claim say nothing without its beginning. In: the units of a document. Out: the same units with other heads. Reads a
// bounded part of each unit.
import type { Unit } from "../../model.ts";
import type { Draft } from "../draft.ts";

/** `12. ` at the start of a unit. */
const NUMBER = /^(\d{1,3})\. {1,4}\p{L}/u;

/** `of claim 1`, `according to any one of claims 1 to 3`. */
const REFERENCE = /\bclaims? (\d{1,3})\b/;

/** A claim refers to another claim within this many characters of its beginning. */
const OPENING_CHARS = 160;

/** Makes each claim in the units from index `from` on depend on the claim that it refers to. */
export function linkClaims({ text, units }: Draft, from: number): void {
  const openingOf = ({ start, end }: Pick<Unit, "start" | "end">): string =>
    text.slice(start, Math.min(end, start + OPENING_CHARS));
  if (!units.slice(from).some((unit) => REFERENCE.test(openingOf(unit)))) return;
  const claims = new Map<string, number>();
  let claim = -1;
  let outer = -1;
  for (let at = from; at < units.length; at++) {
    const unit = units[at];
    if (unit === undefined) return;
    const opening = openingOf(unit);
    const number = NUMBER.exec(opening)?.[1];
    if (number !== undefined) {
      outer = unit.head;
      const parent = claims.get(REFERENCE.exec(opening)?.[1] ?? "");
      if (parent !== undefined) unit.head = parent;
      claims.set(number, at);
      claim = at;
    } else if (claim !== -1 && unit.head === outer && text.charAt(unit.start - 1) !== "\n") {
      unit.head = claim;
    } else claim = -1;
  }
}
