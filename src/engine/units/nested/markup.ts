// XML and HTML: elements, opened if they are too large for one unit. One pass, no tree of values, no entities or
// schemas: tags open and close containers, text between them is a child like any other. Unbalanced tags are closed
// where their parent closes.
import { isSpace, LESS_THAN, NEWLINE, SLASH } from "../../../text/char-codes.ts";
import type { Checkpoint } from "../../../text/checkpoint.ts";
import { skipSpace } from "../../../text/offsets.ts";
import type { Draft } from "../draft/draft.ts";
import { sentenceEndAt } from "../prose/sentences.ts";
import type { Sample } from "../sample.ts";
import { mainContainer } from "./containers.ts";
import {
  AUTO_CLOSED_TAGS,
  INLINE_TAGS,
  isDeclaration,
  RAW_TAGS,
  rawEnd,
  tagAt,
  tagEnd,
  VOID_TAGS,
} from "./markup-tags.ts";
import { emitNested } from "./nested-units.ts";
import {
  beginChild,
  carryOn,
  closeContainer,
  closeRoot,
  DEPTH_MAX,
  emptyNesting,
  type Name,
  NESTED_UNIT_CHARS,
  type Nesting,
  NO_NAME,
  type OpenContainer,
  openContainer,
} from "./nesting.ts";

/** Tags in a sampled stretch for each of its lines from which on a text is markup, when it begins with a tag. */
const TAGS_PER_LINE_MIN = 0.5;

export function looksLikeMarkup({ text, lines, start }: Sample): boolean {
  const opening = text.slice(start, start + 100);
  if (/^<(?:\?xml|!doctype|html|svg|rss|feed)\b/i.test(opening)) return true;
  if (!/^<[A-Za-z_][\w:.-]{0,60}(?:\s[^<>]{0,60})?\/?>?/.test(opening)) return false;
  let closing = 0;
  for (const line of lines) closing += line.match(/<\/[A-Za-z_][\w:.-]{0,60}>|\/>/gu)?.length ?? 0;
  return closing >= 2 && closing >= TAGS_PER_LINE_MIN * lines.length;
}

/** Cuts `[draft.at, end)`; each child of the element that matters most counts one. */
export function cutMarkup(draft: Draft, end: number): void {
  const nesting = emptyNesting();
  const root = scanMarkup(draft, draft.at, end, nesting);
  emitNested(draft, end, nesting, { main: mainContainer(nesting, root), countsFields: false });
}

/** A closing tag is looked for this many open elements up; one that fits none is passed over. */
const MISMATCH_LEVELS_MAX = 8;

/** Tags and stretches of text that are read between two checkpoints: a few milliseconds. */
const PARTS_A_TURN = 1 << 13;

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
  /** The last child is a run of text that may go on behind an inline element. */
  inText: boolean;
}

/** Reads `[start, end)` into `nesting` under a new outermost container, whose index it returns. */
function scanMarkup(
  { text, checkpoint }: { readonly text: string; readonly checkpoint: Checkpoint },
  start: number,
  end: number,
  nesting: Nesting,
): number {
  const root = openContainer(nesting, start, true, -1, NO_NAME);
  const state: State = { text, end, nesting, root, open: [], inText: false };
  let parts = 0;
  for (let i = start; i < end; parts++) {
    if (parts % PARTS_A_TURN === PARTS_A_TURN - 1) checkpoint();
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

/** Reads up to the next tag and returns its index. */
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
}

/** Reads one tag, comment or declaration and returns the index behind it. */
function readTag(state: State, at: number): number {
  const { text, end, nesting, open } = state;
  const match = tagAt(text, at);
  const close = tagEnd(text, at, end, match === null);
  // Declarations, instructions and comments are white space to the structure.
  if (isDeclaration(text, at)) return close;
  const tag = (match?.[2] ?? "").toLowerCase();
  if (match === null || INLINE_TAGS.has(tag)) {
    beginText(state, at);
    return close;
  }
  state.inText = false;
  if (match[1] === "/") {
    closeTag(nesting, open, tag, close);
    return close;
  }
  if (open.at(-1)?.tag === tag && AUTO_CLOSED_TAGS.has(tag)) closeTag(nesting, open, tag, at);
  const parent = topOf(state);
  beginChild(nesting, parent, at);
  if (VOID_TAGS.has(tag) || text.charCodeAt(close - 2) === SLASH) return close;
  if (open.length < DEPTH_MAX) {
    const name: Name = { nameStart: at + 1, nameEnd: at + 1 + tag.length };
    open.push({ container: openContainer(nesting, at, true, parent.id, name), tag });
  }
  return RAW_TAGS.has(tag) ? rawEnd(text, close, end, tag) : close;
}

/** Closes the nearest open element of that name, and with it what was left open inside. */
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

/** A long run of text: places at its sentences' ends. */
function cutText(nesting: Nesting, container: OpenContainer, text: string, start: number, end: number): void {
  let from = start;
  for (let i = start; i < end; i++) {
    const isBreak = text.charCodeAt(i) === NEWLINE && isSpace(text.charCodeAt(i + 1));
    const cut = isBreak ? skipSpace(text, i, end) : sentenceEndAt(text, i, from, end);
    if (cut <= from || cut >= end) continue;
    carryOn(nesting, container, cut);
    from = cut;
    i = cut - 1;
  }
}
