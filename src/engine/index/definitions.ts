// Finds which units of code define each symbol.
// In: segmented records. Out: the numbers of the defining units, by name. Reads each line of code once.
import { lineEnd } from "../../text/characters.ts";
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { SegmentedRecord, Unit } from "../model.ts";
import { contentStart } from "../units/code/code-lines.ts";
import { definedName } from "../units/code/defined-name.ts";

/** Units are numbered across all records and ascend. */
export type Definitions = ReadonlyMap<string, readonly number[]>;

/** Units between two checkpoints: about a millisecond. */
const UNITS_A_TURN = 256;

export function definitionsIn(records: readonly SegmentedRecord[], checkpoint: Checkpoint): Definitions {
  const definitions = new Map<string, number[]>();
  let first = 0;
  for (const { type, source, units } of records) {
    for (const [at, unit] of type.showsCode ? units.entries() : []) {
      if (at % UNITS_A_TURN === 0) checkpoint();
      for (const name of namesDefinedIn(source.text, unit)) {
        const known = definitions.get(name);
        if (known === undefined) definitions.set(name, [first + at]);
        else if (known.at(-1) !== first + at) known.push(first + at);
      }
    }
    first += units.length;
  }
  return definitions;
}

function namesDefinedIn(text: string, { start, end }: Unit): readonly string[] {
  const names: string[] = [];
  for (let from = start; from < end; ) {
    const stop = lineEnd(text, from, end);
    const name = definedName(text, from, contentStart(text, from, stop), stop);
    if (name !== "") names.push(name);
    from = stop;
  }
  return names;
}
