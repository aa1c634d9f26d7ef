// Which of some terms stand in what is sent? In: the analysed request, terms, excerpts. Out: for each excerpt those of
// the terms that it holds, each once.
// The units that an excerpt keeps were read when the records were: read anew are marks, what cuts a word or a unit, and
// units without terms of their own. Must say what reading the excerpt's text would.
import type { Checkpoint } from "../../text/checkpoint.ts";
import { giveBack, int32s } from "../../text/slab.ts";
import { isWordAcross } from "../../text/words.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Excerpt, Piece, ScoredRecord } from "../model.ts";

/** What is sent of a record. */
export type Sent = Pick<Excerpt, "record" | "text" | "pieces" | "marks">;

/** What is found, in one excerpt after the other. */
interface Search {
  readonly corpus: Corpus;
  /** For each term 0 when nobody asks for it, else the number of the excerpt that was last found to hold it. */
  readonly lastIn: Int32Array<ArrayBuffer>;
  readonly checkpoint: Checkpoint;
  excerpt: number;
  found: number[];
}

/** Stands for no excerpt at all in `lastIn`. */
const NOT_YET = 1;

/** @param wanted all of the lexicon's */
export function sentTerms(
  { corpus, titleTerms }: Pick<Analysed, "corpus" | "titleTerms">,
  wanted: Iterable<number>,
  all: readonly Sent[],
  checkpoint: Checkpoint,
): readonly (readonly number[])[] {
  const lastIn = int32s(corpus.lexicon.size());
  for (const term of wanted) lastIn[term] = NOT_YET;
  const search: Search = { corpus, lastIn, checkpoint, excerpt: NOT_YET, found: [] };
  const held = all.map((sent) => {
    checkpoint();
    search.excerpt += 1;
    search.found = [];
    if (sent.pieces.length === 0) addText(search, sent.text, 0, sent.text.length);
    for (const piece of sent.pieces) addPiece(search, sent.record, piece);
    if (sent.marks !== "") addText(search, sent.marks, 0, sent.marks.length);
    const titled = titleTerms(sent.record.source);
    for (let at = 0; at < titled.length; at++) add(search, titled[at] ?? 0);
    return search.found;
  });
  giveBack(lastIn);
  return held;
}

/** Neighbouring units with a word across what parts them are read together. */
function addPiece(search: Search, record: ScoredRecord, piece: Piece): void {
  const { text } = record.source;
  for (let unit = piece.first; unit <= piece.last; unit++) {
    const from = unit;
    while (unit < piece.last && isWordAcross(text, record.units[unit]?.end ?? 0)) unit++;
    const end = record.units[unit]?.end ?? 0;
    const isCut = unit === piece.last && text.slice(piece.end, end).trim() !== "";
    const place = record.firstUnit + unit;
    if (from === unit && !isCut && !search.corpus.echoes.has(place)) addUnit(search, place);
    else addText(search, text, record.units[from]?.start ?? 0, isCut ? piece.end : end);
  }
}

function addUnit(search: Search, place: number): void {
  const { terms, unitFrom, ownTo } = search.corpus;
  const end = ownTo[place] ?? 0;
  for (let at = unitFrom[place] ?? 0; at < end; at++) add(search, terms[at] ?? 0);
}

function addText(search: Search, text: string, from: number, to: number): void {
  const terms = search.corpus.lexicon.termsIn(text.slice(from, to), search.checkpoint);
  for (let at = 0; at < terms.length; at++) add(search, terms[at] ?? 0);
}

function add({ lastIn, excerpt, found }: Search, term: number): void {
  const last = lastIn[term] ?? 0;
  if (last === 0 || last === excerpt) return;
  lastIn[term] = excerpt;
  found.push(term);
}
