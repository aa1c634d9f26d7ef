// A long string value inside JSON: where to cut it, at line breaks written as escapes and at sentence ends.
// Text and range in, ascending offsets out; never an offset inside an escape sequence or a surrogate pair.
import { BACKSLASH, LOWER_N } from "../../../text/char-codes.ts";
import { skipSpace } from "../../../text/offsets.ts";
import { mayEndSentence, sentenceEndAt } from "../prose/sentence-end.ts";

/** Offsets strictly inside `(start, end)` at which a new piece may start; `level` is how often the text is escaped. */
export function stringCuts(text: string, start: number, end: number, level: number): readonly number[] {
  const cuts: number[] = [];
  let from = start;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    let cut = -1;
    if (code === BACKSLASH) {
      let letterAt = i + 1;
      while (letterAt < end && text.charCodeAt(letterAt) === BACKSLASH) letterAt++;
      const isNewline = text.charCodeAt(letterAt) === LOWER_N && letterAt - i === 1 << level;
      i = letterAt;
      if (isNewline) cut = skipSpace(text, letterAt + 1, end);
    } else if (mayEndSentence(code)) cut = sentenceEndAt(text, i, from, end);
    if (cut <= from || cut >= end) continue;
    cuts.push(cut);
    from = cut;
    i = cut - 1;
  }
  return cuts;
}
