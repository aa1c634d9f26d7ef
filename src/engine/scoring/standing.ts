// What a record is worth before a single word matches: a tool's name, a user's instruction.
// In: the analysed request. Out: what each unit gains, as shares of the best score. Must stay small enough that
// words decide between records that say something.
import type { Analysed } from "../analyse.ts";
import { schemaHead } from "../corpus/schema-heads.ts";
import type { SegmentedRecord } from "../model.ts";
import type { UnitParts } from "./levels.ts";

export interface StandingSettings {
  /** For the units that name and summarise a tool: a tool the model does not see cannot be called. */
  readonly schemaHead: number;
  /** For a user's short turn in an agent's trace: it says what is wanted. */
  readonly userTurn: number;
  /** For the first of these turns, which says what all the work is for. */
  readonly firstUserTurn: number;
  /** For the newest of them. */
  readonly newestUserTurn: number;
}

/** A user's turn longer than this is a document that was pasted. UTF-16 units. */
const USER_TURN_LENGTH_MAX = 400;

export function addStanding(
  { records, corpus, shape }: Analysed,
  best: number,
  settings: StandingSettings,
  parts: UnitParts,
): void {
  const units = corpus.blockOf.length;
  const head = new Float64Array(units);
  const instruction = new Float64Array(units);
  let at = 0;
  const gains = shape.trace ? instructionGains(records, settings) : new Float64Array(records.length);
  for (const [index, record] of records.entries()) {
    const headEnd = schemaHead(record).length;
    for (const unit of record.units) {
      if (unit.start < headEnd) head[at] = settings.schemaHead * best;
      instruction[at] = (gains[index] ?? 0) * best;
      at += 1;
    }
  }
  parts.set("head", head);
  parts.set("instruction", instruction);
}

/** What each record gains as a turn of the user's. */
function instructionGains(
  records: readonly SegmentedRecord[],
  { userTurn, firstUserTurn, newestUserTurn }: StandingSettings,
): Float64Array {
  const gains = Float64Array.from(records, (record) => (isInstruction(record) ? userTurn : 0));
  const newest = records.findLastIndex(isInstruction);
  const first = records.findIndex(isInstruction);
  if (newest >= 0) gains[newest] = newestUserTurn;
  if (first >= 0) gains[first] = firstUserTurn;
  return gains;
}

function isInstruction({ source }: SegmentedRecord): boolean {
  return source.kind === "user_input" && source.text.length <= USER_TURN_LENGTH_MAX;
}
