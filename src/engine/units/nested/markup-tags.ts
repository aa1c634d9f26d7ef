// Tags of XML and HTML: where one ends, what it is called, and what an element means to the structure of a page.
import { EXCLAMATION_MARK, OPEN_BRACKET, QUESTION_MARK } from "../../../text/char-codes.ts";

const COMMENT = "<!--";
const CHARACTER_DATA = "<![CDATA[";
const TAG_NAME = /<(\/?)([A-Za-z_][\w:.-]{0,60})/y;

/** The tag at `at`, if it has a name: the first group is a slash when it closes an element, the second the name. */
export function tagAt(text: string, at: number): RegExpExecArray | null {
  TAG_NAME.lastIndex = at;
  return TAG_NAME.exec(text);
}

/** The index behind a tag, comment or declaration; a lone `<` is one character of text. */
export function tagEnd(text: string, at: number, end: number, nameless: boolean): number {
  if (text.startsWith(COMMENT, at)) return behind(text, "-->", at + COMMENT.length, end);
  if (text.startsWith(CHARACTER_DATA, at)) return behind(text, "]]>", at + CHARACTER_DATA.length, end);
  if (nameless && !isDeclaration(text, at)) return at + 1;
  return behind(text, ">", at + 1, end);
}

/** `<!...` (but not character data) or `<?...`. */
export function isDeclaration(text: string, at: number): boolean {
  const code = text.charCodeAt(at + 1);
  return code === QUESTION_MARK || (code === EXCLAMATION_MARK && text.charCodeAt(at + 2) !== OPEN_BRACKET);
}

function behind(text: string, mark: string, from: number, end: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 || at >= end ? end : at + mark.length;
}

/** The index of the tag that closes an element whose inside is not markup, from `from` on. */
export function rawEnd(text: string, from: number, end: number, tag: string): number {
  const at = text.indexOf(`</${tag}`, from);
  return at === -1 || at > end ? end : at;
}

/** Those that never have an inside. */
export const VOID_TAGS = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Those whose inside is no markup. */
export const RAW_TAGS = new Set(["script", "style", "textarea", "title"]);

/** Those of running text: they part nothing. */
export const INLINE_TAGS = new Set(
  (
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span " +
    "strike strong sub sup time tt u var"
  ).split(" "),
);

/** Those whose next sibling closes them. */
export const AUTO_CLOSED_TAGS = new Set(["p", "li", "tr", "td", "th", "dt", "dd", "option"]);

/** Those that lay a page out and say nothing of what they hold. */
export const LAYOUT_TAGS = new Set(
  "html body main div section article aside nav header footer form center ul ol dl table tbody".split(" "),
);
