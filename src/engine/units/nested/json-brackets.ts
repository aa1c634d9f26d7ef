// The brackets that are open while JSON is scanned, and whether the next token begins an element or a field.
// Brackets and commas with their places in, containers and children out. Knows nothing of strings.
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
} from "../../../text/char-codes.ts";
import { DEPTH_MAX, type Nesting, NO_NAME } from "./nesting.ts";
import { beginChild, closeContainer, closeRoot, type OpenContainer, openContainer } from "./note-nesting.ts";

export interface Brackets {
  readonly nesting: Nesting;
  /** The outermost container. */
  readonly root: OpenContainer;
  /** The open containers, outermost first, and the innermost of them. */
  readonly open: OpenContainer[];
  top: OpenContainer;
  /** Open brackets beyond the depth limit: their inside is plain text. */
  opaque: number;
  /** The next token begins an element or a field. */
  expecting: boolean;
}

export function isOpener(code: number, python: boolean): boolean {
  return code === OPEN_BRACE || code === OPEN_BRACKET || (code === OPEN_PARENTHESIS && python);
}

export function isCloser(code: number, python: boolean): boolean {
  return code === CLOSE_BRACE || code === CLOSE_BRACKET || (code === CLOSE_PARENTHESIS && python);
}

/** Notes the element or field that begins here, if one is due. */
export function begin(brackets: Brackets, at: number): boolean {
  const begins = brackets.expecting && brackets.opaque === 0;
  if (begins) beginChild(brackets.nesting, brackets.top, at);
  brackets.expecting = false;
  return begins;
}

/** A comma: what comes next is another element or field. */
export function separate(brackets: Brackets): void {
  if (brackets.opaque === 0) brackets.expecting = true;
}

/** @param isList a list of elements, as against an object of named fields */
export function openBracket(brackets: Brackets, at: number, isList: boolean): void {
  const { nesting, open, top } = brackets;
  if (brackets.opaque > 0 || open.length >= DEPTH_MAX) {
    brackets.opaque++;
    return;
  }
  brackets.top = openContainer(nesting, at, isList, top.id, top.isList ? NO_NAME : top);
  open.push(brackets.top);
  brackets.expecting = true;
}

export function closeBracket(brackets: Brackets, at: number): void {
  const { nesting, open, root, top } = brackets;
  if (brackets.opaque > 0) brackets.opaque--;
  else if (open.length > 1) {
    closeContainer(nesting, top, at + 1);
    open.pop();
    brackets.top = open.at(-1) ?? root;
    // Values that follow each other without a comma are read as a sequence, as in JSON Lines.
    brackets.expecting = open.length === 1;
  }
}

/** Closes what is still open at the end of the text. */
export function closeAll({ nesting, open, root }: Brackets, end: number): void {
  for (let last = open.pop(); last !== undefined && last !== root; last = open.pop()) {
    closeContainer(nesting, last, end);
  }
  closeRoot(nesting, root, end);
}
