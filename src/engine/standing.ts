// What a record is worth before a single word matches: a tool's name, a user's instruction.
// In: the analysed request. Out: what each unit gains, as shares of the best score. Must stay small enough that
// words decide between records that say something.
import type { Analysed } from "./analyse.ts";
import type { UnitParts } from "./levels.ts";
import type { SegmentedRecord } from "./model.ts";
import { schemaHead } from "./schema-heads.ts";

export interface StandingSettings {
  /** For the units that name and summarise a tool: a tool the model does not see cannot be called. */
  readonly schemaHead: number;
  /** For a user's short turn in an agent's trace: it says what is wanted. */
  readonly userTurn: number;
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
  for (const record of records) {
    const headEnd = schemaHead(record).length;
    const userTurn = shape.trace && isInstruction(record);
    for (const unit of record.units) {
      if (unit.start < headEnd) head[at] = settings.schemaHead * best;
      if (userTurn) instruction[at] = settings.userTurn * best;
      at += 1;
    }
  }
  parts.set("head", head);
  parts.set("instruction", instruction);
}

function isInstruction({ source }: SegmentedRecord): boolean {
  return source.kind === "user_input" && source.text.length <= USER_TURN_LENGTH_MAX;
}
