// Handmade selections in the form of a service's answers.
import { verifiedAnswer } from "../src/answer.ts";
import type { ContextRecord, Selection } from "../src/client.ts";
import { EmptySelectionError } from "../src/errors.ts";
import { failOpen } from "../src/select.ts";
import { leastAnswer } from "./faulty-server.ts";

/** @param excerpts by record id; a record that is not named is not selected */
export function selecting(excerpts: Readonly<Record<string, string>>): Selection {
  const selected = Object.entries(excerpts).map(([record_id, excerpt]) => ({ record_id, excerpt }));
  const response = verifiedAnswer({ ...leastAnswer, selected }, leastAnswer.request_id);
  return { failedOpen: false, context: response.rendered_context, response, cause: null };
}

export function standingDown(): Selection {
  const response = verifiedAnswer({ ...leastAnswer, fallback_used: true }, leastAnswer.request_id);
  return { failedOpen: false, context: response.rendered_context, response, cause: null };
}

export function failing(records: readonly ContextRecord[]): Selection {
  return failOpen({ records }, new EmptySelectionError("nothing"));
}
