// Finds what JSON repeats in another format: notebooks keep each output as `text/html` and as `text/plain`. Of these,
// only the plain text is sent for itself. Units and containers come in, units that announce go out.
import type { Draft } from "../draft.ts";
import type { Container, Nesting } from "./nesting.ts";

const PLAIN_TEXT = '"text/plain"';

/** The names of media types other than plain text. */
const FORMAT = /^(?!text\/plain$)(?:text|image|application)\/[\w.+-]{1,60}$/;

/** Marks the units from index `first` on that repeat the plain text next to them. They only accompany it. */
export function announceCopies({ text, units }: Draft, { containers }: Nesting, first: number): void {
  let at = first;
  for (const container of containers) {
    if (!repeatsPlainText(text, container, containers[container.parent])) continue;
    while ((units[at]?.start ?? container.start) < container.start) at++;
    for (let unit = units[at]; unit !== undefined && unit.start < container.end; unit = units[at]) {
      unit.announces = true;
      at++;
    }
  }
}

/** True for the content of a format that is followed by the same in plain text: writers sort the names. */
function repeatsPlainText(
  text: string,
  { nameStart, nameEnd, end }: Container,
  bundle: Container | undefined,
): boolean {
  if (bundle === undefined || bundle.isList || !FORMAT.test(text.slice(nameStart, nameEnd))) return false;
  return text.slice(end, bundle.end).includes(PLAIN_TEXT);
}
