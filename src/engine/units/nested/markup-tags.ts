// Tags of XML and HTML: where a tag ends, its name, and what an element means for the structure of a page. A text and
// an offset come in, an offset or a name goes out; never tracks which elements are open.
import { EXCLAMATION_MARK, OPEN_BRACKET, QUESTION_MARK } from "../../../text/char-codes.ts";

const COMMENT = "<!--";
const CHARACTER_DATA = "<![CDATA[";
const TAG_NAME = /<(\/?)([A-Za-z_][\w:.-]{0,60})/y;

/** Matches the tag at `at`, if it has a name. Group 1 is the slash of a closing tag, group 2 the name. */
export function tagAt(text: string, at: number): RegExpExecArray | null {
  TAG_NAME.lastIndex = at;
  return TAG_NAME.exec(text);
}

/** The index after a tag, comment or declaration. A lone `<` is one character of text. */
export function tagEnd(text: string, at: number, end: number, nameless: boolean): number {
  if (text.startsWith(COMMENT, at)) return behind(text, "-->", at + COMMENT.length, end);
  if (text.startsWith(CHARACTER_DATA, at)) return behind(text, "]]>", at + CHARACTER_DATA.length, end);
  if (nameless && !isDeclaration(text, at)) return at + 1;
  return behind(text, ">", at + 1, end);
}

/** True for `<!...` (except character data) and `<?...`. */
export function isDeclaration(text: string, at: number): boolean {
  const code = text.charCodeAt(at + 1);
  return code === QUESTION_MARK || (code === EXCLAMATION_MARK && text.charCodeAt(at + 2) !== OPEN_BRACKET);
}

function behind(text: string, mark: string, from: number, end: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 || at >= end ? end : at + mark.length;
}

/** The index at or after `from` of the closing tag of an element that contains no markup. */
export function rawEnd(text: string, from: number, end: number, tag: string): number {
  const at = text.indexOf(`</${tag}`, from);
  return at === -1 || at > end ? end : at;
}

/** Tags without content. */
export const VOID_TAGS = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Tags whose content is not markup. */
export const RAW_TAGS = new Set(["script", "style", "textarea", "title"]);

/** Tags within running text: they do not separate pieces. */
export const INLINE_TAGS = new Set(
  (
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span " +
    "strike strong sub sup time tt u var"
  ).split(" "),
);

/** Tags that the next sibling of the same name closes. */
export const AUTO_CLOSED_TAGS = new Set(["p", "li", "tr", "td", "th", "dt", "dd", "option"]);

/** Layout tags, which say nothing about their content. */
export const LAYOUT_TAGS = new Set(
  "html body main div section article aside nav header footer form center ul ol dl table tbody".split(" "),
);
