// The table of content types: how each is recognised and cut, and how scoring and packing treat it.
// No other file compares type names. To add a type, write a cutter in a file of `units/` and add a row here.
import type { ContentType, UnitNoun } from "./model.ts";
import { ELEMENTS, EVENTS, LINES, ROWS, SENTENCES, TURNS } from "./unit-nouns.ts";
import { cutCode, looksLikeCode } from "./units/code/code.ts";
import type { Draft } from "./units/draft.ts";
import { type Origin, opensWith, type Sample, type Signs, sampleOf, shows } from "./units/line-patterns.ts";
import { cutDiff, looksLikeDiff } from "./units/lines/diff.ts";
import { cutEntries } from "./units/lines/entries.ts";
import { entryForm } from "./units/lines/entry-forms.ts";
import { cutLog, looksLikeLog } from "./units/lines/log.ts";
import { cutLines, looksLikeLines } from "./units/lines/outline.ts";
import { areSections } from "./units/lines/settings.ts";
import { cutStackTrace, looksLikeStackTrace, TRACE_SIGNS } from "./units/lines/stack-trace.ts";
import { cutStampedOutput, isStampedOutput } from "./units/lines/stamped.ts";
import { areColumns, areEventRows, cutTable, isHeadedTable, separatorOf } from "./units/lines/table.ts";
import { cutTestOutput, looksLikeTestOutput, TEST_SIGNS } from "./units/lines/test-output.ts";
import { cutDialogue, isTurn, looksLikeDialogue } from "./units/mixed/dialogue.ts";
import { DOCUMENT_SIGNS } from "./units/mixed/document-marks.ts";
import { areDocuments, cutDocuments } from "./units/mixed/documents.ts";
import { cutMarkdown, hasFences, looksLikeMarkdown } from "./units/mixed/markdown.ts";
import { cutScript, looksLikeScript } from "./units/mixed/script.ts";
import { cutSearchResults, looksLikeSearchResults, RESULT_SIGNS } from "./units/mixed/search-results.ts";
import { areSpaceTables, cutSpaceTables } from "./units/mixed/space-tables.ts";
import { cutSqlDump, insertsRows, SQL_OPENING } from "./units/mixed/sql-dump.ts";
import { cutJson, findJson, type JsonPlace } from "./units/nested/json.ts";
import { rowsOf } from "./units/nested/json-rows.ts";
import { cutMarkup, looksLikeMarkup } from "./units/nested/markup.ts";
import { cutIndentedProse } from "./units/prose/indented.ts";
import { cutMail, looksLikeMail, SENDERS } from "./units/prose/mail.ts";

/** A test of whether a text is of a given type. */
interface Test {
  /** The tests of all rows run in ascending order. The first that holds decides. */
  readonly order: number;
  /** The test is skipped for texts with fewer lines. */
  readonly linesMin: number;
  /** Every text of the type has at least one of these signs. The test is skipped for texts without any. */
  readonly signs: Signs | null;
  readonly holds: (sample: Sample, origin: Origin) => boolean;
}

/** Cuts `[draft.at, end)`. `sample` is a sample of that text. Returns the noun for its units. */
type Cut = (draft: Draft, end: number, sample: Sample) => UnitNoun;

interface Row extends Partial<ContentType> {
  readonly outputModes: ContentType["outputModes"];
  readonly tests: readonly Test[];
  readonly cut?: Cut;
}

/** A test for texts of at least two lines. */
function ofLines(order: number, holds: Test["holds"], signs: Signs | null = null): Test {
  return { order, linesMin: 2, signs, holds };
}

function ofAny(order: number, holds: Test["holds"]): Test {
  return { order, linesMin: 0, signs: null, holds };
}

/** A cutter whose units always have the same noun. */
function withNoun(noun: UnitNoun, cut: (draft: Draft, end: number, sample: Sample) => void): Cut {
  return (draft, end, sample) => {
    cut(draft, end, sample);
    return noun;
  };
}

/** True for a text with fences, which is Markdown or a dialogue. A file (`artifact`) with fences may be code. */
function isFenced(sample: Sample, { kind }: Origin): boolean {
  return kind !== "artifact" && hasFences(sample);
}

/** The defaults for a row. */
const NOTHING_SPECIAL: Omit<ContentType, "name" | "outputModes"> = {
  isRunningText: false,
  hasTurns: false,
  isNeverTurn: false,
  headsNameSubject: false,
  quotesOthers: false,
  mayEchoTask: false,
  isCode: false,
  showsCode: false,
  templates: null,
  fieldForm: null,
};

export const TYPES = {
  // `cutByType` recognises and cuts JSON before a sample is taken.
  json: {
    tests: [],
    headsNameSubject: true,
    mayEchoTask: true,
    fieldForm: "pairs",
    outputModes: ["json", "table", "csv"],
  },
  // JSON whose rows are turns of a chat, or events of a log.
  json_chat: {
    tests: [],
    hasTurns: true,
    headsNameSubject: true,
    fieldForm: "pairs",
    outputModes: ["json"],
  },
  json_log: {
    tests: [],
    headsNameSubject: true,
    templates: "message",
    fieldForm: "pairs",
    outputModes: ["json"],
  },
  markup: {
    tests: [ofAny(10, (sample) => opensWith(sample, "<") && looksLikeMarkup(sample))],
    cut: withNoun(ELEMENTS, cutMarkup),
    fieldForm: "elements",
    headsNameSubject: true,
    outputModes: [],
  },
  diff: {
    tests: [ofLines(20, looksLikeDiff, { begins: ["@@", "commit "] })],
    cut: withNoun(LINES, cutDiff),
    headsNameSubject: true,
    showsCode: true,
    outputModes: ["code", "patch", "diff"],
  },
  test_output: {
    tests: [ofLines(30, looksLikeTestOutput, TEST_SIGNS)],
    cut: withNoun(LINES, cutTestOutput),
    templates: "line",
    outputModes: [],
  },
  documents: {
    tests: [
      ofLines(
        38,
        // `areDocuments` reads the whole text, so it is the last of these conditions.
        (sample, { isPart }) => isPart !== true && entryForm(sample) === null && areDocuments(sample),
        DOCUMENT_SIGNS,
      ),
    ],
    cut: (draft, end) => cutDocuments(draft, end, cutDocument),
    isRunningText: true,
    showsCode: true,
    headsNameSubject: true,
    outputModes: [],
  },
  markdown: {
    tests: [
      ofLines(40, (sample, origin) => isFenced(sample, origin) && !looksLikeDialogue(sample)),
      ofLines(140, looksLikeMarkdown),
    ],
    cut: withNoun(SENTENCES, cutMarkdown),
    isRunningText: true,
    outputModes: ["markdown", "text"],
    headsNameSubject: true,
  },
  mail: {
    tests: [ofLines(50, looksLikeMail, { begins: SENDERS, contains: [">  ", "> \t", ">\t"] })],
    cut: withNoun(SENTENCES, cutMail),
    isRunningText: true,
    isNeverTurn: true,
    headsNameSubject: true,
    quotesOthers: true,
    outputModes: [],
  },
  entries: {
    tests: [ofLines(55, (sample) => entryForm(sample) !== null)],
    cut: withNoun(LINES, cutEntries),
    isRunningText: true,
    headsNameSubject: true,
    outputModes: [],
  },
  dialogue: {
    tests: [
      // The test of order 40 takes a fenced text unless it is a dialogue, so one that gets here is a dialogue.
      ofLines(60, (sample, origin) => isFenced(sample, origin) || looksLikeDialogue(sample), {
        contains: [":", "：", "<", "  "],
      }),
      ofAny(130, isTurn),
      ofLines(135, looksLikeScript),
    ],
    cut: withNoun(TURNS, (draft, end, sample) => {
      if (!looksLikeDialogue(sample) && looksLikeScript(sample)) cutScript(draft, end);
      else cutDialogue(draft, end, sample);
    }),
    hasTurns: true,
    outputModes: ["text"],
  },
  log: {
    tests: [ofLines(70, (sample) => !isHeadedTable(sample) && looksLikeLog(sample) && !areSpaceTables(sample))],
    cut: (draft, end, sample) => {
      const isOutput = isStampedOutput(sample);
      (isOutput ? cutStampedOutput : cutLog)(draft, end);
      return isOutput ? LINES : EVENTS;
    },
    templates: "line",
    outputModes: [],
  },
  stack_trace: {
    tests: [ofLines(80, looksLikeStackTrace, TRACE_SIGNS)],
    cut: withNoun(LINES, cutStackTrace),
    outputModes: [],
  },
  search_results: {
    tests: [ofLines(90, looksLikeSearchResults, RESULT_SIGNS)],
    cut: cutSearchResults,
    showsCode: true,
    outputModes: ["code", "patch", "diff"],
  },
  sql_dump: {
    tests: [ofLines(65, (sample) => SQL_OPENING.test(sample.lines[0] ?? "") && insertsRows(sample))],
    cut: withNoun(ROWS, cutSqlDump),
    showsCode: true,
    headsNameSubject: true,
    outputModes: ["table", "csv"],
  },
  // A table whose rows are events of a log.
  event_table: {
    tests: [ofLines(95, areEventRows)],
    cut: withNoun(ROWS, (draft, end, sample) => {
      cutTable(draft, end, { separator: separatorOf(sample) ?? " ", outer: -1 });
    }),
    headsNameSubject: true,
    templates: "line",
    fieldForm: "cells",
    outputModes: ["table", "csv"],
  },
  table: {
    tests: [
      ofLines(100, (sample) => separatorOf(sample) !== null),
      ofLines(105, areSpaceTables),
      ofLines(120, areColumns),
    ],
    cut: withNoun(ROWS, (draft, end, sample) => {
      const separator = separatorOf(sample) ?? " ";
      if (separator === " " && areSpaceTables(sample)) cutSpaceTables(draft, end);
      else cutTable(draft, end, { separator, outer: -1 });
    }),
    headsNameSubject: true,
    fieldForm: "cells",
    outputModes: ["table", "csv"],
  },
  code: {
    tests: [ofLines(110, looksLikeCode)],
    cut: withNoun(LINES, (draft, end) => cutCode(draft, end)),
    isCode: true,
    showsCode: true,
    outputModes: ["code", "patch", "diff"],
  },
  lines: {
    tests: [ofLines(108, areSections, { contains: ["["] }), ofLines(150, looksLikeLines)],
    cut: withNoun(LINES, (draft, end) => cutLines(draft, end)),
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

const TESTS_IN_ORDER = [...TABLE.values()]
  .flatMap(({ tests, cut, type }) => (cut === undefined ? [] : tests.map((test) => ({ ...test, type, cut }))))
  .sort((a, b) => a.order - b.order);

/** What scoring and packing know about a type. */
export function contentType(name: ContentTypeName): ContentType {
  const row = TABLE.get(name);
  if (row === undefined) throw new Error(`no content type is named ${name}`);
  return row.type;
}

/** The type of JSON by what its rows are. */
const JSON_TYPES = { turns: "json_chat", events: "json_log", other: "json" } as const;

export interface TypeAndNoun {
  readonly type: ContentType;
  readonly noun: UnitNoun;
}

/** Recognises the type of the draft's text, whose JSON is at `json`, and cuts all of it. */
export function cutByType(draft: Draft, origin: Origin, json: JsonPlace | null): TypeAndNoun {
  const { text } = draft;
  if (json !== null) {
    const noun = cutJson(draft, text.length, json);
    return { type: contentType(JSON_TYPES[rowsOf(draft) ?? "other"]), noun };
  }
  const sample = sampleOf(text);
  const { type, cut } = recognise(sample, origin);
  return { type, noun: cut(draft, text.length, sample) };
}

/** Recognises the type of a text without cutting it. Does not recognise JSON. */
export function typeOf(text: string, origin: Origin): ContentType {
  return recognise(sampleOf(text), origin).type;
}

/** Cuts one document of a text that holds several. The draft's text is this document alone. */
function cutDocument(draft: Draft, isFile: boolean): { readonly noun: UnitNoun } {
  const origin: Origin = { kind: "external_data", amongTurns: false, isFile, isPart: true };
  return cutByType(draft, origin, findJson(draft.text));
}

/** Finds the type of the text. Reads a bounded sample, and only a text with signs of documents to its end. */
function recognise(sample: Sample, origin: Origin): { readonly type: ContentType; readonly cut: Cut } {
  for (const { linesMin, signs, holds, type, cut } of TESTS_IN_ORDER) {
    if (sample.lines.length < linesMin || (signs !== null && !shows(sample, signs))) continue;
    if (holds(sample, origin)) return { type, cut };
  }
  throw new Error("no test holds");
}

/** The type and noun of a text of bare words that is not a turn. */
export const plainWords: TypeAndNoun = { type: contentType("prose"), noun: SENTENCES };
