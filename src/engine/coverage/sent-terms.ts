// Which evidence terms does each excerpt contain?
// In: the corpus, the wanted terms, excerpts. Out: for each excerpt its wanted terms, each once.
// The terms of each unit are located once for all rungs of a ladder. Only marks, cut units and units whose stored terms
// differ from their text are read again. The result never differs from reading the excerpt's text.
import { int32s, intList, itemsOf, nextFlagged, placeFrom, push, uint8s } from "../../text/arrays.ts";
import { isBlank } from "../../text/characters.ts";
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import { isWordAcross } from "../../text/words.ts";
import type { Corpus } from "../index/corpus.ts";
import { PLACES_EXPECTED } from "../index/postings.ts";
import type { Excerpt, Piece, ScoredRecord, SegmentedRecord } from "../model.ts";

export interface TermLocations {
  /** By term: the slot of each wanted term, its index in `terms`. A column, since a long task wants a million. */
  readonly slotOf: Int32Array;
  readonly terms: Int32Array;
  /** By term: 1 for each wanted term. */
  readonly flags: Uint8Array;
  /** The slots of the wanted terms among each unit's own terms, unit by unit, each once per unit. */
  readonly slots: Int32Array;
  /** Slots of unit `u` are `slots[slotsFrom[u]]` up to `slots[slotsFrom[u + 1]]`. */
  readonly slotsFrom: Int32Array;
  /** Units, ascending, whose stored terms differ from their text: echoes of the task, words across a boundary. */
  readonly unlike: Int32Array;
}

/** @param wanted may contain duplicates */
export function locateTerms(
  corpus: Corpus,
  records: readonly SegmentedRecord[],
  wanted: Int32Array,
  checkpoint: Checkpoint,
): TermLocations {
  const found = intList();
  const flags = uint8s(corpus.vocabulary.size());
  const slotOf = int32s(flags.length);
  for (let at = 0; at < wanted.length; at++) {
    const term = wanted[at] ?? 0;
    if (flags[term] === 1) continue;
    flags[term] = 1;
    slotOf[term] = found.size;
    push(found, term);
  }
  checkpoint();
  const terms = itemsOf(found);
  const places = placesOf(corpus, terms.length, flags, slotOf);
  checkpoint();
  return { slotOf, terms, flags, ...places, unlike: unlikeUnits(corpus, records, checkpoint) };
}

function placesOf(
  { terms, unitFrom, ownTo }: Corpus,
  count: number,
  flags: Uint8Array,
  slotOf: Int32Array,
): Pick<TermLocations, "slots" | "slotsFrom"> {
  const lastIn = int32s(count).fill(-1);
  const slots = intList(PLACES_EXPECTED);
  const slotsFrom = int32s(ownTo.length + 1);
  let unit = 0;
  for (let at = nextFlagged(terms, flags, 0); at < terms.length; at = nextFlagged(terms, flags, at + 1)) {
    while ((unitFrom[unit + 1] ?? terms.length) <= at) slotsFrom[++unit] = slots.size;
    const slot = slotOf[terms[at] ?? 0] ?? 0;
    if (at >= (ownTo[unit] ?? 0) || lastIn[slot] === unit) continue;
    lastIn[slot] = unit;
    push(slots, slot);
  }
  slotsFrom.fill(slots.size, unit + 1);
  return { slots: itemsOf(slots), slotsFrom };
}

function unlikeUnits({ echoes }: Corpus, records: readonly SegmentedRecord[], checkpoint: Checkpoint): Int32Array {
  const unlike = intList();
  let place = 0;
  for (const { units, readable } of records) {
    checkpoint();
    for (let unit = 0; unit < units.length; unit++) {
      const continues = unit + 1 < units.length && isWordAcross(readable, units[unit]?.end ?? 0);
      if (continues || echoes.has(place)) push(unlike, place);
      place++;
    }
  }
  return itemsOf(unlike);
}

/** The part of a record that is sent. */
export type Sent = Pick<Excerpt, "record" | "text" | "pieces" | "marks">;

/** Shared by the many small records that match nothing. Must stay empty. */
const NONE: number[] = [];

/** The state of a search through the excerpts. */
interface Search {
  readonly corpus: Corpus;
  readonly locations: TermLocations;
  /** By slot: the last excerpt in which the term was found. */
  readonly lastIn: Int32Array;
  readonly checkpoint: Checkpoint;
  excerpt: number;
  found: number[];
}

/** The corpus, and the terms of each record's title. */
interface Searched {
  readonly corpus: Corpus;
  readonly titleTerms: () => (title: string | null) => Int32Array;
}

/** For each excerpt its wanted terms, each once. */
export type SentTerms = readonly (readonly number[])[];

export function sentTerms(
  { corpus, titleTerms }: Searched,
  locations: TermLocations,
  all: readonly Sent[],
  checkpoint: Checkpoint,
): SentTerms {
  const search: Search = {
    corpus,
    locations,
    lastIn: int32s(locations.terms.length),
    checkpoint,
    excerpt: 0,
    found: [],
  };
  const termsOfTitle = titleTerms();
  return all.map((sent) => {
    checkpoint();
    search.excerpt += 1;
    search.found = NONE;
    if (sent.pieces.length === 0) addText(search, sent.text, 0, sent.text.length);
    for (const piece of sent.pieces) addPiece(search, sent.record, piece);
    if (sent.marks !== "") addText(search, sent.marks, 0, sent.marks.length);
    addTerms(search, termsOfTitle(sent.record.source.title));
    return search.found;
  });
}

function addPiece(search: Search, record: ScoredRecord, piece: Piece): void {
  const { unlike } = search.locations;
  const first = record.firstUnit + piece.first;
  const last = record.firstUnit + piece.last;
  const end = record.units[piece.last]?.end ?? 0;
  const isCut = piece.end < end && !isBlank(record.readable, piece.end, end);
  const nextUnlike = unlike[placeFrom(unlike, first)] ?? Number.POSITIVE_INFINITY;
  if (isCut || nextUnlike <= last) addUnlike(search, record, piece, isCut);
  else addUnits(search, first, last);
}

/** Adds the units one by one. Neighbours that share a word are read together. */
function addUnlike(search: Search, { units, readable, firstUnit }: ScoredRecord, piece: Piece, isCut: boolean): void {
  for (let unit = piece.first; unit <= piece.last; unit++) {
    const from = unit;
    while (unit < piece.last && isWordAcross(readable, units[unit]?.end ?? 0)) unit++;
    const isCutHere = isCut && unit === piece.last;
    const place = firstUnit + unit;
    if (from === unit && !isCutHere && !search.corpus.echoes.has(place)) addUnits(search, place, place);
    else addText(search, readable, units[from]?.start ?? 0, isCutHere ? piece.end : (units[unit]?.end ?? 0));
  }
}

function addUnits(search: Search, first: number, last: number): void {
  const { slots, slotsFrom } = search.locations;
  const end = slotsFrom[last + 1] ?? 0;
  for (let at = slotsFrom[first] ?? 0; at < end; at++) add(search, slots[at] ?? 0);
}

function addText(search: Search, text: string, from: number, to: number): void {
  addTerms(search, search.corpus.vocabulary.termsIn(text.slice(from, to), search.checkpoint));
}

function addTerms(search: Search, terms: Int32Array): void {
  const { flags, slotOf } = search.locations;
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] ?? 0;
    // A term that occurs only in marks has no flag: the vocabulary got it after the flags were made.
    if (flags[term] === 1) add(search, slotOf[term] ?? 0);
  }
}

function add(search: Search, slot: number): void {
  const { locations, lastIn, excerpt } = search;
  if (lastIn[slot] === excerpt) return;
  lastIn[slot] = excerpt;
  if (search.found === NONE) search.found = [];
  search.found.push(locations.terms[slot] ?? 0);
}

/** For a record without a title. */
const NO_TITLE_TERMS = new Int32Array(0);

export function titleTerms(vocabulary: Vocabulary): (title: string | null) => Int32Array {
  const known = new Map<string, Int32Array>();
  return (title) => {
    if (title === null) return NO_TITLE_TERMS;
    const before = known.get(title);
    if (before !== undefined) return before;
    const terms = vocabulary.termsIn(title);
    known.set(title, terms);
    return terms;
  };
}
