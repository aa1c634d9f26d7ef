// Source code in any language, by its shape: definitions open sections, indentation says what lies inside what, blank
// lines part groups. No language is parsed. Lines may carry the numbers a file viewer prints.
import type { RecordKind } from "../model.ts";
import { addPiece, type Draft, type Frame, NO_FRAME, openSection, type Piece, seal } from "./draft.ts";
import { isBlank, lineEnd, NEWLINE, trimEnd } from "./offsets.ts";
import { type Sample, shareOf } from "./sample.ts";

/** Neighbouring lines share a unit up to this size. */
const CODE_UNIT_CHARS = 160;

/** A snippet up to this size, one function or one table's definition, stays whole. */
const CODE_WHOLE_CHARS = 800;

/** So much of a signature's line serves its body as search context. */
const SIGNATURE_CHARS_MAX = 40;

/** Columns a tab stands for when indentations are compared. */
const TAB_COLUMNS = 4;

/** A file viewer's line number: `12:`, `12|`, `12\t`, `12→`, `12-`. */
const LINE_NUMBER = /[ \t]{0,8}\d{1,6}(?:[:|→][ \t]?|\t|-(?=[ \t]))/y;

/** Words that may stand before the word that defines. */
const MODIFIERS =
  "(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|async|unsafe|extern|override|virtual|inline|sealed|partial|open|data|suspend|const|pub(?:\\([a-z]{1,12}\\))?) ){0,5}";

/** The start of a definition: a keyword that names what follows, in the languages people send most. */
const DEFINITION = new RegExp(
  `${MODIFIERS}(?:(?:def|class|function\\*?|fn|func|fun|sub|interface|struct|enum|trait|impl|mod|module|namespace|record|object|type|union|protocol|extension|proc|macro_rules!) ?[\\w$<(&*"'~]|CREATE |create (?:table|or replace|view|function)|ALTER TABLE)`,
  "y",
);

/** `const name = (…) =>` and its like: a function by another spelling. */
const ARROW_DEFINITION =
  /(?:export )?(?:default )?(?:const|let|var) [\w$]{1,80}(?:: [^=\n]{1,120})? = (?:async )?(?:function|\([^\n]{0,200}=>|[\w$]{1,40} =>)/y;

/** `void Name::method(int a) {`: a line that ends in an opening brace and calls nothing that controls the flow. */
const C_LIKE =
  /(?!(?:if|for|while|switch|else|catch|do|return|try|with|match|when|new|throw|await|yield|case)\b)[\w$:<>,*&[\]~@ ]{1,120}\([^\n;{}]{0,240}\{[ \t]*\r?\n/y;

const DECORATOR_OR_DOC = /@[\w.]|#\[|\/\/\/|\/\*\*|--- |## /y;

interface Definition {
  readonly indent: number;
  readonly unit: number;
  /** The signature's line and those it stands in: search context for the lines inside. */
  readonly context: string;
}

/** Cuts `[draft.at, end)`; each line counts one. `frame` is what the code as a whole hangs on. */
export function cutCode(draft: Draft, end: number, frame: Frame = NO_FRAME): void {
  const { text } = draft;
  if (end - draft.at <= CODE_WHOLE_CHARS) {
    addWhole(draft, end, frame);
    return;
  }
  const open: Definition[] = [];
  let preamble = false;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const content = contentStart(text, from, stop);
    if (isBlank(text, content, stop)) {
      if (addPiece(draft, stop, { ...frame, count: 1, joinUpTo: CODE_UNIT_CHARS }) === -1) draft.at = stop;
      seal(draft);
      preamble = false;
      continue;
    }
    const indent = columnOf(text, from, content);
    const defines = opensDefinition(text, content);
    const leads = !defines && matches(DECORATOR_OR_DOC, text, content);
    if (!closesOnly(text, content)) while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    if ((defines || leads) && !preamble) openSection(draft);
    preamble = leads || (preamble && !defines);
    const context = open.at(-1)?.context ?? frame.context;
    const piece: Piece = { count: 1, head: open.at(-1)?.unit ?? frame.head, context, joinUpTo: CODE_UNIT_CHARS };
    const unit = addPiece(draft, stop, piece);
    if (defines) open.push({ indent, unit, context: signatureOf(text, content, stop, context) });
  }
}

function addWhole(draft: Draft, end: number, frame: Frame): void {
  let lines = 0;
  for (let at = draft.at; at < end; at = lineEnd(draft.text, at, end)) lines++;
  if (addPiece(draft, end, { ...frame, count: lines, joinUpTo: 0 }) === -1) draft.at = end;
}

/** The enclosing signatures, outermost first, cut to a bounded length each. */
function signatureOf(text: string, start: number, end: number, outer: string): string {
  const line = text.slice(start, Math.min(trimEnd(text, start, end), start + SIGNATURE_CHARS_MAX));
  return outer === "" ? line : `${outer.slice(0, SIGNATURE_CHARS_MAX)} ${line}`;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function opensDefinition(text: string, at: number): boolean {
  return matches(DEFINITION, text, at) || matches(ARROW_DEFINITION, text, at) || matches(C_LIKE, text, at);
}

/** The first character of the line that is neither a viewer's line number nor indentation. */
function contentStart(text: string, start: number, end: number): number {
  let i = skipLineNumber(text, start, end);
  while (i < end && (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9)) i++;
  return i;
}

function skipLineNumber(text: string, start: number, end: number): number {
  LINE_NUMBER.lastIndex = start;
  if (!LINE_NUMBER.test(text) || LINE_NUMBER.lastIndex > end) return start;
  // The blank behind the number's colon is indentation as often as not: give it back.
  const at = LINE_NUMBER.lastIndex;
  return text.charCodeAt(at - 1) === 32 || (text.charCodeAt(at - 1) === 9 && text.charCodeAt(at - 2) === 58)
    ? at - 1
    : at;
}

function columnOf(text: string, start: number, content: number): number {
  let columns = 0;
  for (let i = content - 1; i >= start; i--) {
    const code = text.charCodeAt(i);
    if (code === 32) columns++;
    else if (code === 9) columns += TAB_COLUMNS;
    else break;
  }
  return columns;
}

/** A line that only closes what stands above it, and belongs there: `}`, `)`, `]`, `end`. */
function closesOnly(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    code === 125 || code === 41 || code === 93 || (text.startsWith("end", at) && text.charCodeAt(at + 3) <= NEWLINE + 3)
  );
}

const CODE_LINE =
  /^(?:[ \t]{0,8}\d{1,6}[:|→\t])?[ \t]*(?:(?:import|from|def|class|return|if|elif|else|for|while|try|except|finally|with|raise|assert|pass|yield|const|let|var|function|export|public|private|protected|static|package|using|namespace|fn|func|fun|impl|struct|enum|trait|match|mod|use|pub|type|interface|switch|case|break|continue|throw|catch|async|await|template|typedef|void|int|self|this|end|begin|lambda|nil|require|print|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|FROM|WHERE|JOIN)\b.*[(){}:;=,.'"\w]$|[@#}\])]|\/\/|\/\*|\*[ /]|--|"""|.*[;{}]$|.*[\w)\]] [-+*/|&]?=[=>]? .*|[\w.$]{1,60}\(.*[,(){;]$)/u;

/** Share of lines that must read as code when the record is said to be an artifact, is indented, or is neither. */
const CODE_SHARE = { artifact: 0.25, indented: 0.4, plain: 0.7 };

/** Enough lines read as code; a single definition does when it closes what it opens. */
export function looksLikeCode(sample: Sample, kind: RecordKind): boolean {
  const { lines } = sample;
  if (lines.length < 2) return false;
  if (opensDefinition(lines[0] ?? "", 0) && /[;})]\s*$|^\s{1,16}\S.*$/u.test(lines.at(-1) ?? "")) return true;
  if (lines.length < 3) return false;
  const share = shareOf(sample, (line) => CODE_LINE.test(line));
  if (kind === "artifact" && share > CODE_SHARE.artifact) return true;
  const indented = shareOf(sample, (line) => /^(?:[ \t]{0,8}\d{1,6}[:|→\t])?(?: {2}|\t)/u.test(line));
  return share > (indented > 0.2 ? CODE_SHARE.indented : CODE_SHARE.plain);
}
