// What a record is worth before a single word matches: a tool's name, a user's instruction, the newest step.
// In: the records and their shape. Out: what each unit gains, as shares of the best score. Must stay small enough that
// words decide between records that say something.
import type { Analysed } from "./analyse.ts";
import type { UnitParts } from "./levels.ts";
import type { SegmentedRecord } from "./model.ts";
import { schemaHead } from "./schema-heads.ts";
import type { Shape } from "./shape.ts";

export interface StandingSettings {
  /** For the units that name and summarise a tool: a tool the model does not see cannot be called. */
  readonly schemaHead: number;
  /** For a user's short turn in an agent's trace: it says what is wanted. */
  readonly userTurn: number;
  /** For the newest look at code in a trace: what is edited next is what was opened last. */
  readonly newestCode: number;
}

/** A user's turn longer than this is a document that was pasted. UTF-16 units. */
const USER_TURN_LENGTH_MAX = 400;

export function addStanding(
  { records, corpus }: Analysed,
  shape: Shape,
  best: number,
  settings: StandingSettings,
  parts: UnitParts,
): void {
  const units = corpus.blockOf.length;
  const head = new Float64Array(units);
  const instruction = new Float64Array(units);
  const newest = new Float64Array(units);
  const last = shape.trace ? records.findLastIndex(showsCode) : -1;
  let at = 0;
  for (const [index, record] of records.entries()) {
    const headEnd = schemaHead(record).length;
    const userTurn = shape.trace && isInstruction(record);
    for (const unit of record.units) {
      if (unit.start < headEnd) head[at] = settings.schemaHead * best;
      if (userTurn) instruction[at] = settings.userTurn * best;
      if (index === last) newest[at] = settings.newestCode * best;
      at += 1;
    }
  }
  parts.set("head", head);
  parts.set("instruction", instruction);
  parts.set("newest", newest);
}

function isInstruction({ source }: SegmentedRecord): boolean {
  return source.kind === "user_input" && source.text.length <= USER_TURN_LENGTH_MAX;
}

function showsCode({ source, type }: SegmentedRecord): boolean {
  return type === "code" && (source.kind === "tool_result" || source.kind === "error");
}
