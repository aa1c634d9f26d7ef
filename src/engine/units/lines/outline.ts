// Cuts lines by their indentation: YAML, trees of web pages, configurations, the output of tools. A line depends on the
// less indented line above it. In: a text. Out: units. Looks at two lines at a time, except to find the name of a
// document. Never parses YAML or any other format.
import { COLON, isBlank, lineEnd, skipIndent, trimEnd } from "../../../text/characters.ts";
import {
  addHeading,
  addPiece,
  addTail,
  closeHeadings,
  type Draft,
  type Frame,
  frameOf,
  type Headings,
  NO_FRAME,
  noHeadings,
  openHeading,
  openPassage,
  openSection,
  seal,
} from "../draft.ts";
import { matchesAt, type Sample } from "../line-patterns.ts";
import { opensFlatBlock } from "./flat-blocks.ts";

/** Siblings share a unit up to this length. So do a line and all lines that are indented below it. */
const UNIT_CHARS = 160;

/** Lines that open larger branches share a unit up to this length: it is sent with much that depends on it. */
const OPENERS_CHARS = 100;

interface Outline {
  readonly headings: Headings;
  /** Lines above this place are the title that the frame stands for, so they open no branch. */
  readonly below: number;
  /** The last unit. */
  last: Shape;
  /** The line above the next line is blank. */
  isAfterGap: boolean;
  /** The next line is in a block without indentation, below the first line of the block. */
  isInBlock: boolean;
}

/**
 * The content of a unit: the beginning of a document, lines that open larger branches, a comment on what follows, or
 * siblings and short branches.
 */
type Content = "name" | "openers" | "comment" | "siblings";

interface Shape {
  readonly unit: number;
  readonly content: Content;
  /** Indentation of its first line. */
  readonly indent: number;
  /** The end of the branch of its last line, if the whole branch fits into the unit; otherwise 0. */
  readonly branchEnd: number;
}

const NO_UNIT: Shape = { unit: -1, content: "siblings", indent: 0, branchEnd: 0 };

/**
 * Cuts `[draft.at, end)` into lines. Each counts as one, even if blank. A unit is a run of siblings, or a line and what
 * is indented below it. `below` is where the text starts after a title that `frame` stands for.
 */
export function cutLines(draft: Draft, end: number, frame: Frame = NO_FRAME, below = draft.at): void {
  const { text } = draft;
  const outline: Outline = { headings: noHeadings(frame), below, last: NO_UNIT, isAfterGap: false, isInBlock: false };
  const isStream = SEPARATOR.test(text.slice(draft.at, end));
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    if (isBlank(text, from, stop)) {
      addPiece(draft, stop, { count: 1, joinUpTo: 0 });
      openSection(draft);
      if (outline.isInBlock) closeHeadings(outline.headings, BLOCK_RANK);
      outline.isAfterGap = true;
      outline.isInBlock = false;
      continue;
    }
    if (isStream && (outline.last === NO_UNIT || matchesAt(SEPARATOR_AT, text, from))) {
      openDocument(draft, outline, stop, end);
    } else {
      addLine(draft, outline, stop, end);
    }
    outline.isAfterGap = false;
  }
}

/** A line without a letter or digit: it closes what others opened, or is a rule drawn below them. */
const WORDLESS = /[^\p{L}\p{N}\n]{1,400}$/muy;
const COMMENT = /#|\/\//y;

function addLine(draft: Draft, outline: Outline, stop: number, end: number): void {
  const { text, at: from } = draft;
  const { headings, below, last } = outline;
  const content = skipIndent(text, from, stop);
  if (last !== NO_UNIT && matchesAt(WORDLESS, text, content)) {
    addTail(draft, stop, 1);
    return;
  }
  const visible = trimEnd(text, content, stop);
  const indent = content - from;
  const isSection = matchesAt(SECTION, text, from);
  const rank = isSection ? SECTION_RANK : LINE_RANK + indent + (isEntry(text, content) ? ENTRY : 0);
  const isComment = matchesAt(COMMENT, text, content);
  const isColonLast = text.charCodeAt(visible - 1) === COLON;
  const isTitle = from < below;
  closeHeadings(headings, rank);
  if (outline.isAfterGap && !isTitle && opensFlatBlock(text, from, end, UNIT_CHARS)) {
    openBlock(draft, outline, stop);
    return;
  }
  const opens = !isTitle && (isSection || (!isComment && (isColonLast || isDeeper(text, stop, end, indent))));
  const branchEnd = opens ? endOfBranch(text, { from, stop, end, indent }) : 0;
  const kind = isComment ? "comment" : opens && branchEnd === 0 ? "openers" : "siblings";
  if (!mayJoin(last, { from, indent, kind, opens })) {
    if (kind === "openers") openSection(draft);
    else seal(draft);
  }
  const joinUpTo = kind === "openers" ? OPENERS_CHARS : UNIT_CHARS;
  const unit = addPiece(draft, stop, { count: 1, joinUpTo }, frameOf(headings));
  outline.last = unit === last.unit ? grown(last, kind, branchEnd) : { unit, content: kind, indent, branchEnd };
  if (opens) openHeading(headings, rank, unit, text.slice(content, isColonLast ? visible - 1 : visible));
}

/** No line has this indentation, so no line below shares the unit. */
const NO_LINE_INDENT = -1;

/** Adds the first line of a block without indentation. It ends at `stop`, and the rest of the block depends on it. */
function openBlock(draft: Draft, outline: Outline, stop: number): void {
  const line = draft.text.slice(draft.at, stop);
  addHeading(draft, outline.headings, stop, { rank: BLOCK_RANK, line, count: 1 });
  seal(draft);
  outline.isInBlock = true;
  outline.last = { ...NO_UNIT, unit: draft.units.length - 1, indent: NO_LINE_INDENT };
}

function grown(last: Shape, kind: Content, branchEnd: number): Shape {
  const content = last.content === "name" ? "name" : kind;
  return { ...last, content, branchEnd: Math.max(branchEnd, last.branchEnd) };
}

interface NewLine {
  readonly from: number;
  readonly indent: number;
  readonly kind: Content;
  readonly opens: boolean;
}

function mayJoin(last: Shape, { from, indent, kind, opens }: NewLine): boolean {
  if (last.content === "name" || from < last.branchEnd) return true;
  if (last.content === "openers") return kind === "openers" && indent > last.indent;
  if (indent !== last.indent || last.branchEnd > 0) return false;
  return last.content === "comment" || (kind === "siblings" && !opens);
}

interface Opener {
  readonly from: number;
  readonly stop: number;
  readonly end: number;
  readonly indent: number;
}

/** The end of the line at `from` and of all lines indented below it, or 0 if they do not fit into a unit. */
function endOfBranch(text: string, { from, stop, end, indent }: Opener): number {
  let at = stop;
  while (at < end && at - from <= UNIT_CHARS && isDeeper(text, at, end, indent)) at = lineEnd(text, at, end);
  return at - from <= UNIT_CHARS ? at : 0;
}

/** An entry of a list belongs to a key that is indented as much. */
const ENTRY = 0.5;

/** `[server]` in a settings file, or a directory in a listing: `src/lib:` above `total 24`. */
const SECTION = /\[{1,2}[\w.:@"'/ -]{1,80}\]{1,2}[ \t]*\r?$|[^\n:]{1,200}:\r?\n(?=total \d)/my;

function isEntry(text: string, content: number): boolean {
  return text.startsWith("- ", content);
}

/** True if the line at `from` is not blank, and indented by more than `indent`. */
function isDeeper(text: string, from: number, end: number, indent: number): boolean {
  const stop = lineEnd(text, from, end);
  const content = skipIndent(text, from, stop);
  return content - from > indent && trimEnd(text, content, stop) > content;
}

/** `---` above a key starts another document of a YAML stream, and `#---` another one in a file of properties. */
const SEPARATOR = /^#?---[ \t]*\r?\n(?:#[^\n]*\n){0,4}["']?[\w./-]{1,60}["']?(?::(?:\s|$)|=)/m;
const SEPARATOR_AT = new RegExp(SEPARATOR.source, "my");

/** The ranks, highest first: a document, a section, a block without indentation, an indented line. */
const DOCUMENT_RANK = 0;
const SECTION_RANK = 0.5;
const BLOCK_RANK = 0.75;
const LINE_RANK = 1;

/** How much of a document is searched for its name, in characters. */
const NAME_CHARS_MAX = 600;
/** Usually the kind of thing and its name. */
const NAMES_MAX = 2;
/** `name: web` in YAML. The name of a document of properties is the Spring profile that it applies to. */
const NAME = /^[ \t]{0,8}(?:(?:kind|name|id|title):[ \t]|[\w.]{0,60}\bon-profile[:=])[ \t]*(\S[^\n]{0,60})/gm;

/** Adds the line that ends at `stop` as the first of a document. All of the document depends on its first unit. */
function openDocument(draft: Draft, outline: Outline, stop: number, end: number): void {
  const { text, at: from } = draft;
  const { headings } = outline;
  closeHeadings(headings, DOCUMENT_RANK);
  if (draft.units.length > 0) openPassage(draft);
  const unit = addPiece(draft, stop, { count: 1, joinUpTo: 0 }, frameOf(headings));
  const named = ownText(text.slice(from, Math.min(end, from + NAME_CHARS_MAX))).matchAll(NAME);
  const names = Array.from(named, ([, name = ""]) => name);
  openHeading(headings, DOCUMENT_RANK, unit, names.slice(0, NAMES_MAX).join(" "));
  outline.last = { unit, content: "name", indent: 0, branchEnd: 0 };
}

const NEXT_SEPARATOR = /\n#?---[ \t\r\n]/;

/** The text up to the next document. */
function ownText(text: string): string {
  const next = text.search(NEXT_SEPARATOR);
  return next === -1 ? text : text.slice(0, next);
}

/** Fewer lines than this say nothing about the text. */
const LINES_MIN = 4;

/** In a text of lines, the share of running text is below this. */
const RUNNING_SHARE_MAX = 0.25;

/** Matches a line that contains the end of a sentence, at its end or inside, or a CJK comma, full stop or semicolon. */
const SENTENCE_LINE = /[.!?。！？।؟…]["')\]”’」』]{0,2}(?:$|\s+\p{Lu})|[，。；]/u;

/** A longer line is running text. So is one of at least `WRAPPED_LINE_CHARS` if the next line starts in lower case. */
const RUNNING_LINE_CHARS = 100;
const WRAPPED_LINE_CHARS = 50;

/** A field or an entry below another line, or columns that blanks separate: never running text, however long. */
const STRUCTURED = /^\s+(?:(?:- )?["']?[\w./-]{1,60}["']?:(?:\s|$)|- \S)|\S {2,}\S.{0,200}\S {2,}\S/;

function isRunningText(line: string, next: string): boolean {
  if (STRUCTURED.test(line)) return false;
  if (line.length > RUNNING_LINE_CHARS || SENTENCE_LINE.test(line)) return true;
  return line.length >= WRAPPED_LINE_CHARS && /^\p{Ll}/u.test(next);
}

/** True for several lines, most of them too short or too bare to be running text. */
export function looksLikeLines({ lines }: Sample): boolean {
  const running = lines.filter((line, index) => isRunningText(line, lines[index + 1] ?? "")).length;
  return lines.length >= LINES_MIN && running < RUNNING_SHARE_MAX * lines.length;
}
