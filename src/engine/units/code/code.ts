// Cuts source code in any language by its shape: definitions open sections, indentation gives the nesting, blank lines
// separate groups. A text and its sample come in, units go out. Never parses a language.
import { CLOSE_BRACE, countLines } from "../../../text/characters.ts";
import { addPiece, addTail, type Draft, type Frame, NO_FRAME, openSection } from "../draft.ts";
import { type Origin, type Sample, sampleOf, shareOf } from "../line-patterns.ts";
import { areBraceSettings, cutBraceSettings } from "./brace-settings.ts";
import {
  closesOnly,
  isIndented,
  isOpenBrace,
  isOutdented,
  leadsToDefinition,
  opensDefinition,
  readsAsCode,
  signatureOf,
} from "./code-lines.ts";
import { closeAt, eachCodeLine, frameIn, newLayout } from "./layout.ts";

/** Neighbouring lines share a unit up to this length. */
const CODE_UNIT_CHARS = 240;

/** A record up to this length, such as one function or table definition, stays whole. */
const CODE_WHOLE_CHARS = 800;

/** The piece for each line. */
const LINE = { count: 1, joinUpTo: CODE_UNIT_CHARS };

/** Cuts `[draft.at, end)`. Each line counts as one. Code inside another text depends on that text's `frame`. */
export function cutCode(draft: Draft, end: number, frame: Frame | null = null): void {
  const { text } = draft;
  if (frame === null && end - draft.at <= CODE_WHOLE_CHARS) {
    addPiece(draft, end, { count: countLines(text, draft.at, end), joinUpTo: 0 });
    return;
  }
  const outer = frame ?? NO_FRAME;
  if (areBraceSettings(sampleOf(text, draft.at, end).lines)) cutBraceSettings(draft, end, outer);
  else cutDefinitions(draft, end, outer);
}

/** Makes each line depend on the definition around it. Lines outside any definition depend on `outer`. */
function cutDefinitions(draft: Draft, end: number, outer: Frame): void {
  const { text } = draft;
  const layout = newLayout(outer);
  eachCodeLine(draft, end, layout, ({ content, stop, indent }) => {
    if (isOpenBrace(text, content, stop) && layout.open.at(-1)?.indent === indent) {
      // The brace of the definition above it.
      addTail(draft, stop, 1);
      return;
    }
    const defines = opensDefinition(text, content, stop);
    const leads = !defines && leadsToDefinition(text, content, stop);
    const closes = closesOnly(text, content, stop);
    if (!closes && !isOutdented(text, content, stop)) closeAt(layout, indent);
    if ((defines || leads) && !layout.hasLead) openSection(draft);
    layout.hasLead = leads || (layout.hasLead && !defines);
    const around = frameIn(layout);
    const unit = addPiece(draft, stop, LINE, around);
    if (closes && text.charCodeAt(content) === CLOSE_BRACE) closeAt(layout, indent);
    if (defines) layout.open.push({ indent, head: unit, context: signatureOf(text, content, stop, around.context) });
  });
}

/** Minimum share of lines that read as code, for a file or a view of one, for indented text, and for any other. */
const CODE_SHARE = { file: 0.25, indented: 0.4, plain: 0.7 };

/** With a larger share of indented lines, the text counts as indented. */
const INDENTED_SHARE = 0.2;

/** The last line of a definition: it closes the definition, or is indented. */
const CLOSING = /[;})]\s*$|^\s{1,16}\S/;

/**
 * True if enough lines read as code. A single definition suffices if the text ends by closing it or in an indented
 * line.
 */
export function looksLikeCode(sample: Sample, { isFile }: Pick<Origin, "isFile">): boolean {
  const { lines } = sample;
  const first = lines[0] ?? "";
  const last = lines.at(-1) ?? "";
  if (lines.length < 2) return false;
  if (CLOSING.test(last) && opensDefinition(first, 0, first.length)) return true;
  if (lines.length < 3) return false;
  const share = shareOf(sample, showsHeadings(sample) ? readsAsCodeBelowHeadings : readsAsCode);
  if (share <= CODE_SHARE.file) return false;
  if (isFile) return true;
  if (share <= CODE_SHARE.indented) return false;
  return share > CODE_SHARE.plain || shareOf(sample, isIndented) > INDENTED_SHARE;
}

/** A heading of Markdown or a comment. Captures a blank line below it. */
const HASHED = /^#{1,6} \S[^\n]*\n([ \t\r]*\n)?/gm;

/** Are most lines such as `# Install` headings? Below a comment there is seldom a blank line. */
function showsHeadings({ firsts, stretches }: Sample): boolean {
  if (!firsts.includes("#")) return false;
  let headings = 0;
  for (const stretch of stretches) {
    for (const [, blank] of stretch.matchAll(HASHED)) headings += blank === undefined ? -1 : 1;
  }
  return headings > 0;
}

function readsAsCodeBelowHeadings(line: string): boolean {
  return !HEADING_LINE.test(line) && readsAsCode(line);
}

const HEADING_LINE = /^#{1,6} \S/;
