// How much of a label's evidence is sent.
// In: a label, and an answer or a text. Out: counts, and the passages that are missing. White space does not count.
// Apart from that, a passage must be in the text word for word.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { oneLine } from "../report/markup.ts";

/** What a selection should keep. The first list that is not empty counts. */
export interface Gold {
  /** Passages of the records. */
  readonly evidence: readonly string[];
  /** Strings that must be in the prompt. */
  readonly answers: readonly string[];
  /** Records that must be sent at least in part. */
  readonly recordIds: readonly string[];
}

export interface EvidenceKept {
  readonly kept: number;
  readonly of: number;
  /** The beginnings of the first passages that are not sent. */
  readonly missed: readonly string[];
}

/** Bounds for each request, so that a hundred thousand of them fit into memory. */
const MISSED_MAX = 3;
const MISSED_CHARACTERS_MAX = 160;

export function evidenceKept(gold: Gold, request: ContextRequest, response: ContextResponse): EvidenceKept {
  const passages = passagesOf(gold);
  if (passages.length > 0) {
    const sent = folded(response.renderedContext);
    return counted(passages, (passage) => holds(sent, passage));
  }
  const there = response.fallbackUsed
    ? new Set(request.records.map(({ id }) => id))
    : new Set(response.selected.map(({ recordId }) => recordId));
  return counted(gold.recordIds, (id) => there.has(id));
}

/** @returns the share of the labelled passages in a text; null if the label names only records */
export function shareInText(gold: Gold, text: string): number | null {
  const passages = passagesOf(gold);
  if (passages.length === 0) return null;
  const sent = folded(text);
  return passages.filter((passage) => holds(sent, passage)).length / passages.length;
}

function passagesOf({ evidence, answers }: Gold): readonly string[] {
  return evidence.length > 0 ? evidence : answers;
}

function counted(wanted: readonly string[], isSent: (one: string) => boolean): EvidenceKept {
  const missed = wanted.filter((one) => !isSent(one));
  return {
    kept: wanted.length - missed.length,
    of: wanted.length,
    missed: missed.slice(0, MISSED_MAX).map((one) => oneLine(one, MISSED_CHARACTERS_MAX)),
  };
}

/**
 * Whether a passage is sent. Selection may cut it between its lines, so it is enough if each line is there.
 * @param sent with its white space folded
 */
export function holds(sent: string, passage: string): boolean {
  if (sent.includes(folded(passage))) return true;
  const lines = passage.split("\n").map(folded).filter(Boolean);
  return lines.length > 1 && lines.every((line) => sent.includes(line));
}

/** Runs of white space as one space. */
export function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
