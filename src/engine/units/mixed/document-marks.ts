// Recognises the lines that name the documents in a text that holds several, such as packed files or the passages of a
// prompt. Those lines are the mark of a document: a tag, a field, or a path between rules or above a fence.
// In: a text and the start of a line. Out: the mark that opens there, and where the text of the document starts.
import { isBlank, LESS_THAN, lineEnd, skipIndent, trimEnd } from "../../../text/characters.ts";
import { anyOf, beginsWith, matchesAt, type Signs } from "../line-patterns.ts";

/** The lines that open a document and name it. All documents of a text have marks of the same form. */
export interface Mark {
  readonly form: string;
  readonly from: number;
  /** The end of the lines that name the document. Other fields may follow before `to`. */
  readonly nameEnd: number;
  /** Where the opening fence starts; `to` if there is no fence. */
  readonly fence: number;
  /** Where the text of the document starts. */
  readonly to: number;
  readonly name: string;
}

/** The line by which a mark is recognised. Other lines of the mark may be above and below it. */
interface Opening {
  readonly form: string;
  readonly name: string;
  /** Fields may follow it. */
  readonly hasFields: boolean;
}

/** A path without blanks: `src/main.ts`, `main.ts`, `./Makefile`. */
const PATH = /(?:[\w.@+~()[\]-]{0,80}[/\\]){0,20}(?:[\w.@+~()[\]-]{1,80}\.[a-z]\w{0,9}|(?<=[/\\])[\w@+~-]{1,80})/
  .source;
const WORD = "(?:file|document|doc|source|page|passage|chunk|snippet|result|context|article)";

/** `<file path="a.py">`, `<document index="3">` */
const TAG = /<([a-z][\w-]{0,40})( [^<>\n]{1,300})?>[ \t]*\r?\n/iy;
const DOCUMENT_TAG = new RegExp(`^${WORD}$`, "i");
const NAMING_ATTRIBUTE = /\b(?:path|file(?:_?(?:name|path))?|source|url|title)=["']([^"'\n]{1,200})["']/i;
/** `<source>a.py</source>` */
const CHILD = /[ \t]{0,8}<(\w{1,40})>[^<\n]{1,200}<\/\1>[ \t]*\r?\n/iy;
const NAMING_CHILD = /[ \t]{0,8}<(?:source|path|title|name|file_?(?:name|path)|url)>([^<\n]{1,200})</iy;
/** `<document_content>` */
const CONTENT_TAG = /[ \t]{0,8}<(?:\w{1,20}_)?(?:contents?|text|body|snippet)>[ \t]*\r?\n/iy;

/** The marks that may precede a key: `[2] Title:`, `- **URL:**`. */
const LEAD = /(?:\[\d{1,3}\] )?(?:[-*] )?\*{0,2}/.source;
const COLON = /\*{0,2}:\*{0,2}[ \t]+/.source;
const KEYS = "file(?:[_ ]?(?:name|path))?|path|source|url|title|document|node id";
/** `FILE: a.py`, `Source: https://a.example`, `[2] Title: Lyon` */
const KEYED = new RegExp(`${LEAD}(${KEYS})${COLON}(\\S[^\\n]{0,300})`, "iy");
/** These keys name a document whatever their value is. Other keys need a path or a URL, or its content right below. */
const FREE_KEYS = /^(?:title|document|node id)$/i;
const PLACE = new RegExp(`^(?:https?://\\S+|${PATH}(?:[#:]\\S{0,60})?)$`);
const FIELD = new RegExp(`${LEAD}[A-Za-z][\\w -]{0,30}${COLON}\\S[^\\n]{0,160}(?:\\n|$)`, "y");
/** The value of such a field is the text of the document. */
const CONTENT = new RegExp(`${LEAD}(?:page_)?(?:content|text|snippet|body|summary|description)s?${COLON}`, "iy");

/** `== src/a.py`, `==> a.log <==`, `=== Document 3 ===`, `--- a.py ---` */
const RULED = new RegExp(`(={2,80}>?|[*#~-]{3,80}) ?(?:(${PATH})|(${WORD})[ #:])`, "iy");
const RULE_MARKS = "<=*#~-";
const RULED_CHARS_MAX = 300;
/** `src/a.py`, `### File: src/a.py`, or a path between backticks. It counts only above a fence or a rule. */
const NAMED = new RegExp(
  `((?:#{1,6} )?(?:\\d{1,3}\\. )?(?:${WORD}: )?)([\`*]{0,3})(${PATH})\\2(?: \\([^()\\n]{1,80}\\))?:?[ \\t]*\\r?\\n`,
  "iy",
);
const HEADING = /#{1,6} \S/y;
/** `src/a.py` alone on its line. Without a folder, it may be anything. */
const LONE_PATH = new RegExp(`(?=[^\\n/\\\\]{0,80}[/\\\\])(${PATH}):?[ \\t]*\\r?\\n`, "y");
/** `lib:` above `total 12`, as `ls -lR` prints it. */
const FOLDER = /([\w.@+~/ -]{1,200}):\r?\n/y;
const FOLDER_TOTAL = /total \d/y;
/** `12:text` or `12-text`, as search tools print it. */
const MATCH = /\s{0,8}\d{1,7}[:-]/y;
const RULE = /(?:={3,}|-{3,}|[*_~]{3,})[ \t]*(?:\r?\n|$)/y;
const FENCE = /(?:`{3,}|~{3,})[^\n`]{0,60}(?:\r?\n|$)/y;

/** Every text of several documents shows at least one of these. */
export const DOCUMENT_SIGNS: Signs = {
  contains: ["```", "\n---", ":\ntotal "],
  opens: anyOf(
    [
      /<[a-z][\w-]{0,40}[ >]|={2}|[*#~-]{3}[^\n]{3,200}[*#~-]{2}\s*$/,
      new RegExp(`${LEAD}(?:${KEYS})${COLON}`),
      /[\w.@+~-]{0,80}[/\\]\S{0,200}\s*$/,
    ],
    "imy",
  ),
};

/** The lines that name a document share a unit up to this length. It stays short, because it is sent with the text. */
const NAME_CHARS = 80;

const mayBeRule = beginsWith("=-*#~");
const mayBeKey = beginsWith("[-*FPSUTDNfpsutdn");
const mayBeBelow = beginsWith("-=~`*_\r\n");

/** The mark that the line `[at, stop)` opens, or null. `isApart`: a blank line or a part of a mark is right above. */
export function openingAt(text: string, at: number, stop: number, isApart: boolean): Opening | null {
  if (text.charCodeAt(at) === LESS_THAN) return tagAt(text, at, stop);
  const ruled = mayBeRule(text, at) ? ruledAt(text, at, stop) : null;
  if (ruled !== null && (isApart || !ruled.hasFields)) return ruled;
  const keyed = isApart && mayBeKey(text, at) ? keyedAt(text, at, stop) : null;
  return keyed ?? namedAt(text, at, stop) ?? (isApart ? pathAt(text, at, stop) : null);
}

function tagAt(text: string, at: number, stop: number): Opening | null {
  TAG.lastIndex = at;
  const [, tag, attributes = ""] = TAG.exec(text) ?? [];
  if (tag === undefined) return null;
  const own = NAMING_ATTRIBUTE.exec(attributes)?.[1];
  NAMING_CHILD.lastIndex = stop;
  const name = own ?? NAMING_CHILD.exec(text)?.[1];
  const isDocument = attributes !== "" && DOCUMENT_TAG.test(tag);
  return name === undefined && !isDocument ? null : { form: `<${tag}`, name: name ?? "", hasFields: false };
}

function keyedAt(text: string, at: number, stop: number): Opening | null {
  KEYED.lastIndex = at;
  const [, key, value = ""] = KEYED.exec(text) ?? [];
  if (key === undefined) return null;
  const name = value.slice(0, trimEnd(value, 0, value.length));
  const names = FREE_KEYS.test(key) || PLACE.test(name) || matchesAt(CONTENT, text, stop);
  return names ? { form: `${key.toLowerCase()}:`, name, hasFields: true } : null;
}

function ruledAt(text: string, at: number, stop: number): Opening | null {
  const last = trimEnd(text, at, stop);
  let end = last;
  while (end > at && RULE_MARKS.includes(text.charAt(end - 1))) end--;
  if (end === at || last - at > RULED_CHARS_MAX) return null;
  RULED.lastIndex = at;
  const [, marks = "", path, word = ""] = RULED.exec(text) ?? [];
  if (marks === "" || (last - end < 2 && !marks.startsWith("="))) return null;
  const name = text.slice(at + marks.length, end).trim();
  if (path !== undefined && path !== name) return null;
  const hasFields = path === undefined;
  return { form: `${marks.charAt(0)} ${word.toLowerCase()}`, name, hasFields };
}

/** A path alone, or a folder above the list of its files. A path above the matches of a search is not a mark. */
function pathAt(text: string, at: number, stop: number): Opening | null {
  const pattern = matchesAt(FOLDER_TOTAL, text, stop) ? FOLDER : LONE_PATH;
  pattern.lastIndex = at;
  const name = pattern.exec(text)?.[1];
  return name === undefined || matchesAt(MATCH, text, stop) ? null : { form: "path", name, hasFields: false };
}

/** A path, if the text below is in a fence or below a rule. */
function namedAt(text: string, at: number, stop: number): Opening | null {
  if (!mayBeBelow(text, stop) || matchesAt(RULE, text, at)) return null;
  const next = lineEnd(text, stop, text.length);
  const isRuled = matchesAt(RULE, text, stop);
  const below = isBlank(text, stop, next) ? next : stop;
  if (!isRuled && !matchesAt(FENCE, text, below)) return null;
  NAMED.lastIndex = at;
  const [, lead, marks = "", name = ""] = NAMED.exec(text) ?? [];
  // A heading above a rule is Markdown.
  if (lead === undefined || (isRuled && lead + marks !== "")) return null;
  return {
    form: `${lead.replaceAll(/\d/g, "0")}${marks}${isRuled ? "-" : ""}`,
    name,
    hasFields: false,
  };
}

/** A number or an id, which does not say what the document is about. */
const NUMBER = /^(?:[\W_]*(?:[a-z]{0,12}[\W_]*\d{1,6}|[\da-f-]{8,})[\W_]*)?$/i;

/** The mark that starts at `from`, given the opening in the line that ends at `stop`. */
export function markAt(text: string, from: number, stop: number, { form, name: own, hasFields }: Opening): Mark {
  const isTag = form.startsWith("<");
  const title = matchesAt(HEADING, text, from) ? titleAt(text, from) : null;
  let name = title?.name ?? own;
  let nameEnd = title !== null && stop - from > NAME_CHARS ? title.end : stop;
  let to = stop;
  let fence = -1;
  while (to < text.length) {
    const next = lineEnd(text, to, text.length);
    const isGap = isBlank(text, to, next);
    const isField = !isGap && (isTag ? matchesAt(CHILD, text, to) : hasFields && isFieldAt(text, to, next, form));
    if (isField) {
      if (NUMBER.test(name)) name = nameIn(text, to, next) ?? name;
      if (nameEnd === to && next - from <= NAME_CHARS) nameEnd = next;
      to = next;
      continue;
    }
    const below = isGap ? next : to;
    if (matchesAt(FENCE, text, below)) fence = to;
    const isLast = isGap || fence !== -1 || matchesAt(RULE, text, to) || (isTag && matchesAt(CONTENT_TAG, text, to));
    if (!isLast) break;
    const end = fence === -1 ? next : lineEnd(text, below, text.length);
    if (nameEnd === to) nameEnd = end;
    to = end;
    break;
  }
  return { form, from, nameEnd, fence: fence === -1 ? to : fence, to, name };
}

function titleAt(text: string, from: number): { readonly name: string; readonly end: number } {
  const end = lineEnd(text, from, text.length);
  return { name: text.slice(from, trimEnd(text, from, end)).replace(/^#+ /, ""), end };
}

/** The name that a later line of a mark gives, or null. */
function nameIn(text: string, at: number, stop: number): string | null {
  NAMING_CHILD.lastIndex = at;
  const name = NAMING_CHILD.exec(text)?.[1] ?? keyedAt(text, at, stop)?.name;
  return name === undefined || NUMBER.test(name) ? null : name;
}

function isFieldAt(text: string, at: number, stop: number, form: string): boolean {
  return matchesAt(FIELD, text, at) && !matchesAt(CONTENT, text, at) && keyedAt(text, at, stop)?.form !== form;
}

/** True if the name is only a number or an id. */
export function isNameless({ name }: Mark): boolean {
  return NUMBER.test(name);
}

/** True for a field of a document, such as `Score: 0.8`. */
export function isDataAt(text: string, at: number): boolean {
  return matchesAt(FIELD, text, at) && !matchesAt(CONTENT, text, at);
}

/** True for a line that may belong to the mark below it: a rule, or a heading or a field below a blank line. */
export function leadsToMark(text: string, at: number, isApart: boolean): boolean {
  if (matchesAt(RULE, text, at)) return true;
  return isApart && (matchesAt(HEADING, text, at) || isDataAt(text, at));
}

const CLOSING_TAG = /[ \t]{0,8}<\/[a-z][\w-]{0,40}>[ \t]*\r?(?:\n|$)/iy;

/** True for a line that closes a document: a closing tag or a rule. */
export function closesDocument(text: string, at: number): boolean {
  return matchesAt(CLOSING_TAG, text, at) || matchesAt(RULE, text, at);
}

export function isFenceAt(text: string, at: number): boolean {
  return matchesAt(FENCE, text, skipIndent(text, at, text.length));
}

export function isClosingTagAt(text: string, at: number): boolean {
  return matchesAt(CLOSING_TAG, text, at);
}
