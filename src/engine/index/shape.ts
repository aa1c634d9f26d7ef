// Decides what kind of collection the records are, by their shape and not only by their labels. Lists what they hold,
// so that scoring skips the rules that cannot add to a score.
// In: the records. Out: a Shape. Must work for callers who fill in no fields: an unlabelled dialogue is still a
// dialogue.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { SegmentedRecord } from "../model.ts";
import { isDocument, isResult } from "../record-kinds.ts";
import { areTurns } from "../units/mixed/dialogue.ts";
import { speakerAt } from "../units/prose/speaker.ts";
import { statesForeignKey } from "./table-definitions.ts";

export interface Shape {
  /** An agent's trace: tool calls with their results, in steps or in order. */
  readonly trace: boolean;
  /**
   * The pieces that a task needs may follow from each other: tables that are joined, tools that feed each other,
   * results of an agent's calls. They then often share no word with the task.
   */
  readonly chained: boolean;
  /** A trace whose results are mostly views of code. */
  readonly coding: boolean;
  /** A long exchange of short turns. */
  readonly dialogue: boolean;
  /** Mostly tool schemas: a set to choose from, not a history. */
  readonly catalogue: boolean;
  /** Tools or tables to choose from: texts that hold no values and share few words with a task. */
  readonly definitions: boolean;
  /** The documents are mostly source code. */
  readonly code: boolean;
  /** A pool of single facts: many short documents without titles. */
  readonly facts: boolean;
  /** Titled documents, or documents of several passages each: one may name the subject of another. */
  readonly articles: boolean;
  readonly holds: Holdings;
}

/** What the records hold. A rule about anything else would add to no score. */
interface Holdings {
  /** Some record is a tool's schema. */
  readonly schemas: boolean;
  /** Some record contains source code. */
  readonly code: boolean;
  /** The lines of some record follow templates. */
  readonly templates: boolean;
  /** Some record has rows or elements with fields. */
  readonly fields: boolean;
  /** Some record defines a table that refers to another. */
  readonly foreignKeys: boolean;
  /** The number of records whose rows have cells. */
  readonly tables: number;
}

/** A shorter exchange is not worth treating as a dialogue. Records. */
const DIALOGUE_TURNS_MIN = 20;

/** A longer text is a document, not a turn. UTF-16 units. */
const TURN_LENGTH_MAX = 1500;

/** At least this share of the records must look like turns. */
const TURN_SHARE_MIN = 0.7;

export function shapeOf(records: readonly SegmentedRecord[], checkpoint: Checkpoint = unchecked): Shape {
  const tools = records.some(({ kind }) => kind === "tool_call" || kind === "tool_result");
  const inSteps = records.some(({ source }) => source.stepId !== null) || areAnsweredCalls(records);
  const schemas = records.filter(({ kind }) => kind === "tool_schema").length;
  const catalogue = schemas > records.length / 2;
  const trace = inSteps && tools && !catalogue;
  const documents = records.filter(isDocument);
  const foreignKeys = records.some(({ readable }) => {
    checkpoint();
    return statesForeignKey(readable);
  });
  return {
    trace,
    chained: catalogue || foreignKeys || records.filter(({ kind }) => kind === "tool_call").length > 1,
    coding: trace && areCode(records),
    catalogue,
    definitions: catalogue || (foreignKeys && !trace),
    code: documents.filter(({ type }) => type.isCode).length > documents.length / 2,
    dialogue: !trace && (areTranscripts(records) || areMostlyTurns(records)),
    facts: documents.length >= FACTS_MIN && documents.every(isFact),
    articles:
      areTitledArticles(documents) || (!trace && documents.every(({ units }) => (units.at(-1)?.passage ?? 0) > 0)),
    holds: {
      schemas: schemas > 0,
      code: records.some(({ type }) => type.showsCode),
      templates: records.some(({ type }) => type.templates !== null),
      fields: records.some(({ type }) => type.fieldForm !== null),
      foreignKeys,
      tables: records.filter(isTable).length,
    },
  };
}

/**
 * True if tools answer an agent: each result follows a call, a reply or another result, or is the first record. Not
 * every caller numbers steps.
 */
function areAnsweredCalls(records: readonly SegmentedRecord[]): boolean {
  let results = 0;
  for (const [at, record] of records.entries()) {
    if (!isResult(record)) continue;
    const before = records[at - 1];
    if (before !== undefined && !isResult(before) && !isAgents(before)) return false;
    results += 1;
  }
  return results > 0 && records.some(isAgents);
}

function isAgents({ kind }: SegmentedRecord): boolean {
  return kind === "tool_call" || kind === "llm_response";
}

/** True for a record whose rows have cells. */
export function isTable({ type }: SegmentedRecord): boolean {
  return type.fieldForm === "cells";
}

/** With fewer records there is little to choose from, so no chain of facts is needed. */
const FACTS_MIN = 10;

/** A fact is one sentence of at most about this length. Tokens. */
const FACT_TOKENS_MAX = 60;

function isFact({ title, units, scan }: SegmentedRecord): boolean {
  return title === null && units.length === 1 && scan.total <= FACT_TOKENS_MAX;
}

/**
 * True for documents of one kind that all have titles. The title of a log or of a table that a tool returned is often a
 * command or a file, and names no subject.
 */
export function areTitledArticles(documents: readonly SegmentedRecord[]): boolean {
  const kind = documents[0]?.kind;
  const prose = documents.filter(({ type }) => type.isRunningText).length;
  return (
    (kind === "external_data" || 2 * prose > documents.length) &&
    documents.every((document) => document.kind === kind && hasTitle(document))
  );
}

function hasTitle({ title }: SegmentedRecord): boolean {
  return title !== null;
}

/** True if most of the text is in transcripts that have enough turns together. One session may have only two. */
function areTranscripts(records: readonly SegmentedRecord[]): boolean {
  const spoken = records.filter(({ type }) => type.hasTurns);
  const turns = spoken.reduce((sum, { units }) => units.reduce((more, { count }) => more + count, sum), 0);
  return turns >= DIALOGUE_TURNS_MIN && tokensOf(spoken) >= TURN_SHARE_MIN * tokensOf(records);
}

/** True if most of the tools' results, by tokens, are code. */
function areCode(records: readonly SegmentedRecord[]): boolean {
  const answers = records.filter(isResult);
  return 2 * tokensOf(answers.filter(({ type }) => type.showsCode)) > tokensOf(answers);
}

function tokensOf(records: readonly SegmentedRecord[]): number {
  return records.reduce((sum, { scan }) => sum + scan.total, 0);
}

/**
 * True if most records are turns: by their kind, or by speakers who return, in their texts or as their titles.
 * `Title: ...` above articles is not a speaker.
 */
function areMostlyTurns(records: readonly SegmentedRecord[]): boolean {
  if (records.length < DIALOGUE_TURNS_MIN) return false;
  const short = records.filter(({ source, type }) => source.text.length <= TURN_LENGTH_MAX && !type.isNeverTurn);
  if (haveSpeakersAsTitles(records)) return short.length >= TURN_SHARE_MIN * records.length;
  const others = short.filter(({ kind }) => kind !== "user_input" && kind !== "llm_response");
  const texts = others.map(({ source }) => source.text);
  const named = areTurns(texts) ? texts.filter((text) => speakerAt(text, 0, text.length) !== null).length : 0;
  return short.length - others.length + named >= TURN_SHARE_MIN * records.length;
}

/** A speaker has at least this many turns on average. */
const TURNS_OF_SPEAKER_MIN = 8;

/** At least this share of the turns follow one of another speaker. */
const CHANGES_SHARE_MIN = 0.3;

/** Passages of an article share a title too, but in a meeting this share of the turns are replies like `Mm-hmm.` */
const REPLY_SHARE_MIN = 0.15;

/** A longer text is not a short reply. UTF-16 units. */
const REPLY_LENGTH_MAX = 40;

function haveSpeakersAsTitles(records: readonly SegmentedRecord[]): boolean {
  if (!records.every(hasTitle)) return false;
  const titles = records.map(({ title }) => title);
  const changes = titles.filter((title, at) => at > 0 && title !== titles[at - 1]).length;
  const replies = records.filter(({ source }) => source.text.length <= REPLY_LENGTH_MAX).length;
  return (
    TURNS_OF_SPEAKER_MIN * new Set(titles).size <= records.length &&
    changes >= CHANGES_SHARE_MIN * records.length &&
    replies >= REPLY_SHARE_MIN * records.length
  );
}
