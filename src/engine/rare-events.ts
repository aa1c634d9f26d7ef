// In a log what is asked about is rarely what is said a thousand times: an event gains by the rarity of its template.
// In: the records. Out: what each unit gains, 0 to `weight`. Must compare templates only: digits are what differs
// anyway.
import type { Analysed } from "./analyse.ts";
import type { ContentType } from "./model.ts";

const LINE_TYPES: ReadonlySet<ContentType> = new Set(["log", "test_output"]);

/** A template is read from the start of a line up to this length. UTF-16 units. */
const TEMPLATE_LENGTH_MAX = 200;

export function rareEventScores({ records, corpus }: Analysed, weight: number): Float64Array {
  const gained = new Float64Array(corpus.blockOf.length);
  if (weight <= 0) return gained;
  const counts = new Map<string, number>();
  const templates: (string | null)[] = [];
  let lines = 0;
  for (const { type, units, source } of records) {
    for (const unit of units) {
      const template = LINE_TYPES.has(type) ? templateOf(source.text, unit.start, unit.end) : null;
      templates.push(template);
      if (template === null) continue;
      lines += 1;
      counts.set(template, (counts.get(template) ?? 0) + 1);
    }
  }
  if (lines < 2) return gained;
  const most = Math.log(lines);
  for (const [unit, template] of templates.entries()) {
    if (template === null) continue;
    gained[unit] = weight * (Math.log(lines / (counts.get(template) ?? 1)) / most);
  }
  return gained;
}

/** The letters of a line: what varies (numbers, addresses, times) left out. */
function templateOf(text: string, start: number, end: number): string {
  const line = text.slice(start, Math.min(end, start + TEMPLATE_LENGTH_MAX));
  return line.replace(/[0-9a-f]*\d[0-9a-f]*/gi, "").replace(/[^\p{L}]+/gu, " ");
}
