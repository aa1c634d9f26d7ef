// Which of the terms that are asked for stand in what is sent? In: where they stand, excerpts. Out: for each excerpt
// those of them that it holds, each once.
// The units that an excerpt keeps were read when the records were: read anew are marks, what cuts a word or a unit, and
// units without terms of their own. Must say what reading the excerpt's text would.
import type { Checkpoint } from "../../text/checkpoint.ts";
import { placeFrom } from "../../text/int-list.ts";
import { isBlank } from "../../text/offsets.ts";
import { int32s } from "../../text/slab.ts";
import { isWordAcross } from "../../text/words.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Excerpt, Piece, ScoredRecord } from "../model.ts";
import type { AskedTerms } from "./asked-terms.ts";

/** What is sent of a record. */
export type Sent = Pick<Excerpt, "record" | "text" | "pieces" | "marks">;

/** Of the many small records that hold nothing; must stay empty. */
const NONE: number[] = [];

/** What is found, in one excerpt after the other. */
interface Search {
  readonly corpus: Corpus;
  readonly asked: AskedTerms;
  /** By slot the number of the excerpt that was last found to hold the term. */
  readonly lastIn: Int32Array;
  readonly checkpoint: Checkpoint;
  excerpt: number;
  found: number[];
}

/** Of each excerpt the asked terms that it holds, each once. */
export type SentTerms = readonly (readonly number[])[];

export function sentTerms(
  { corpus, titleTerms }: Pick<Analysed, "corpus" | "titleTerms">,
  asked: AskedTerms,
  all: readonly Sent[],
  checkpoint: Checkpoint,
): SentTerms {
  const search: Search = { corpus, asked, lastIn: int32s(asked.terms.length), checkpoint, excerpt: 0, found: [] };
  return all.map((sent) => {
    checkpoint();
    search.excerpt += 1;
    search.found = NONE;
    if (sent.pieces.length === 0) addText(search, sent.text, 0, sent.text.length);
    for (const piece of sent.pieces) addPiece(search, sent.record, piece);
    if (sent.marks !== "") addText(search, sent.marks, 0, sent.marks.length);
    addTerms(search, titleTerms(sent.record.source));
    return search.found;
  });
}

function addPiece(search: Search, record: ScoredRecord, piece: Piece): void {
  const { unlike } = search.asked;
  const first = record.firstUnit + piece.first;
  const last = record.firstUnit + piece.last;
  const end = record.units[piece.last]?.end ?? 0;
  const isCut = piece.end < end && !isBlank(record.source.text, piece.end, end);
  const nextUnlike = unlike[placeFrom(unlike, first)] ?? Number.POSITIVE_INFINITY;
  if (isCut || nextUnlike <= last) addUnlike(search, record, piece, isCut);
  else addUnits(search, first, last);
}

/** Unit by unit; neighbours with a word across what parts them are read together. */
function addUnlike(search: Search, { units, source, firstUnit }: ScoredRecord, piece: Piece, isCut: boolean): void {
  for (let unit = piece.first; unit <= piece.last; unit++) {
    const from = unit;
    while (unit < piece.last && isWordAcross(source.text, units[unit]?.end ?? 0)) unit++;
    const isCutHere = isCut && unit === piece.last;
    const place = firstUnit + unit;
    if (from === unit && !isCutHere && !search.corpus.echoes.has(place)) addUnits(search, place, place);
    else addText(search, source.text, units[from]?.start ?? 0, isCutHere ? piece.end : (units[unit]?.end ?? 0));
  }
}

function addUnits(search: Search, first: number, last: number): void {
  const { slots, slotsFrom } = search.asked;
  const end = slotsFrom[last + 1] ?? 0;
  for (let at = slotsFrom[first] ?? 0; at < end; at++) add(search, slots[at] ?? 0);
}

function addText(search: Search, text: string, from: number, to: number): void {
  addTerms(search, search.corpus.vocabulary.termsIn(text.slice(from, to), search.checkpoint));
}

function addTerms(search: Search, terms: Int32Array): void {
  const { flags, slotOf } = search.asked;
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] ?? 0;
    // What stands in marks alone has come after these flags.
    if (flags[term] === 1) add(search, slotOf[term] ?? 0);
  }
}

function add(search: Search, slot: number): void {
  const { asked, lastIn, excerpt } = search;
  if (lastIn[slot] === excerpt) return;
  lastIn[slot] = excerpt;
  if (search.found === NONE) search.found = [];
  search.found.push(asked.terms[slot] ?? 0);
}
