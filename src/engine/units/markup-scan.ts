// Reads XML and HTML for places to cut: tags open and close containers, text between them is a child like any other.
// One pass, no tree of values, no entity or schema knowledge; unbalanced tags are closed where their parent closes.
import {
  beginChild,
  carryOn,
  closeFrame,
  DEPTH_MAX,
  type Frame,
  type Name,
  NESTED_UNIT_CHARS,
  type Nesting,
  openFrame,
} from "./nesting.ts";
import { isSpace, skipSpace } from "./offsets.ts";
import { sentenceEndAt } from "./sentence-end.ts";

/** Elements of HTML that never have an inside. */
const VOID_TAGS = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Elements whose inside is no markup. */
const RAW_TAGS = new Set(["script", "style", "textarea", "title"]);

/** Elements of running text: they part nothing. */
const INLINE_TAGS = new Set(
  "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var".split(
    " ",
  ),
);

/** A closing tag is looked for this many open elements up; one that fits none is passed over. */
const MISMATCH_LEVELS_MAX = 8;

const TAG_NAME = /<(\/?)([A-Za-z_][\w:.-]{0,60})/y;

interface Open {
  readonly frame: Frame;
  readonly tag: string;
}

/** Reads `[start, end)` into `nesting` under a new outermost container, whose index it returns. */
export function scanMarkup(text: string, start: number, end: number, nesting: Nesting): number {
  const root = openFrame(nesting, start, true, -1, { nameStart: 0, nameEnd: 0 });
  const open: Open[] = [{ frame: root, tag: "" }];
  let i = start;
  let inText = false;
  while (i < end) {
    const top = open.at(-1)?.frame ?? root;
    if (text.charCodeAt(i) !== 60) {
      const next = nextTag(text, i, end);
      const from = skipSpace(text, i, next);
      if (from < next) {
        if (!inText) beginChild(nesting, top, from);
        inText = true;
        if (next - from > NESTED_UNIT_CHARS) cutText(nesting, top, text, from, next);
      }
      i = next;
      continue;
    }
    TAG_NAME.lastIndex = i;
    const match = TAG_NAME.exec(text);
    const tag = (match?.[2] ?? "").toLowerCase();
    const close = tagEnd(text, i, end, match === null);
    if (isDeclaration(text, i)) {
      // Declarations, instructions and comments are white space to the structure.
      i = close;
      continue;
    }
    if (match === null || INLINE_TAGS.has(tag)) {
      if (!inText) beginChild(nesting, top, i);
      inText = true;
      i = close;
      continue;
    }
    inText = false;
    if (match[1] === "/") closeTag(nesting, open, tag, close);
    else {
      if (open.length > 1 && open.at(-1)?.tag === tag && AUTO_CLOSED.has(tag)) closeTag(nesting, open, tag, i);
      const parent = open.at(-1)?.frame ?? root;
      beginChild(nesting, parent, i);
      const isEmpty = VOID_TAGS.has(tag) || text.charCodeAt(close - 2) === 47;
      if (!isEmpty && open.length < DEPTH_MAX) {
        const name: Name = { nameStart: i + 1, nameEnd: i + 1 + tag.length };
        open.push({ frame: openFrame(nesting, i, true, parent.id, name), tag });
      }
      if (RAW_TAGS.has(tag) && !isEmpty) {
        i = rawEnd(text, close, end, tag);
        continue;
      }
    }
    i = close;
  }
  for (let last = open.pop(); last !== undefined && last.frame !== root; last = open.pop())
    closeFrame(nesting, last.frame, end);
  const container = nesting.containers[root.id];
  if (container !== undefined) {
    container.end = end;
    container.children = root.children;
  }
  return root.id;
}

/** Elements of HTML whose next sibling closes them. */
const AUTO_CLOSED = new Set(["p", "li", "tr", "td", "th", "dt", "dd", "option"]);

/** Closes the nearest open element of that name, and with it what was left open inside. */
function closeTag(nesting: Nesting, open: Open[], tag: string, end: number): void {
  for (let up = 1; up <= MISMATCH_LEVELS_MAX && up < open.length; up++) {
    if (open[open.length - up]?.tag !== tag) continue;
    for (let closed = 0; closed < up; closed++) {
      const last = open.pop();
      if (last !== undefined) closeFrame(nesting, last.frame, end);
    }
    return;
  }
}

function nextTag(text: string, from: number, end: number): number {
  const at = text.indexOf("<", from);
  return at === -1 || at > end ? end : at;
}

/** The index behind a tag, comment or declaration; a lone `<` is one character of text. */
function tagEnd(text: string, at: number, end: number, nameless: boolean): number {
  if (text.startsWith("<!--", at)) return behind(text, "-->", at + 4, end);
  if (text.startsWith("<![CDATA[", at)) return behind(text, "]]>", at + 9, end);
  if (nameless && !isDeclaration(text, at)) return at + 1;
  return behind(text, ">", at + 1, end);
}

/** `<!...` (but not character data) or `<?...`. */
function isDeclaration(text: string, at: number): boolean {
  const code = text.charCodeAt(at + 1);
  return code === 63 || (code === 33 && text.charCodeAt(at + 2) !== 91);
}

function behind(text: string, mark: string, from: number, end: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 || at >= end ? end : at + mark.length;
}

function rawEnd(text: string, from: number, end: number, tag: string): number {
  const at = text.indexOf(`</${tag}`, from);
  return at === -1 || at > end ? end : at;
}

/** A long run of text: places at its sentences' ends. */
function cutText(nesting: Nesting, frame: Frame, text: string, start: number, end: number): void {
  let from = start;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const cut =
      code === 10 && isSpace(text.charCodeAt(i + 1)) ? skipSpace(text, i, end) : sentenceEndAt(text, i, from, end);
    if (cut <= from || cut >= end) continue;
    carryOn(nesting, frame, cut);
    from = cut;
    i = cut - 1;
  }
}
