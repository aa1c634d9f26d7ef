// Counts the tokens of every record, once per request.
// In: the records of the request. Out: the non-blank ones, each with its token counts and position.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { scanTokens } from "../text/tokens.ts";
import type { MeasuredRecord, SourceRecord } from "./model.ts";

/** A record of only white space is never selected and never an error. */
export function isUsable(text: string): boolean {
  return text.trim() !== "";
}

export function measure(
  records: readonly SourceRecord[],
  checkpoint: Checkpoint = unchecked,
): readonly MeasuredRecord[] {
  const measured: MeasuredRecord[] = [];
  records.forEach((source, position) => {
    checkpoint();
    if (isUsable(source.text)) measured.push({ position, source, scan: scanTokens(source.text, checkpoint) });
  });
  return measured;
}
