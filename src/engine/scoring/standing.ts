// What a record is worth before a single word matches: a tool's name, a user's instruction.
// In: the analysed request. Out: what each unit gains, as shares of the best score. Must stay small enough that
// words decide between records that say something.
import { float64s } from "../../text/slab.ts";
import type { Analysed } from "../analyse.ts";
import { schemaHead } from "../index/fields.ts";
import type { SegmentedRecord } from "../model.ts";
import { NO_GAIN, type UnitParts } from "./unit-parts.ts";

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

export function addStanding(analysed: Analysed, best: number, settings: StandingSettings, parts: UnitParts): void {
  const { records, corpus, shape } = analysed;
  const units = corpus.blockOf.length;
  const hasSchemas = records.some(({ source }) => source.kind === "tool_schema");
  parts.set("head", hasSchemas ? headScores(records, units, settings.schemaHead * best) : NO_GAIN);
  parts.set("instruction", shape.trace ? instructionScores(analysed, settings, best) : NO_GAIN);
}

function headScores(records: readonly SegmentedRecord[], units: number, gain: number): Float64Array {
  const gained = float64s(units);
  let at = 0;
  for (const record of records) {
    const headEnd = schemaHead(record).length;
    for (const { start } of record.units) {
      if (start < headEnd) gained[at] = gain;
      at += 1;
    }
  }
  return gained;
}

function instructionScores({ records, corpus }: Analysed, settings: StandingSettings, best: number): Float64Array {
  const gains = instructionGains(records, settings);
  const gained = float64s(corpus.recordOf.length);
  for (let unit = 0; unit < gained.length; unit += 1) gained[unit] = (gains[corpus.recordOf[unit] ?? 0] ?? 0) * best;
  return gained;
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
