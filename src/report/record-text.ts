// A record's own text with the sent parts marked, in blocks that a browser can lay out one by one. In: a text and its
// kept spans in code points. Out: markup, or blocks that together hold every character once, in order. Linear in the
// text: one line of megabytes is cut like any other.
import type { Span } from "../engine/model.ts";
import { atCodePoint, isPairAt } from "../text/characters.ts";
import { grouped } from "./figures.ts";
import { type Content, html, type Markup } from "./markup.ts";
import { type RecordView, WHOLE } from "./record-view.ts";

export function recordText({ text: whole, spans, recoded }: RecordView): Content {
  if (whole === "") return html`<p class="note">The record holds no text.</p>`;
  const own = html`<div class="text" dir="auto">${folded(blocksOf(whole, spans))}</div>`;
  if (recoded === null) return own;
  return html`<p class="note">Sent re-encoded as <code>${recoded.format}</code>:</p>
<div class="text">${folded(blocksOf(recoded.text, [WHOLE]))}</div>
<p class="note">The record's own text:</p>${own}`;
}

/** Neighbouring folded blocks share one fold. */
function folded(blocks: readonly Block[]): Content {
  const written: Content[] = [];
  for (let at = 0; at < blocks.length; ) {
    let end = at;
    while (blocks[end]?.folded === true) end++;
    if (end === at) {
      written.push(block(blocks[at]));
      at++;
      continue;
    }
    const run = blocks.slice(at, end);
    const characters = run.reduce((sum, { stretches }) => sum + (stretches[0]?.text.length ?? 0), 0);
    const middle = run.map(block);
    written.push(
      html`<details class="fold"><summary>${grouped(characters)} characters not sent</summary>${middle}</details>`,
    );
    at = end;
  }
  return written;
}

function block(one: Block | undefined): Content {
  if (one === undefined) return null;
  const stretches = one.stretches.map(({ text: own, sent }) =>
    sent ? html`<mark>${own}</mark>` : html`<del>${own}</del>`,
  );
  return html`<div class="block">${stretches}</div>`;
}

/**
 * The block that goes into the prompt, unchanged. Not shown on a stand-down, because the records above are that block.
 */
export function renderedSection(rendered: string): Markup {
  return html`<section aria-labelledby="rendered"><h2 id="rendered">What goes into the prompt</h2>
<details><summary>${grouped(rendered.length)} characters</summary><div class="text sent" dir="auto">${folded(
    blocksOf(rendered, [WHOLE]),
  )}</div></details></section>`;
}

export interface Stretch {
  readonly text: string;
  readonly sent: boolean;
}

export interface Block {
  readonly stretches: readonly Stretch[];
  /** True for the middle of a long stretch that is not sent, which is shown on demand. */
  readonly folded: boolean;
}

/** Characters of one block: a browser lays them out in a moment. */
const BLOCK_CHARACTERS_MAX = 8_000;
/** A stretch that is not sent is folded if it has at least this many characters, and shows this many at each end. */
const FOLDED_CHARACTERS_MIN = 1_600;
const SHOWN_CHARACTERS = 400;

export function blocksOf(text: string, spans: readonly Span[]): readonly Block[] {
  const blocks: Block[] = [];
  let open: Stretch[] = [];
  let room = BLOCK_CHARACTERS_MAX;
  const close = (): void => {
    if (open.length > 0) blocks.push({ stretches: open, folded: false });
    open = [];
    room = BLOCK_CHARACTERS_MAX;
  };
  const show = ({ text: whole, sent }: Stretch): void => {
    for (let from = 0; from < whole.length; ) {
      const to = blockEnd(whole, from, room);
      open.push({ text: whole.slice(from, to), sent });
      room -= to - from;
      from = to;
      if (room <= 0 || from < whole.length) close();
    }
  };
  for (const stretch of stretchesOf(text, spans)) {
    if (stretch.sent || stretch.text.length < FOLDED_CHARACTERS_MIN) {
      show(stretch);
      continue;
    }
    const from = lineEndBefore(stretch.text, SHOWN_CHARACTERS);
    const to = lineStartAfter(stretch.text, stretch.text.length - SHOWN_CHARACTERS);
    show({ text: stretch.text.slice(0, from), sent: false });
    close();
    const upToEnd = stretch.text.slice(0, to);
    for (let at = from; at < to; ) {
      const end = blockEnd(upToEnd, at, BLOCK_CHARACTERS_MAX);
      blocks.push({ stretches: [{ text: upToEnd.slice(at, end), sent: false }], folded: true });
      at = end;
    }
    show({ text: stretch.text.slice(to), sent: false });
  }
  close();
  return blocks;
}

/** The whole text as stretches. Spans ascend and do not overlap. */
export function stretchesOf(text: string, spans: readonly Span[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  let points = 0;
  const advance = (to: number): number => {
    for (; points < to && at < text.length; points++) at += isPairAt(text, at) ? 2 : 1;
    return at;
  };
  const add = (from: number, to: number, sent: boolean): void => {
    const last = stretches.at(-1);
    if (from >= to) return;
    if (last?.sent === sent) stretches[stretches.length - 1] = { text: last.text + text.slice(from, to), sent };
    else stretches.push({ text: text.slice(from, to), sent });
  };
  for (const { start, end } of spans) {
    const before = at;
    const from = advance(start);
    add(before, from, false);
    add(from, advance(end), true);
  }
  add(at, text.length, false);
  return stretches;
}

/** At most `room` characters further, after a line's end if there is one. */
function blockEnd(text: string, from: number, room: number): number {
  if (text.length - from <= room) return text.length;
  const line = text.lastIndexOf("\n", from + room - 1) + 1;
  if (line > from) return line;
  return Math.max(atCodePoint(text, from + room), from + 1);
}

function lineEndBefore(text: string, offset: number): number {
  const line = text.lastIndexOf("\n", offset) + 1;
  return line > 0 ? line : atCodePoint(text, offset);
}

function lineStartAfter(text: string, offset: number): number {
  const line = text.indexOf("\n", offset) + 1;
  return line > 0 && line < text.length ? line : atCodePoint(text, offset);
}
