// Counts the tokens of every record, once for a request.
// In: the records of the request. Out: those with text in them, each with its counts and its place.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { scanTokens } from "../text/tokens.ts";
import type { MeasuredRecord, SourceRecord } from "./model.ts";

/** White space alone says nothing: such a record is never selected and never an error. */
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
