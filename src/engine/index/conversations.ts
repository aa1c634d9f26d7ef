// Numbers the conversations that the records are from, so that a match never lifts turns of another conversation.
// In: the records. Out: a number for each. Callers name a conversation by its step. Without steps, records of different
// days are apart, and so is a record that holds a whole session. A single turn without a date never opens a new one.
import { int32s } from "../../text/arrays.ts";
import { lineEnd } from "../../text/characters.ts";
import type { SegmentedRecord } from "../model.ts";
import { DAY } from "../units/prose/dates.ts";
import { speakerAt } from "../units/prose/speaker.ts";
import { isTranscript } from "./shape.ts";

/** A date is part of a turn's stamp only up to here: `[2024/01/08 10:02] Ada:`, `Session Date: 2024/01/08`. */
const STAMP_CHARS_MAX = 40;

/** A longer title is not read to its end. */
const TITLE_CHARS_MAX = 200;

/** Nothing but a label and a bracket may precede the date of a turn. Elsewhere a date is what somebody said. */
const STAMP = new RegExp(`^\\s{0,4}(?:[\\p{L} ]{0,20}: ?)?[[(*_]{0,2}(${DAY.source})`, "u");

export function conversationsOf(records: readonly SegmentedRecord[]): Int32Array {
  const numbers = new Map<string, number>();
  const of = int32s(records.length);
  let opened = 0;
  let day = "";
  for (const [index, record] of records.entries()) {
    const { stepId } = record.source;
    day = dayOf(record.source) ?? day;
    const isWhole = isTranscript(record) || (stepId === null && holdsTurns(record.source));
    const key = stepId === null ? `on ${day}` : `step ${stepId}`;
    const known = isWhole ? undefined : numbers.get(key);
    of[index] = known ?? opened++;
    if (!isWhole && known === undefined) numbers.set(key, opened - 1);
  }
  return of;
}

type Source = SegmentedRecord["source"];

/** The date in a record's title, else in front of its text, as it is written. */
function dayOf({ title, text }: Source): string | undefined {
  const titled = DAY.exec((title ?? "").slice(0, TITLE_CHARS_MAX));
  return titled?.[0] ?? STAMP.exec(text.slice(0, STAMP_CHARS_MAX))?.[1];
}

/** True for a session: two people speak. What the caller calls one message is one, whatever its lines say. */
function holdsTurns({ kind, text }: Source): boolean {
  if (kind === "user_input" || kind === "llm_response") return false;
  let first = "";
  for (let at = 0; at < text.length; at = lineEnd(text, at, text.length)) {
    const speaker = speakerAt(text, at, text.length);
    if (speaker === null || speaker === first) continue;
    if (first !== "") return true;
    first = speaker;
  }
  return false;
}
