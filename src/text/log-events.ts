// Tells events of a log from rows of data, by their times and by the few templates that they repeat. In: texts of rows.
// Scoring compares templates exactly, in `engine/scoring/rare-events.ts`.

/** A date with a time, or the seconds, milliseconds, microseconds or nanoseconds since 1970. */
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d|(?<!\d)1\d{9}(?:\d{3}){0,3}(?!\d)/;

/** What varies between texts with one template. */
const VARIABLE = /[a-fA-F]*\d[\da-fA-F]*/g;

/** At most this many templates for each text. In rows of data, such as orders, nearly every row has its own. */
const TEMPLATES_SHARE_MAX = 0.9;

export function holdsTime(text: string): boolean {
  return TIME.test(text);
}

export function repeatTemplates(texts: readonly string[]): boolean {
  const templates = new Set(texts.map((text) => text.replace(VARIABLE, "")));
  return templates.size <= TEMPLATES_SHARE_MAX * texts.length;
}
