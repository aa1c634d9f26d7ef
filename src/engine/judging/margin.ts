// How clear was the cut between what is sent and what is not?
// In: the scored records and a selection. Out: plain shares. Must look at units, not at records: half a record may
// be sent.
import { toCodePoints } from "../../text/code-points.ts";
import type { Excerpt, ScoredRecord, Selection } from "../model.ts";

export interface Margin {
  /** Score of the best unit left out over that of the best unit, 0 to 1. */
  readonly front: number;
  /** Share of all units' score that is sent, 0 to 1. */
  readonly mass: number;
}

export function marginOf(records: readonly ScoredRecord[], selection: Selection): Margin {
  const sent = new Map(selection.excerpts.map((excerpt) => [excerpt.record.position, excerpt]));
  let best = 0;
  let bestLeft = 0;
  let mass = 0;
  let massSent = 0;
  for (const record of records) {
    const excerpt = sent.get(record.position);
    const kept = excerpt === undefined ? null : keptUnits(record, excerpt);
    const { unitScores, firstUnit, units } = record;
    for (let unit = 0; unit < units.length; unit += 1) {
      const score = unitScores[firstUnit + unit] ?? 0;
      const isKept = kept?.[unit] === true;
      best = Math.max(best, score);
      mass += score;
      if (isKept) massSent += score;
      else bestLeft = Math.max(bestLeft, score);
    }
  }
  const share = (part: number, whole: number): number => (whole > 0 ? Math.min(1, part / whole) : 0);
  return { front: share(bestLeft, best), mass: share(massSent, mass) };
}

/** Which units the spans of an excerpt hold; all of them for a re-encoding, which has no spans. */
function keptUnits(record: ScoredRecord, { spans }: Excerpt): readonly boolean[] {
  if (spans.length === 0) return record.units.map(() => true);
  const starts = toCodePoints(
    record.source.text,
    record.units.map(({ start }) => start),
  );
  let span = 0;
  return starts.map((start) => {
    while (span < spans.length && (spans[span]?.end ?? 0) <= start) span += 1;
    return (spans[span]?.start ?? Number.POSITIVE_INFINITY) <= start;
  });
}
