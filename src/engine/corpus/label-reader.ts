// Labels are short and many, and a call of the module that reads words costs more than most of them: so they are read
// many at a time, as lines of one text. No word reaches across a line's end.
// In: labels, record by record. Out: their terms in one flat index, and how much each counts.
import type { Checkpoint } from "../../text/checkpoint.ts";
import { int32s } from "../../text/slab.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";

export interface Labels {
  /** Terms of record `r`'s labels are `terms[from[r]]` up to `terms[from[r + 1]]`. */
  readonly from: Int32Array;
  readonly terms: Int32Array;
  /** How much each of `terms` counts. */
  readonly weights: readonly number[];
}

export interface LabelReader {
  /** A label of the present record. */
  readonly add: (label: string, weight: number) => void;
  readonly endRecord: () => void;
  readonly finish: () => Labels;
}

/** So much is read together, or one line more: a tenth of a millisecond. UTF-16 units; lines, and ends of records. */
const UNITS_TOGETHER = 4096;
const LINES_TOGETHER = 512;

/**
 * @param records how many there will be
 * @param vocabulary with nothing read that was not taken
 */
export function createLabelReader(records: number, vocabulary: Vocabulary, checkpoint: Checkpoint): LabelReader {
  const from = int32s(records + 1);
  const weights: number[] = [];
  let ended = 0;
  const lines: string[] = [];
  const weightOfLine: number[] = [];
  /** How many lines there are by the end of each record that has ended since the last were read. */
  const linesByEnd: number[] = [];
  let units = 0;

  function weigh(read: number, weight: number): void {
    while (weights.length < read) weights.push(weight);
  }

  function readLines(): void {
    checkpoint();
    const before = weights.length;
    const ends = endsOf(lines);
    vocabulary.readEach(`${lines.join("\n")}\n`, 0, ends, 0, 0);
    for (let line = 0; line < ends.length; line += 1) weigh(ends[line] ?? 0, weightOfLine[line] ?? 0);
    for (let at = 0; at < linesByEnd.length; at += 1) from[++ended] = ends[(linesByEnd[at] ?? 0) - 1] ?? before;
    for (const list of [lines, weightOfLine, linesByEnd]) list.length = 0;
    units = 0;
  }

  return {
    add: (label, weight) => {
      if (weight <= 0 || label === "") return;
      if (label.length > UNITS_TOGETHER) {
        readLines();
        weigh(vocabulary.read(label, 0, label.length, checkpoint), weight);
        return;
      }
      lines.push(label);
      weightOfLine.push(weight);
      units += label.length;
      if (units >= UNITS_TOGETHER || lines.length >= LINES_TOGETHER) readLines();
    },
    endRecord: () => {
      linesByEnd.push(lines.length);
      if (linesByEnd.length >= LINES_TOGETHER) readLines();
    },
    finish: () => {
      readLines();
      return { from, terms: vocabulary.take(), weights };
    },
  };
}

/** Where each line ends in the text of all of them, its line feed included. */
function endsOf(lines: readonly string[]): Int32Array {
  const ends = int32s(lines.length);
  let end = 0;
  for (let line = 0; line < ends.length; line += 1) {
    end += (lines[line]?.length ?? 0) + 1;
    ends[line] = end;
  }
  return ends;
}
