// How much of a label's evidence is in what is sent.
// In: a label, a request and its answer. Out: a count. White space does not count; text is looked for as it stands.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";

/** What a selection should keep, by the first of the lists that is not empty. */
export interface Gold {
  /** Passages of the records. */
  readonly evidence: readonly string[];
  /** Strings that the prompt must hold. */
  readonly answers: readonly string[];
  /** Records of which something must be sent. */
  readonly recordIds: readonly string[];
}

export interface EvidenceKept {
  readonly kept: number;
  readonly of: number;
}

export function evidenceKept(gold: Gold, request: ContextRequest, response: ContextResponse): EvidenceKept {
  const passages = gold.evidence.length > 0 ? gold.evidence : gold.answers;
  if (passages.length > 0) {
    const sent = folded(response.renderedContext);
    return { kept: passages.filter((passage) => holds(sent, passage)).length, of: passages.length };
  }
  const there = response.fallbackUsed
    ? new Set(request.records.map(({ id }) => id))
    : new Set(response.selected.map(({ recordId }) => recordId));
  return { kept: gold.recordIds.filter((id) => there.has(id)).length, of: gold.recordIds.length };
}

/** A passage of several lines may be cut between them: each of its lines must be there. */
function holds(sent: string, passage: string): boolean {
  if (sent.includes(folded(passage))) return true;
  const lines = passage.split("\n").map(folded).filter(Boolean);
  return lines.length > 1 && lines.every((line) => sent.includes(line));
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
