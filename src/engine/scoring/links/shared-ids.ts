// Follows ids between rows and elements: the row of an order holds the id of its customer, and only the customer's row
// holds the address.
// In: the records and a first score. Out: what each unit gains. Each step reads the ids of a few units and all terms
// once. The task is searched for its own ids anyway, so they are not followed.
import { float64s, uint8s } from "../../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";
import type { Analysed } from "../../analyse.ts";
import type { Corpus } from "../../index/corpus.ts";
import { highestPlaces } from "../unit-scores.ts";

export interface SharedIdSettings {
  /** Gain of a unit that shares an id with one of the best units, as a share of its score; 0 turns it off. */
  readonly weight: number;
  /** The ids of this many of the best units are followed. */
  readonly units: number;
  /** How many times ids are followed: 2 also follows those of the units that were found first. */
  readonly steps: number;
}

/** If more units share an id, only those that begin with it gain. If these are more too, none gains. */
const PLACES_MAX = 2;

/** The same if the id is the key of the best unit: a customer may have several orders, a country too many. */
const PLACES_OF_KEY_MAX = 12;

/**
 * Digits with letters, or a long number, because short ones are amounts and years. Quantities such as `256mi` and times
 * such as `10t30` are not ids.
 */
const ID = /^(?!\d+\p{L}{1,3}$|\d{1,2}t\d{1,2}$)(?=.*\p{N})(?=.*\p{L}).{4,64}$|^\d{5,64}$/u;

export function sharedIdScores(
  analysed: Analysed,
  scores: Float64Array,
  { weight, units, steps }: SharedIdSettings,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const { corpus, query } = analysed;
  const search: IdSearch = { corpus, holdsFields: recordsWithFields(analysed), followed: uint8s(corpus.starts.length) };
  for (const term of query.terms) search.followed[term] = 1;
  return stepwise(scores, steps, checkpoint, (from) => {
    return gainsOf(search, idsOfBest(search, from, units), weight, scores.length);
  });
}

/** Repeats `follow`, first from `scores`, then from what it found. @returns the highest gain of each unit */
export function stepwise(
  scores: Float64Array,
  steps: number,
  checkpoint: Checkpoint,
  follow: (from: Float64Array, step: number) => Float64Array,
): Float64Array {
  const gained = float64s(scores.length);
  let from = scores;
  for (let step = 0; step < steps; step++) {
    checkpoint();
    from = follow(from, step);
    for (let unit = 0; unit < from.length; unit++) gained[unit] = Math.max(gained[unit] ?? 0, from[unit] ?? 0);
  }
  return gained;
}

interface IdSearch {
  readonly corpus: Corpus;
  /** From `recordsWithFields`. */
  readonly holdsFields: Uint8Array;
  /** 1 for each term that is not followed again. */
  readonly followed: Uint8Array;
}

interface Id {
  /** The best unit that holds the id, and its score. */
  readonly unit: number;
  readonly score: number;
}

/** The new ids of the best units, by term. */
function idsOfBest({ corpus, holdsFields, followed }: IdSearch, scores: Float64Array, count: number): Map<number, Id> {
  const ids = new Map<number, Id>();
  for (const unit of highestPlaces(scores, count)) {
    if (holdsFields[corpus.recordOf[unit] ?? 0] !== 1) continue;
    for (const term of termsOf(corpus, unit)) {
      if (followed[term] !== 1 && isId(corpus, term)) ids.set(term, { unit, score: scores[unit] ?? 0 });
      followed[term] = 1;
    }
  }
  return ids;
}

/** 1 for each record of rows or elements. */
export function recordsWithFields({ records }: Pick<Analysed, "records">): Uint8Array {
  return Uint8Array.from(records, ({ type }) => (type.fieldForm === null ? 0 : 1));
}

/** For each of `wanted`, the units of rows and elements whose own terms include it, ascending. */
export function unitsByTerm(
  { recordOf, unitFrom, ownTo, terms, starts }: Corpus,
  holdsFields: Uint8Array,
  wanted: Iterable<number>,
): ReadonlyMap<number, readonly number[]> {
  const units = new Map<number, number[]>();
  const isWanted = uint8s(starts.length);
  for (const term of wanted) {
    isWanted[term] = 1;
    units.set(term, []);
  }
  for (let unit = 0; unit < recordOf.length && units.size > 0; unit++) {
    if (holdsFields[recordOf[unit] ?? 0] !== 1) continue;
    const end = ownTo[unit] ?? 0;
    for (let at = unitFrom[unit] ?? 0; at < end; at++) {
      const found = isWanted[terms[at] ?? 0] === 1 ? units.get(terms[at] ?? 0) : undefined;
      if (found !== undefined && found.at(-1) !== unit) found.push(unit);
    }
  }
  return units;
}

function gainsOf(
  { corpus, holdsFields }: IdSearch,
  ids: ReadonlyMap<number, Id>,
  weight: number,
  units: number,
): Float64Array {
  const gained = float64s(units);
  const firstIdOf = firstIds(corpus);
  const { recordOf } = corpus;
  const unitsOf = unitsByTerm(corpus, holdsFields, ids.keys());
  for (const [term, { unit, score }] of ids) {
    const places = unitsOf.get(term)?.filter((place) => place !== unit) ?? [];
    const isKey = firstIdOf(unit) === term && places.every((place) => recordOf[place] !== recordOf[unit]);
    const most = isKey ? PLACES_OF_KEY_MAX : PLACES_MAX;
    const meant = places.length > most ? places.filter((place) => firstIdOf(place) === term) : places;
    if (meant.length > most) continue;
    for (const place of meant) gained[place] = Math.max(gained[place] ?? 0, weight * score);
  }
  return gained;
}

/** Finds the id that a unit begins with. A unit may hold many ids, but its terms are read once. */
function firstIds(corpus: Corpus): (unit: number) => number | undefined {
  const known = new Map<number, number | undefined>();
  return (unit) => {
    const id = known.get(unit) ?? termsOf(corpus, unit).find((term) => isId(corpus, term));
    known.set(unit, id);
    return id;
  };
}

function termsOf({ terms, unitFrom, ownTo }: Corpus, unit: number): Int32Array {
  return terms.subarray(unitFrom[unit], ownTo[unit]);
}

function isId({ vocabulary }: Corpus, term: number): boolean {
  return ID.test(vocabulary.form(term));
}
