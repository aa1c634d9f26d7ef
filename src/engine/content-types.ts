// The table of content types: how each is recognised and cut, and how scoring and packing treat it.
// No other file compares type names. To add a type, write a cutter in its own file and add a row here.
import type { ContentType, UnitNoun } from "./model.ts";
import { ELEMENTS, EVENTS, LINES, ROWS, SENTENCES, TURNS } from "./unit-nouns.ts";
import { cutCode, looksLikeCode } from "./units/code/code.ts";
import type { Draft } from "./units/draft.ts";
import { type Origin, type Sample, sampleOf } from "./units/line-patterns.ts";
import { cutDiff, looksLikeDiff } from "./units/lines/diff.ts";
import { cutEntries, looksLikeEntries } from "./units/lines/entries.ts";
import { cutLog, looksLikeLog } from "./units/lines/log.ts";
import { cutLines, looksLikeLines } from "./units/lines/outline.ts";
import { areSections } from "./units/lines/settings.ts";
import { areColumns, areNamedColumns } from "./units/lines/space-columns.ts";
import { cutStackTrace, looksLikeStackTrace } from "./units/lines/stack-trace.ts";
import { cutStampedOutput, isStampedOutput } from "./units/lines/stamped.ts";
import { cutTable, isHeadedTable, tableSeparator } from "./units/lines/table.ts";
import type { Separator } from "./units/lines/table-cells.ts";
import { cutTestOutput, looksLikeTestOutput } from "./units/lines/test-output.ts";
import { cutDialogue, isTurn, looksLikeDialogue } from "./units/mixed/dialogue.ts";
import { cutMarkdown, hasFences, looksLikeMarkdown } from "./units/mixed/markdown.ts";
import { cutSearchResults, looksLikeSearchResults } from "./units/mixed/search-results.ts";
import { cutSqlDump, looksLikeSqlDump } from "./units/mixed/sql-dump.ts";
import { cutJson, findJson } from "./units/nested/json.ts";
import { cutMarkup, looksLikeMarkup } from "./units/nested/markup.ts";
import { cutIndentedProse } from "./units/prose/indented.ts";
import { cutMail, looksLikeMail } from "./units/prose/mail.ts";

/** A test of whether a text is of a given type. */
interface Test {
  /** The tests of all rows run in ascending order. The first that holds decides. */
  readonly order: number;
  /** The test is skipped for texts with fewer lines. */
  readonly linesMin: number;
  readonly holds: (sample: Sample, origin: Origin) => boolean;
}

interface Row extends Partial<ContentType> {
  readonly outputModes: ContentType["outputModes"];
  readonly tests: readonly Test[];
  /** Cuts `[draft.at, end)`. Returns the noun for its units. */
  readonly cut: (draft: Draft, end: number) => UnitNoun;
}

/** A test for texts of at least two lines. */
function ofLines(order: number, holds: Test["holds"]): Test {
  return { order, linesMin: 2, holds };
}

function ofAny(order: number, holds: Test["holds"]): Test {
  return { order, linesMin: 0, holds };
}

/** A cutter whose units always have the same noun. */
function withNoun(noun: UnitNoun, cut: (draft: Draft, end: number) => void): Row["cut"] {
  return (draft, end) => {
    cut(draft, end);
    return noun;
  };
}

/** What separates the cells of a table. Named columns come first, because their cells may hold commas. */
function separatorOf(sample: Sample): Separator | null {
  return areNamedColumns(sample.lines) ? " " : tableSeparator(sample);
}

/** The defaults for a row. */
const NOTHING_SPECIAL: Omit<ContentType, "name" | "outputModes"> = {
  isRunningText: false,
  hasTurns: false,
  isNoTurn: false,
  headsSayWhose: false,
  quotesOthers: false,
  mayEchoTask: false,
  isCode: false,
  showsCode: false,
  mixesTopics: false,
  hasTemplates: false,
  fieldForm: null,
};

export const TYPES = {
  // `findJson` recognises JSON before a sample is taken.
  json: {
    tests: [],
    cut: (draft, end) => cutJson(draft, end, findJson(draft.text) ?? { form: "strict", at: draft.at }),
    headsSayWhose: true,
    mayEchoTask: true,
    fieldForm: "pairs",
    outputModes: ["json", "table", "csv"],
  },
  markup: {
    tests: [ofAny(10, looksLikeMarkup)],
    cut: withNoun(ELEMENTS, cutMarkup),
    fieldForm: "elements",
    headsSayWhose: true,
    outputModes: [],
  },
  diff: {
    tests: [ofLines(20, looksLikeDiff)],
    cut: withNoun(LINES, cutDiff),
    headsSayWhose: true,
    showsCode: true,
    outputModes: ["code", "patch", "diff"],
  },
  test_output: {
    tests: [ofLines(30, looksLikeTestOutput)],
    cut: withNoun(LINES, cutTestOutput),
    hasTemplates: true,
    outputModes: [],
  },
  markdown: {
    tests: [
      ofLines(40, (sample, { kind }) => kind !== "artifact" && hasFences(sample) && !looksLikeDialogue(sample)),
      ofLines(140, looksLikeMarkdown),
    ],
    cut: withNoun(SENTENCES, cutMarkdown),
    isRunningText: true,
    mixesTopics: true,
    outputModes: ["markdown", "text"],
    headsSayWhose: true,
  },
  mail: {
    tests: [ofLines(50, looksLikeMail)],
    cut: withNoun(SENTENCES, cutMail),
    isRunningText: true,
    isNoTurn: true,
    headsSayWhose: true,
    quotesOthers: true,
    outputModes: [],
  },
  entries: {
    tests: [ofLines(55, looksLikeEntries)],
    cut: withNoun(LINES, cutEntries),
    isRunningText: true,
    headsSayWhose: true,
    outputModes: [],
  },
  dialogue: {
    tests: [ofLines(60, looksLikeDialogue), ofAny(130, isTurn)],
    cut: withNoun(TURNS, cutDialogue),
    hasTurns: true,
    outputModes: ["text"],
  },
  log: {
    tests: [ofLines(70, (sample) => looksLikeLog(sample) && !isHeadedTable(sample))],
    cut: (draft, end) => {
      const isOutput = isStampedOutput(sampleOf(draft.text));
      (isOutput ? cutStampedOutput : cutLog)(draft, end);
      return isOutput ? LINES : EVENTS;
    },
    mixesTopics: true,
    hasTemplates: true,
    outputModes: [],
  },
  stack_trace: {
    tests: [ofLines(80, looksLikeStackTrace)],
    cut: withNoun(LINES, cutStackTrace),
    outputModes: [],
  },
  search_results: {
    tests: [ofLines(90, looksLikeSearchResults)],
    cut: cutSearchResults,
    showsCode: true,
    outputModes: ["code", "patch", "diff"],
  },
  sql_dump: {
    tests: [ofLines(65, looksLikeSqlDump)],
    cut: withNoun(ROWS, cutSqlDump),
    showsCode: true,
    headsSayWhose: true,
    outputModes: ["table", "csv"],
  },
  table: {
    tests: [ofLines(100, (sample) => separatorOf(sample) !== null), ofLines(120, ({ lines }) => areColumns(lines))],
    cut: (draft, end) => {
      cutTable(draft, end, { separator: separatorOf(sampleOf(draft.text)) ?? " ", outer: -1 });
      return ROWS;
    },
    headsSayWhose: true,
    fieldForm: "cells",
    outputModes: ["table", "csv"],
  },
  code: {
    tests: [ofLines(110, (sample, { kind }) => looksLikeCode(sample, kind))],
    cut: withNoun(LINES, cutCode),
    isCode: true,
    showsCode: true,
    outputModes: ["code", "patch", "diff"],
  },
  lines: {
    tests: [ofLines(108, ({ lines }) => areSections(lines)), ofLines(150, looksLikeLines)],
    cut: withNoun(LINES, cutLines),
    isRunningText: true,
    outputModes: [],
  },
  prose: {
    tests: [ofAny(160, () => true)],
    cut: withNoun(SENTENCES, cutIndentedProse),
    isRunningText: true,
    outputModes: ["markdown", "text"],
  },
} satisfies Readonly<Record<string, Row>>;

export type ContentTypeName = keyof typeof TYPES;

const TABLE = new Map(
  Object.entries<Row>(TYPES).map(([name, { tests, cut, ...special }]) => {
    return [name, { tests, cut, type: { ...NOTHING_SPECIAL, ...special, name } }] as const;
  }),
);

const QUESTIONS = [...TABLE]
  .flatMap(([name, { tests }]) => tests.map((test) => ({ ...test, name })))
  .sort((a, b) => a.order - b.order);

/** What scoring and packing know about a type. */
export function contentType(name: ContentTypeName): ContentType {
  return rowOf(name).type;
}

/** Recognises the type of the draft's text and cuts all of it. Returns the type and the noun for its units. */
export function cutByType(draft: Draft, origin: Origin): { readonly type: ContentType; readonly noun: UnitNoun } {
  const { text } = draft;
  const { type, cut } = rowOf(findJson(text) === null ? recognise(sampleOf(text), origin) : "json");
  return { type, noun: cut(draft, text.length) };
}

/** Names the type of the text. Reads a bounded sample, so the cost does not grow with the text. */
function recognise(sample: Sample, origin: Origin): string {
  const { length } = sample.lines;
  return QUESTIONS.find(({ linesMin, holds }) => length >= linesMin && holds(sample, origin))?.name ?? "prose";
}

function rowOf(name: string) {
  const row = TABLE.get(name);
  if (row === undefined) throw new Error(`no content type is named ${name}`);
  return row;
}

/** The type and noun of a text of bare words that is not a turn. */
export const plainWords = { type: contentType("prose"), noun: SENTENCES };
