// Finds where users speak about themselves in a chat with an assistant. A question in the first person (`Which camera
// do I use?`) asks for that, but the assistant's long answers share more words with the question.
// In: the records and the prompt. Out: numbers of units. Finds none for a prompt that also addresses the assistant
// (`What did you suggest to me?`), because either side may have said it.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { SegmentedRecord } from "../model.ts";
import { type Side, sideOf, speakerAt } from "../units/prose/speaker.ts";
import { ROLE_FIELD } from "./asker.ts";

/** Matches any of the words by itself. Scripts without spaces have no word boundaries to check. */
function anyWordOf(words: string, unspaced: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])|${unspaced}`, "iu");
}

/**
 * Pronouns of English, German, French, Spanish, Portuguese and Italian, then of Chinese, Japanese and Korean. Without
 * `us`, which is also a country.
 */
const FIRST_PERSON = anyWordOf(
  "i|me|my|mine|we|our|ours|ich|mich|mir|meine?[mnrs]?|wir|uns|unsere?[mnrs]?|je|j|moi|mon|mes|nous|notre|nos|" +
    "yo|mi|mis|nosotros|nuestr[oa]s?|eu|meus?|minhas?|nosso|nossa|io|mio|mia|miei|noi|nostr[oa]",
  "我|咱|私|僕|俺|나는|내가|제가|저는|우리",
);
const SECOND_PERSON = anyWordOf(
  "you|your|yours|du|dich|dir|deine?[mnrs]?|tu|toi|vous|votre|vos|tú|usted|ustedes|você|vocês|voi",
  "你|您|あなた|당신",
);

/** Each side of a chat has at least this many units. */
const UNITS_MIN = 2;

/** Units read between two checkpoints: a few milliseconds. */
const UNITS_A_TURN = 2048;

/**
 * @returns the numbers of the units across all records, ascending; none if the records are no chat with an assistant
 */
export function unitsAboutUser(
  records: readonly SegmentedRecord[],
  prompt: string,
  checkpoint: Checkpoint = unchecked,
): readonly number[] {
  if (!FIRST_PERSON.test(prompt) || SECOND_PERSON.test(prompt)) return [];
  const told: number[] = [];
  const units = { user: 0, assistant: 0 };
  let unit = 0;
  for (const record of records) {
    let side = sideOfKind(record);
    for (const { start, end } of record.units) {
      if (unit % UNITS_A_TURN === 0) checkpoint();
      const text = record.source.text.slice(start, end).trimStart();
      const name = speakerAt(text, 0, text.length) ?? ROLE_FIELD.exec(text)?.[1];
      if (name !== undefined) side = sideOf(name);
      if (side !== undefined) units[side] += 1;
      if (side === "user" && FIRST_PERSON.test(text)) told.push(unit);
      unit += 1;
    }
  }
  return Math.min(units.user, units.assistant) < UNITS_MIN ? [] : told;
}

function sideOfKind({ source }: SegmentedRecord): Side | undefined {
  if (source.kind === "user_input") return "user";
  return source.kind === "llm_response" ? "assistant" : undefined;
}
