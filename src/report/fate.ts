// Why a record is not in a selection, read off the engine's own ranking: what no score by itself can tell.
// In: what was prepared and what was selected. Out: for each record that is not sent, the first thing that kept it out.
import type { Selection } from "../engine/model.ts";
import { distinctUnits, sendersOf } from "../engine/packing/duplicates.ts";
import type { Prepared } from "../engine/select.ts";

export type Fate =
  /** Nothing in it matches the task. */
  | { readonly because: "no_match" }
  /** The record at `by` has the very same text and is sent instead. */
  | { readonly because: "repeated"; readonly by: number }
  /** What matches best in it stands in other records, too, and counts there. */
  | { readonly because: "copied" }
  /** What matches in it ranks so far below the best that no budget is spent on it. */
  | { readonly because: "weak" }
  /** As many records are sent as the request allows. */
  | { readonly because: "record_cap"; readonly max: number }
  /** When its best piece had its turn, too little of the budget was left. Places count from 1. */
  | { readonly because: "no_room"; readonly place: number; readonly of: number; readonly tokens: number };

/** By position, for every usable record that the selection leaves out. */
export function fatesOf(
  { ranked }: Prepared,
  { excerpts }: Selection,
  maxRecords: number | null,
): ReadonlyMap<number, Fate> {
  const { records, table, order } = ranked;
  const sent = new Set(excerpts.map(({ record }) => record.position));
  const capped = maxRecords !== null && excerpts.length >= maxRecords ? maxRecords : null;
  const senders = sendersOf(records);
  const bestPlaces = new Map<number, number>();
  for (const [place, id] of order.entries()) {
    const owner = table.owners[id] ?? 0;
    if (!bestPlaces.has(owner)) bestPlaces.set(owner, place);
  }
  const ownBest = ownersOfTheirBest(ranked);
  const fates = new Map<number, Fate>();
  for (const [owner, { position, score }] of records.entries()) {
    if (sent.has(position)) continue;
    const place = bestPlaces.get(owner);
    const sender = senders[owner] ?? owner;
    if (sender !== owner) {
      fates.set(position, { because: "repeated", by: records[sender]?.position ?? position });
    } else if (place !== undefined) {
      const tokens = table.tokens[order[place] ?? 0] ?? 0;
      const noRoom: Fate = { because: "no_room", place: place + 1, of: order.length, tokens };
      fates.set(position, capped === null ? noRoom : { because: "record_cap", max: capped });
    } else if (score > 0) {
      fates.set(position, { because: ownBest.has(owner) ? "weak" : "copied" });
    } else {
      fates.set(position, { because: "no_match" });
    }
  }
  return fates;
}

/** Indices of the records whose best unit stands nowhere else, or is the one that is taken of its copies. */
function ownersOfTheirBest({ records, table }: Prepared["ranked"]): ReadonlySet<number> {
  const scores = records[0]?.unitScores ?? new Float64Array(0);
  const owners = new Set<number>();
  for (const id of distinctUnits(records, table, scores).ids) {
    const owner = table.owners[id] ?? 0;
    if (scores[id] === records[owner]?.score) owners.add(owner);
  }
  return owners;
}
