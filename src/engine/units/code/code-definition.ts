// Which lines of source code open a definition, in any language, and which stand right before one and belong to it.
// A text and a line's place in it in, yes or no out. By the shape of the line alone.
import { isLetter, OPEN_BRACE } from "../../../text/char-codes.ts";
import { trimEnd } from "../../../text/offsets.ts";
import { anyOf, matchesAt, oneOf } from "../patterns.ts";

/** Words that may stand before the word that defines. */
const MODIFIER = oneOf(
  "export default declare public private protected internal static final abstract async unsafe extern override " +
    "virtual inline sealed partial open data suspend const pub(?:\\([a-z]{1,12}\\))?",
).source;

/** Words that say what the next word names, in the languages people send most. */
const DEFINING = oneOf(
  "def class function\\*? fn func fun sub interface struct enum trait impl module mod namespace record object type " +
    "union protocol extension proc macro_rules!",
).source;

const BINDING = /(?:export )?(?:default )?(?:const|let|var) [\w$]{1,80}/.source;

/** The start of a definition by keyword, of SQL, or of a function by another spelling: `const name = (…) =>`. */
const DEFINITION = anyOf(
  [
    new RegExp(`(?:${MODIFIER} ){0,5}${DEFINING} ?[\\w$<(&*"'~]`),
    /CREATE |ALTER TABLE|create (?:table|or replace|view|function)/,
    new RegExp(`${BINDING}(?:: [^=\\n]{1,120})? = (?:async )?(?:function|\\([^\\n]{0,200}=>)`),
    new RegExp(`${BINDING} = (?:async )?[\\w$]{1,40} =>`),
  ],
  "y",
);

const FLOW = oneOf("if for while switch else catch do return try with match when new throw await yield case").source;

/** `void Name::method(int a) {`: a call's shape behind a name that does not control the flow, before a brace. */
const C_LIKE = new RegExp(`(?!${FLOW}\\b)[\\w$:<>,*&[\\]~@ ]{1,120}\\([^\\n;{}]{0,240}\\{`, "y");

/** What stands right before a definition and belongs to it: decorators, attributes, documentation. */
const LEAD = /@[\w.]|#\[|\/\/\/|\/\*\*|--- |## /y;

/** True when the line whose content is `[content, end)` opens a function, a type, a table or the like. */
export function opensDefinition(text: string, content: number, end: number): boolean {
  const first = text.charCodeAt(content);
  if (isLetter(first) && matchesAt(DEFINITION, text, content)) return true;
  return text.charCodeAt(trimEnd(text, content, end) - 1) === OPEN_BRACE && matchesAt(C_LIKE, text, content);
}

export function leadsToDefinition(text: string, content: number): boolean {
  return !isLetter(text.charCodeAt(content)) && matchesAt(LEAD, text, content);
}
