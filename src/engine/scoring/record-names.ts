// Names records for the headings above their excerpts, by their titles and sources. In: what the caller sent about each
// record, and the prompt. Out: a name for each, or "". Never reads the records' texts.
import type { SourceRecord } from "../model.ts";

/** A name that this share of the records has does not distinguish them. */
const SHARED_MAX = 0.5;

/** A longer source is not the name of an outlet, a site or a day. UTF-16 units. */
const SOURCE_LENGTH_MAX = 40;

/** A longer prompt quotes names without asking for them, and is not searched for every source. UTF-16 units. */
const PROMPT_LENGTH_MAX = 10_000;

/**
 * Each record's title, or else its source, if it distinguishes the record from the others; otherwise "". If the prompt
 * names a source (`Do the Courier and the Ledger agree?`), the source stands next to the title.
 */
export function distinctiveNames(records: readonly SourceRecord[], prompt: string): readonly string[] {
  if (records.length === 1) return [""];
  const frequency = new Map<string, number>();
  for (const source of records) {
    for (const name of new Set(namesOf(source))) frequency.set(name, (frequency.get(name) ?? 0) + 1);
  }
  const most = records.length === 2 ? 2 * records.length : SHARED_MAX * records.length;
  const isDistinctive = (name: string) => name !== "" && (frequency.get(name) ?? 0) < most;
  const promptWords = prompt.length > PROMPT_LENGTH_MAX ? "" : wordsOf(prompt);
  return records.map((record) => {
    const [title = "", origin = ""] = namesOf(record).map((name) => (isDistinctive(name) ? name : ""));
    if (title === "" || origin === "") return title || origin;
    const isAsked = origin.length <= SOURCE_LENGTH_MAX && promptWords.includes(wordsOf(origin));
    return isAsked && !title.includes(origin) ? `${title} (${origin})` : title;
  });
}

/** The words of a text in lower case, with a space around each. */
function wordsOf(text: string): string {
  const words = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  return ` ${words.trim()} `;
}

function namesOf({ title, source }: SourceRecord): readonly string[] {
  if (title === null && source === null) return [];
  return [title?.trim() ?? "", source?.trim() ?? ""];
}
