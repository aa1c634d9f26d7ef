// Recognises and cuts scripts and hearings, in which no colon follows the speaker: `Q. Who had the key?`, `ALGERNON.
// No, sir.`, `OLE  And who pays?`, or a name in capitals on a line above the words. At least two speakers must speak
// more than once. In: a sample, or a text. Out: whether it is a script, or units: turns, stage directions and titles.
import { ASCII_END, isBlank, lineEnd, skipIndent, UPPER_A, UPPER_Z } from "../../../text/characters.ts";
import { addHeading, type Draft, frameOf, NO_FRAME, noHeadings, seal } from "../draft.ts";
import { matchesAt, type Sample } from "../line-patterns.ts";
import { plainTitles } from "../prose/plain-titles.ts";
import { cutProse } from "../prose/prose.ts";
import { cutTurn, frameAfter } from "./dialogue.ts";

const NAME = /\p{Lu}[\p{Lu}\d'’#&-]{1,24}(?:\.? \p{Lu}[\p{Lu}\d'’#&-]{0,24}){0,2}/u.source;

/** `Q.`, `ALGERNON.`, and `OLE  ` before words. */
const INLINE = new RegExp(
  `[ \\t]{0,40}(?:([QA]|${NAME})\\.(?=[ \\t]|\\r?\\n|$)|(${NAME})[ \\t]{2,8}(?=[\\p{L}([“‘"']))`,
  "uy",
);

/** `MS. VARGA:`, in a text with other turns. A text with only such lines may be fields. */
const WITH_COLON = new RegExp(`[ \\t]{0,40}(${NAME}):[ \\t]`, "uy");

/** `KATE`, `MIKE (CONT'D)`; the words are on the next line. */
const ALONE = new RegExp(`[ \\t]{0,60}(${NAME})(?: {0,2}\\([^()\\n]{1,30}\\)){0,2}[ \\t]*(?:\\r?\\n|$)`, "uy");

/** The heading of a scene in a screenplay: `INT. OFFICE - DAY`. It may occur more than once. */
const SCENE = /[ \t]{0,60}(?:INT|EXT|EST|I\/E|INT\.?\/EXT)[. ][^\n]{1,80}(?:\n|$)/y;
const SCENE_RANK = 6;

/** The brackets that open a stage direction. */
const DIRECTION = "([";

const TURNS_MIN = 6;
const SPEAKERS_MIN = 2;

/** Minimum shares of lines that open turns. A speech below a name takes many lines. A manual may end in questions. */
const ALONE_SHARE_MIN = 0.1;
const INLINE_SHARE_MIN = 0.3;

/** Minimum share of turns whose speaker differs from the previous one. */
const CHANGES_SHARE_MIN = 0.25;

interface Opening {
  readonly name: string;
  readonly isAlone: boolean;
}

/** The speaker of the turn that the line at `at` opens; null if it opens no turn. */
function openingAt(text: string, at: number): Opening | null {
  // This check rules out most lines.
  if (!isCapital(text.charCodeAt(skipIndent(text, at, text.length)))) return null;
  for (const pattern of [ALONE, INLINE]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const name = match?.[1] ?? match?.[2];
    if (name !== undefined) return { name, isAlone: pattern === ALONE };
  }
  return null;
}

/** True for `A` to `Z`, and for anything beyond ASCII. */
function isCapital(code: number): boolean {
  return code >= UPPER_A && (code <= UPPER_Z || code >= ASCII_END);
}

/** True if enough lines open turns of speakers who speak more than once, and at least two speakers alternate. */
export function looksLikeScript({ lines }: Sample): boolean {
  if (lines.length < TURNS_MIN) return false;
  const openings = lines.flatMap((line) => (matchesAt(SCENE, line, 0) ? [] : (openingAt(line, 0) ?? [])));
  const times = new Map<string, number>();
  for (const { name } of openings) times.set(name, (times.get(name) ?? 0) + 1);
  const turns = openings.filter(({ name }) => (times.get(name) ?? 0) > 1);
  const changes = turns.filter(({ name }, place) => name !== turns[place - 1]?.name).length;
  const alone = turns.filter(({ isAlone }) => isAlone).length;
  const share = 2 * alone > turns.length ? ALONE_SHARE_MIN : INLINE_SHARE_MIN;
  if (turns.length < Math.max(TURNS_MIN, share * lines.length)) return false;
  return new Set(turns.map(({ name }) => name)).size >= SPEAKERS_MIN && changes >= CHANGES_SHARE_MIN * turns.length;
}

/** Cuts `[draft.at, end)`. */
export function cutScript(draft: Draft, end: number): void {
  const { text } = draft;
  const titles = plainTitles(text, draft.at, end);
  const headings = noHeadings(NO_FRAME);
  let frame = NO_FRAME;
  let turn: Opening | null = null;
  let isBelowBlank = true;
  const close = (at: number) => {
    if (turn === null) cutProse(draft, at, frameOf(headings));
    else cutTurn(draft, at, frame);
    seal(draft);
  };
  for (let at = draft.at; at < end; ) {
    const stop = lineEnd(text, at, end);
    const isEmpty = isBlank(text, at, stop);
    const scene = isBelowBlank && matchesAt(SCENE, text, at) ? SCENE_RANK : undefined;
    const opening = isEmpty || scene !== undefined ? null : turnAt(text, at, stop, end);
    const title = scene ?? (opening === null ? titles.get(at) : undefined);
    if (opening !== null) {
      const wasTurn = turn !== null;
      close(at);
      frame = wasTurn ? frameAfter(draft, frameOf(headings)) : frameOf(headings);
      turn = opening;
    } else if (title !== undefined) {
      close(at);
      addHeading(draft, headings, stop, { rank: title, line: text.slice(at, stop), count: 1 });
      // A direction right below must not share the unit of the title, which is sent with every turn.
      seal(draft);
      turn = null;
    } else if (isBelowBlank && !isEmpty && turn !== null && (turn.isAlone || isDirection(text, at, stop))) {
      close(at);
      turn = null;
    }
    isBelowBlank = isEmpty;
    at = stop;
  }
  close(end);
}

/** The turn that a line opens, or null. A name alone above a blank line is a title and opens no turn. */
function turnAt(text: string, at: number, stop: number, end: number): Opening | null {
  const opening = openingAt(text, at);
  if (opening === null) return matchesAt(WITH_COLON, text, at) ? { name: "", isAlone: false } : null;
  if (!opening.isAlone) return opening;
  return stop < end && !isBlank(text, stop, lineEnd(text, stop, end)) ? opening : null;
}

function isDirection(text: string, at: number, stop: number): boolean {
  return DIRECTION.includes(text.charAt(skipIndent(text, at, stop)));
}
