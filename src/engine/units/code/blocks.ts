// Recognises and cuts labelled blocks of settings in braces, as in nginx, Terraform, protobuf and BIND. A setting
// depends on the first lines of its block; a short block is one unit. Knows no file format: what calls, branches and
// binds names is code.
import { columnOf, countLines, isBlank, lineEnd, OPEN_BRACE, trimEnd } from "../../../text/characters.ts";
import { addPiece, addTail, type Draft, type Frame, openSection, seal } from "../draft.ts";
import { closesOnly, contentStart } from "./code-lines.ts";
import { leadsToDefinition, signatureOf, startsFlow } from "./definition-lines.ts";

/** Neighbouring settings share a unit up to this length. */
const SETTINGS_CHARS = 240;

/** The first lines of a long block share a unit up to this length: it is sent with what is in the block. */
const OPENER_CHARS = 100;

const SETTING = { count: 1, joinUpTo: SETTINGS_CHARS };
const NEAR_OPENER = { count: 1, joinUpTo: OPENER_CHARS };

interface Block extends Frame {
  readonly indent: number;
}

/** Cuts `[draft.at, end)`. Each line counts as one. What is outside any block depends on `outer`. */
export function cutBlocks(draft: Draft, end: number, outer: Frame): void {
  const { text } = draft;
  // The blocks around the current line, outermost first.
  const open: Block[] = [];
  // The unit with the first line of the last long block.
  let opener = -1;
  let isLead = false;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const content = contentStart(text, from, stop);
    if (isBlank(text, content, stop)) {
      addTail(draft, stop, 1);
      seal(draft);
      isLead = false;
      continue;
    }
    const indent = columnOf(text, from, content);
    const opens = text.charCodeAt(trimEnd(text, content, stop) - 1) === OPEN_BRACE;
    const leads = !opens && (text.charAt(content) === "#" || leadsToDefinition(text, content, stop));
    if (!closesOnly(text, content, stop)) while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    if ((opens || leads) && !isLead) openSection(draft);
    isLead = leads;
    const around = open.at(-1) ?? outer;
    const whole = opens ? shortBlockEnd(text, from, end, indent) : 0;
    if (whole > 0) {
      addPiece(draft, whole, { count: countLines(text, from, whole), joinUpTo: SETTINGS_CHARS }, around);
      continue;
    }
    const isNearOpener = opener !== -1 && opener === draft.units.length - 1;
    const unit = addPiece(draft, stop, isNearOpener ? NEAR_OPENER : SETTING, around);
    if (!opens) continue;
    opener = unit;
    open.push({ indent, head: unit, context: signatureOf(text, content, stop, around.context) });
  }
}

/** The end of the block whose first line is at `from`, with the line that closes it. 0 if it is too long for a unit. */
function shortBlockEnd(text: string, from: number, end: number, indent: number): number {
  let at = lineEnd(text, from, end);
  while (at < end && at - from <= SETTINGS_CHARS) {
    const stop = lineEnd(text, at, end);
    const content = contentStart(text, at, stop);
    if (!isBlank(text, content, stop) && columnOf(text, at, content) <= indent) {
      const to = closesOnly(text, content, stop) ? stop : at;
      return to - from <= SETTINGS_CHARS ? to : 0;
    }
    at = stop;
  }
  return 0;
}

const COMMENT = /^\s{0,40}(?:#|\/\/|\/?\*)/;

const BRACE = /\{\s*$/;

/** `server {`, `resource "a" "b" {`, `location ~ \.php$ {`, `tags = {`: a label, and no call or property. */
const BLOCK = /^\s{0,40}[\w"'][^\n{}();]{0,120}\{\s*$/;
const PROPERTY = /[:>,|&]\s*\{\s*$/;

/** `save(order);`, `(a) => a`. */
const CALL = /\w\([^)]{0,200}\)\s*(?:[;{]\s*)?$|=>|\bfunction\b/;

/** Minimum share of blocks among the lines that end in an opening brace, and maximum share of code in all lines. */
const BLOCKS_SHARE = 0.8;
const CODE_SHARE_MAX = 0.05;

/** True for blocks of settings. At least one has a label, because `x = {` alone is also a literal. */
export function areBlocks(lines: readonly string[]): boolean {
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
