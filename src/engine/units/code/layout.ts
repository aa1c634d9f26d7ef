// Walks the lines of code, and keeps what is open around the current line by its indentation: definitions, or blocks of
// settings. A draft comes in, its lines go out to a cutter one by one. Never judges what a line defines.
import { columnOf, isBlank, lineEnd } from "../../../text/characters.ts";
import { addTail, type Draft, type Frame, seal } from "../draft.ts";
import { contentStart } from "../line-numbers.ts";

/** A definition or a block around the current line. */
interface Enclosing extends Frame {
  readonly indent: number;
}

interface Layout {
  /** The definitions or blocks around the next line, outermost first. */
  readonly open: Enclosing[];
  /** The frame of lines outside all of them. */
  readonly outer: Frame;
  /** True if the lines right above, such as a decorator, belong to the next definition or block. */
  hasLead: boolean;
}

export function newLayout(outer: Frame): Layout {
  return { open: [], outer, hasLead: false };
}

/** The frame of the next line. */
export function frameIn({ open, outer }: Layout): Frame {
  return open.at(-1) ?? outer;
}

/** Closes the definitions and blocks that are indented by at least `indent`. */
export function closeAt({ open }: Layout, indent: number): void {
  while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
}

/** A line that is not blank. */
export interface CodeLine {
  readonly from: number;
  /** Where the code begins, after any viewer's number and indentation. */
  readonly content: number;
  readonly stop: number;
  readonly indent: number;
}

/** Passes each line of `[draft.at, end)` that is not blank to `cutLine`, which adds it, or more, to the draft. */
export function eachCodeLine(draft: Draft, end: number, layout: Layout, cutLine: (line: CodeLine) => void): void {
  const { text } = draft;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const content = contentStart(text, from, stop);
    if (!isBlank(text, content, stop)) {
      cutLine({ from, content, stop, indent: columnOf(text, from, content) });
      continue;
    }
    // A blank line, with or without a viewer's number, ends the unit above it.
    addTail(draft, stop, 1);
    seal(draft);
    layout.hasLead = false;
  }
}
