// In a log what is asked about is rarely what is said a thousand times: an event gains by the rarity of its template.
// In: the records. Out: what each unit gains, 0 to `weight`. Must compare templates only: digits are what differs
// anyway.
import { intList, push } from "../../text/int-list.ts";
import { float64s, int32s } from "../../text/slab.ts";
import type { Analysed } from "../analyse.ts";
import type { ContentType } from "../model.ts";
import { templateOf } from "./line-template.ts";
import { NO_GAIN } from "./unit-parts.ts";

const LINE_TYPES: ReadonlySet<ContentType> = new Set(["log", "test_output"]);

export function rareEventScores({ records, corpus }: Analysed, weight: number): Float64Array {
  if (weight <= 0 || !records.some(({ type }) => LINE_TYPES.has(type))) return NO_GAIN;
  const gained = float64s(corpus.blockOf.length);
  const numbers = new Map<number, number>();
  const templateAt = int32s(gained.length).fill(-1);
  const counts = intList(64);
  let at = 0;
  let lines = 0;
  for (const { type, units, source } of records) {
    if (LINE_TYPES.has(type)) {
      for (let index = 0; index < units.length; index += 1) {
        const { start = 0, end = 0 } = units[index] ?? {};
        const template = templateOf(source.text, start, end);
        const number = numbers.get(template) ?? counts.size;
        if (number === counts.size) {
          push(counts, 0);
          numbers.set(template, number);
        }
        counts.items[number] = (counts.items[number] ?? 0) + 1;
        templateAt[at + index] = number;
      }
      lines += units.length;
    }
    at += units.length;
  }
  if (lines < 2) return gained;
  const most = Math.log(lines);
  for (let unit = 0; unit < templateAt.length; unit += 1) {
    const template = templateAt[unit] ?? -1;
    if (template >= 0) gained[unit] = weight * (Math.log(lines / (counts.items[template] ?? 1)) / most);
  }
  return gained;
}
