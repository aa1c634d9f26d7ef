// What a call ends in: an answer, or, when no usable one came, the caller's own context and the reason.
import type { WinnowError } from "./errors.ts";
import type { ContextRecord, ContextResponse } from "./gen/shapes.ts";

/** The service answered: with a selection, or with the whole context where trimming would not pay. */
export interface Answered {
  readonly failedOpen: false;
  /** The block to put into the prompt. */
  readonly context: string;
  readonly response: ContextResponse;
  readonly cause: null;
}

/** No usable answer came: `context` holds every record's text whole, in order. */
export interface FailedOpen {
  readonly failedOpen: true;
  readonly context: string;
  readonly response: null;
  readonly cause: WinnowError;
}

export type Selection = Answered | FailedOpen;

/** What the service, too, puts between two records. */
export const recordSeparator = "\n\n";

export function failedOpen(records: readonly ContextRecord[], cause: WinnowError): FailedOpen {
  const context = records.map((record) => record.text).join(recordSeparator);
  return { failedOpen: true, context, response: null, cause };
}
