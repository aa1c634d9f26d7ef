// Recognises and cuts labelled blocks of settings in braces, as in nginx, Terraform, protobuf and BIND. A setting
// depends on the first lines of its block, and a short block is one unit. In: a text or its lines. Out: units, or
// whether the lines are such blocks. Knows no file format: text that calls, branches or binds names is code.
import { columnOf, countLines, isBlank, lineEnd, OPEN_BRACE, trimEnd } from "../../../text/characters.ts";
import { addPiece, type Draft, type Frame, openSection } from "../draft.ts";
import { contentStart } from "../line-numbers.ts";
import { closesOnly, leadsToDefinition, signatureOf, startsFlow } from "./code-lines.ts";
import { type CodeLine, closeAt, eachCodeLine, frameIn, newLayout } from "./layout.ts";

/** Neighbouring settings share a unit up to this length. */
const SETTINGS_CHARS = 240;

/** The first lines of a long block share a unit up to this length: they are sent with every setting in it. */
const OPENER_CHARS = 100;

const SETTING = { count: 1, joinUpTo: SETTINGS_CHARS };
const NEAR_OPENER = { count: 1, joinUpTo: OPENER_CHARS };

/** Cuts `[draft.at, end)`. Each line counts as one. Lines outside any block depend on `outer`. */
export function cutBraceSettings(draft: Draft, end: number, outer: Frame): void {
  const { text } = draft;
  const layout = newLayout(outer);
  // The unit with the first line of the last long block.
  let opener = -1;
  eachCodeLine(draft, end, layout, (line) => {
    const { from, content, stop, indent } = line;
    const opens = text.charCodeAt(trimEnd(text, content, stop) - 1) === OPEN_BRACE;
    const leads = !opens && (text.charAt(content) === "#" || leadsToDefinition(text, content, stop));
    if (!closesOnly(text, content, stop)) closeAt(layout, indent);
    if ((opens || leads) && !layout.hasLead) openSection(draft);
    layout.hasLead = leads;
    const around = frameIn(layout);
    const blockEnd = opens ? shortBlockEnd(text, line, end) : 0;
    if (blockEnd > 0) {
      addPiece(draft, blockEnd, { count: countLines(text, from, blockEnd), joinUpTo: SETTINGS_CHARS }, around);
      return;
    }
    const isNearOpener = opener !== -1 && opener === draft.units.length - 1;
    const unit = addPiece(draft, stop, isNearOpener ? NEAR_OPENER : SETTING, around);
    if (!opens) return;
    opener = unit;
    layout.open.push({ indent, head: unit, context: signatureOf(text, content, stop, around.context) });
  });
}

/** The end of the block that opens in the line, with the line that closes it; 0 if it is too long for a unit. */
function shortBlockEnd(text: string, { from, stop: bodyStart, indent }: CodeLine, end: number): number {
  for (let at = bodyStart; at < end && at - from <= SETTINGS_CHARS; ) {
    const stop = lineEnd(text, at, end);
    const content = contentStart(text, at, stop);
    if (!isBlank(text, content, stop) && columnOf(text, at, content) <= indent) {
      const blockEnd = closesOnly(text, content, stop) ? stop : at;
      return blockEnd - from <= SETTINGS_CHARS ? blockEnd : 0;
    }
    at = stop;
  }
  return 0;
}

const COMMENT = /^\s{0,40}(?:#|\/\/|\/?\*)/;

const BRACE = /\{\s*$/;

/** `server {`, `resource "a" "b" {`, `location ~ \.php$ {`, `tags = {`: a label, but no call. */
const BLOCK = /^\s{0,40}[\w"'][^\n{}();]{0,120}\{\s*$/;

/** What precedes the brace of a literal or of a function: `inner: {`, `=> {`. */
const PROPERTY = /[:>,|&]\s*\{\s*$/;

/** `save(order);`, `(a) => a`. */
const CALL = /\w\([^)]{0,200}\)\s*(?:[;{]\s*)?$|=>|\bfunction\b/;

/** Minimum share of blocks among the lines that end in an opening brace, and maximum share of code in all lines. */
const BLOCKS_SHARE = 0.8;
const CODE_SHARE_MAX = 0.05;

/** True for blocks of settings. At least one has no equals sign: `x = {` may also be a literal. */
export function areBraceSettings(lines: readonly string[]): boolean {
  let braces = 0;
  let blocks = 0;
  let labels = 0;
  let code = 0;
  for (const line of lines) {
    if (COMMENT.test(line)) continue;
    const isFlow = startsFlow(line, contentStart(line, 0, line.length));
    if ((isFlow || CALL.test(line)) && ++code > CODE_SHARE_MAX * lines.length) return false;
    if (!BRACE.test(line)) continue;
    braces++;
    if (isFlow || !BLOCK.test(line) || PROPERTY.test(line)) continue;
    blocks++;
    if (!line.includes("=")) labels++;
  }
  return labels > 0 && blocks >= BLOCKS_SHARE * braces;
}
