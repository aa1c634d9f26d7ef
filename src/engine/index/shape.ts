// Decides what kind of collection the records are, by their shape and not only by their labels.
// In: the records. Out: a Shape. Must work for callers who fill in no fields: an unlabelled dialogue is still a
// dialogue.
import type { SegmentedRecord } from "../model.ts";

export interface Shape {
  /** An agent's trace: tool calls with their results, in steps. */
  readonly trace: boolean;
  /** A trace whose results are mostly views of code. */
  readonly coding: boolean;
  /** A long exchange of short turns. */
  readonly dialogue: boolean;
  /** Mostly tool schemas: a set to choose from, not a history. */
  readonly catalogue: boolean;
  /** Mostly source code. */
  readonly code: boolean;
}

/** A shorter exchange is not worth treating as a dialogue. Records. */
const DIALOGUE_TURNS_MIN = 20;

/** A longer text is a document, not a turn. UTF-16 units. */
const TURN_LENGTH_MAX = 1500;

/** At least this share of the records must look like turns. */
const TURN_SHARE_MIN = 0.7;

/** Maximum length of a speaker's name before a colon. UTF-16 units. */
const SPEAKER_LENGTH_MAX = 40;

export function shapeOf(records: readonly SegmentedRecord[]): Shape {
  const tools = records.filter(({ source }) => source.kind === "tool_call" || source.kind === "tool_result").length;
  const turns = records.filter(isTurn).length;
  const steps = records.some(({ source }) => source.stepId !== null);
  const schemas = records.filter(({ source }) => source.kind === "tool_schema").length;
  const catalogue = schemas > records.length / 2;
  const areTurns = records.length >= DIALOGUE_TURNS_MIN && turns >= TURN_SHARE_MIN * records.length;
  const trace = steps && tools > 0 && !catalogue;
  return {
    trace,
    coding: trace && areCode(records),
    catalogue,
    code: records.filter(({ type }) => type.isCode).length > records.length / 2,
    dialogue: !trace && (areTranscripts(records) || areTurns),
  };
}

/** True for a record that holds many turns. */
export function isTranscript({ type, units }: SegmentedRecord): boolean {
  return type.hasTurns && units.length >= DIALOGUE_TURNS_MIN;
}

/** True if most of the text is transcripts. */
function areTranscripts(records: readonly SegmentedRecord[]): boolean {
  const spoken = tokensOf(records.filter(isTranscript));
  return spoken > 0 && spoken >= TURN_SHARE_MIN * tokensOf(records);
}

/** True if most of the tools' results, by tokens, are code. */
function areCode(records: readonly SegmentedRecord[]): boolean {
  const answers = records.filter(({ source }) => source.kind === "tool_result" || source.kind === "error");
  return 2 * tokensOf(answers.filter(({ type }) => type.showsCode)) > tokensOf(answers);
}

function tokensOf(records: readonly SegmentedRecord[]): number {
  return records.reduce((sum, { scan }) => sum + scan.total, 0);
}

function isTurn({ source, type }: SegmentedRecord): boolean {
  if (source.text.length > TURN_LENGTH_MAX || type.isNoTurn) return false;
  return source.kind === "user_input" || source.kind === "llm_response" || hasSpeaker(source.text);
}

/** True if the first line looks like `Name: what was said`. */
function hasSpeaker(text: string): boolean {
  const colon = text.slice(0, SPEAKER_LENGTH_MAX).indexOf(": ");
  if (colon < 1) return false;
  const name = text.slice(0, colon);
  return !name.includes("\n") && name.split(" ").length <= 4 && !/[{}[\]"<>=/\\]/.test(name);
}
