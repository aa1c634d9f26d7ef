// The nouns for omitted units. Cutters choose a noun, marks print it.
import type { UnitNoun } from "./model.ts";

function noun(one: string, special: Partial<UnitNoun> = {}): UnitNoun {
  return { one, many: `${one}s`, standsAlone: false, hasTotal: false, isLine: false, ...special };
}

export const SENTENCES = noun("sentence");
export const LINES = noun("line", { isLine: true });
export const TURNS = noun("turn");
export const FIELDS = noun("field");
export const ELEMENTS = noun("element", { hasTotal: true });
export const RESULTS = noun("result", { hasTotal: true });
export const ROWS = noun("row", { hasTotal: true, standsAlone: true });
export const EVENTS = noun("event", { standsAlone: true });

/** For a gap smaller than one unit. */
export const CHARACTERS = noun("character");
