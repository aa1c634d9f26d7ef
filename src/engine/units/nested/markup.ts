// Cuts XML and HTML into elements and splits those too large for one unit. One pass: tags open and close containers,
// and the text between tags is a child like any other. Unbalanced tags are closed with their parent. Never builds a
// tree, decodes entities or reads schemas.
import {
  EXCLAMATION_MARK,
  isSpace,
  LESS_THAN,
  NEWLINE,
  OPEN_BRACKET,
  QUESTION_MARK,
  SLASH,
  skipSpace,
} from "../../../text/characters.ts";
import type { Checkpoint } from "../../../text/checkpoint.ts";
import type { Draft } from "../draft.ts";
import type { Sample } from "../line-patterns.ts";
import { sentenceEndAt } from "../prose/sentences.ts";
import { mainContainer } from "./containers.ts";
import { emitNested } from "./nested-units.ts";
import {
  beginChild,
  closeContainer,
  closeRoot,
  continueValue,
  DEPTH_MAX,
  emptyNesting,
  type Name,
  NESTED_UNIT_CHARS,
  type Nesting,
  NO_NAME,
  type OpenContainer,
  openContainer,
} from "./nesting.ts";
import { linkLists } from "./page-lists.ts";

/** A text that starts with a tag is markup if its sampled lines average at least this many closing tags. */
const TAGS_PER_LINE_MIN = 0.5;

export function looksLikeMarkup(sample: Sample): boolean {
  const { text, start } = sample;
  const opening = text.slice(start, start + 100);
  if (/^<(?:\?xml|!doctype|html|svg|rss|feed)\b/i.test(opening)) return true;
  if (!/^<[A-Za-z_][\w:.-]{0,60}(?:\s[^<>]{0,60})?\/?>?/.test(opening)) return false;
  return holdsElements(sample);
}

/** True for a text with at least two elements, and many for its lines. */
export function holdsElements({ lines }: Sample): boolean {
  let closing = 0;
  for (const line of lines) closing += line.match(/<\/[A-Za-z_][\w:.-]{0,60}>|\/>/gu)?.length ?? 0;
  return closing >= 2 && closing >= TAGS_PER_LINE_MIN * lines.length;
}

/** Cuts `[draft.at, end)`. Each child of the main element counts as one. */
export function cutMarkup(draft: Draft, end: number): void {
  const nesting = emptyNesting();
  const first = draft.units.length;
  const root = scanMarkup(draft, draft.at, end, nesting);
  emitNested(draft, end, nesting, { main: mainContainer(nesting, root), countsFields: false });
  linkLists(draft, first);
}

/** A closing tag may match an element up to this many levels up. If it matches none of them, it is ignored. */
const MISMATCH_LEVELS_MAX = 8;

/** Tags and runs of text to read between two checkpoints: a few milliseconds. */
const PARTS_PER_CHECKPOINT = 1 << 13;

interface Open {
  readonly container: OpenContainer;
  readonly tag: string;
}

interface State {
  readonly text: string;
  readonly end: number;
  readonly nesting: Nesting;
  readonly root: OpenContainer;
  readonly open: Open[];
  /** The last child is a run of text that may continue after an inline element. */
  inText: boolean;
  /** The text of a `<key>` right before the next element, which is its value, as in property lists. */
  key: Name;
}

/** Scans `[start, end)` into `nesting` under a new root container and returns the root's index. */
function scanMarkup(
  { text, checkpoint }: { readonly text: string; readonly checkpoint: Checkpoint },
  start: number,
  end: number,
  nesting: Nesting,
): number {
  const root = openContainer(nesting, start, true, -1, NO_NAME);
  const state: State = { text, end, nesting, root, open: [], inText: false, key: NO_NAME };
  let parts = 0;
  for (let i = start; i < end; parts++) {
    if (parts % PARTS_PER_CHECKPOINT === PARTS_PER_CHECKPOINT - 1) checkpoint();
    i = text.charCodeAt(i) === LESS_THAN ? readTag(state, i) : readText(state, i);
  }
  for (let last = state.open.pop(); last !== undefined; last = state.open.pop())
    closeContainer(nesting, last.container, end);
  closeRoot(nesting, root, end);
  return root.id;
}

function topOf({ open, root }: State): OpenContainer {
  return open.at(-1)?.container ?? root;
}

/** Reads up to the next tag and returns the tag's index. */
function readText(state: State, start: number): number {
  const { text, nesting } = state;
  const found = text.indexOf("<", start);
  const end = found === -1 || found > state.end ? state.end : found;
  const from = skipSpace(text, start, end);
  if (from < end) {
    beginText(state, from);
    if (end - from > NESTED_UNIT_CHARS) cutText(nesting, topOf(state), text, from, end);
  }
  return end;
}

function beginText(state: State, start: number): void {
  if (!state.inText) beginChild(state.nesting, topOf(state), start);
  state.inText = true;
  state.key = NO_NAME;
}

/** Reads one tag, comment or declaration and returns the index after it. */
function readTag(state: State, at: number): number {
  const { text, end, nesting, open } = state;
  const match = tagAt(text, at);
  const close = tagEnd(text, at, end, match === null);
  // Declarations, processing instructions and comments have no effect on the structure.
  if (isDeclaration(text, at)) return close;
  const tag = (match?.[2] ?? "").toLowerCase();
  if (match === null || INLINE_TAGS.has(tag)) {
    beginText(state, at);
    return close;
  }
  state.inText = false;
  const { key } = state;
  state.key = NO_NAME;
  if (match[1] === "/") {
    if (tag === KEY_TAG) state.key = keyOf(open.at(-1)?.container.start ?? at, at);
    closeTag(nesting, open, tag, close);
    return close;
  }
  if (open.at(-1)?.tag === tag && AUTO_CLOSED_TAGS.has(tag)) closeTag(nesting, open, tag, at);
  const parent = topOf(state);
  if (key === NO_NAME) beginChild(nesting, parent, at);
  if (VOID_TAGS.has(tag) || text.charCodeAt(close - 2) === SLASH) return close;
  if (open.length < DEPTH_MAX) {
    const name: Name = key === NO_NAME ? { nameStart: at + 1, nameEnd: at + 1 + tag.length } : key;
    open.push({ container: openContainer(nesting, at, true, parent.id, name), tag });
  }
  return RAW_TAGS.has(tag) ? rawEnd(text, close, end, tag) : close;
}

/** Closes the nearest open element of that name and everything still open inside it. */
function closeTag(nesting: Nesting, open: Open[], tag: string, end: number): void {
  for (let up = 1; up <= MISMATCH_LEVELS_MAX && up <= open.length; up++) {
    if (open[open.length - up]?.tag !== tag) continue;
    for (let closed = 0; closed < up; closed++) {
      const last = open.pop();
      if (last !== undefined) closeContainer(nesting, last.container, end);
    }
    return;
  }
}

/** Marks the ends of sentences in a long run of text as places to cut. */
function cutText(nesting: Nesting, container: OpenContainer, text: string, start: number, end: number): void {
  let from = start;
  for (let i = start; i < end; i++) {
    const isBreak = text.charCodeAt(i) === NEWLINE && isSpace(text.charCodeAt(i + 1));
    const cut = isBreak ? skipSpace(text, i, end) : sentenceEndAt(text, i, from, end);
    if (cut <= from || cut >= end) continue;
    continueValue(nesting, container, cut);
    from = cut;
    i = cut - 1;
  }
}

const COMMENT = "<!--";
const CHARACTER_DATA = "<![CDATA[";
const TAG_NAME = /<(\/?)([A-Za-z_][\w:.-]{0,60})/y;

/** Matches the tag at `at`, if it has a name. Group 1 is the slash of a closing tag, group 2 the name. */
function tagAt(text: string, at: number): RegExpExecArray | null {
  TAG_NAME.lastIndex = at;
  return TAG_NAME.exec(text);
}

/** The index after a tag, comment or declaration. A lone `<` is one character of text. */
function tagEnd(text: string, at: number, end: number, nameless: boolean): number {
  if (text.startsWith(COMMENT, at)) return indexAfter(text, "-->", at + COMMENT.length, end);
  if (text.startsWith(CHARACTER_DATA, at)) return indexAfter(text, "]]>", at + CHARACTER_DATA.length, end);
  if (nameless && !isDeclaration(text, at)) return at + 1;
  return indexAfter(text, ">", at + 1, end);
}

/** True for `<!...` (except character data) and `<?...`. */
function isDeclaration(text: string, at: number): boolean {
  const code = text.charCodeAt(at + 1);
  return code === QUESTION_MARK || (code === EXCLAMATION_MARK && text.charCodeAt(at + 2) !== OPEN_BRACKET);
}

function indexAfter(text: string, mark: string, from: number, end: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 || at >= end ? end : at + mark.length;
}

/** The index at or after `from` of the closing tag of an element that contains no markup. */
function rawEnd(text: string, from: number, end: number, tag: string): number {
  const at = text.indexOf(`</${tag}`, from);
  return at === -1 || at > end ? end : at;
}

/** In a property list, this element names the element after it. It has no attributes. */
const KEY_TAG = "key";

/** The text of the key whose opening tag is at `start` and whose closing tag is at `end`. */
function keyOf(start: number, end: number): Name {
  return { nameStart: Math.min(end, start + KEY_TAG.length + 2), nameEnd: end };
}

/** Tags without content. */
const VOID_TAGS = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Tags whose content is not markup. */
const RAW_TAGS = new Set(["script", "style", "textarea", "title"]);

/** Tags within running text: they do not separate pieces. */
const INLINE_TAGS = new Set(
  (
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span " +
    "strike strong sub sup time tt u var"
  ).split(" "),
);

/** Tags that the next sibling of the same name closes. */
const AUTO_CLOSED_TAGS = new Set(["p", "li", "tr", "td", "th", "dt", "dd", "option"]);
