// The types of the engine: its input, what each stage passes to the next, and its output. Only types, never code.
// Every offset is a UTF-16 index into the record's own text unless its name says otherwise.
import type { Checkpoint } from "../text/checkpoint.ts";
import type { TokenScan } from "../text/token-scan.ts";

export type RecordKind =
  | "user_input"
  | "llm_response"
  | "tool_call"
  | "tool_result"
  | "external_data"
  | "error"
  | "artifact"
  | "tool_schema";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/** One record with all defaults filled in. Only `text` is content; the rest are signals. */
export interface SourceRecord {
  readonly text: string;
  readonly kind: RecordKind;
  readonly title: string | null;
  readonly source: string | null;
  readonly stepId: string | null;
  readonly importance: number;
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
  readonly attributes: JsonObject;
}

/** The task that the context must serve. Request fields without effect never reach the engine. */
export interface Task {
  readonly prompt: string;
  readonly toolName: string | null;
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
  readonly stepId: string | null;
  readonly outputMode: string | null;
  readonly outputTokenBudget: number | null;
}

/** One rung: the limits of a single selection pass. */
export interface Budget {
  /** Upper bound on the tokens of the whole rendered context. */
  readonly maxContextTokens: number;
  /** Upper bound on the number of selected records; null for none. */
  readonly maxRecords: number | null;
  /** `hybrid` allows a JSON excerpt to be re-encoded when that saves tokens. */
  readonly renderFormat: "plain" | "hybrid";
}

/** A non-blank record with its token counts. `position` is its index among the records of the request. */
export interface MeasuredRecord {
  readonly position: number;
  readonly source: SourceRecord;
  readonly scan: TokenScan;
}

/** How fields are written: `"name": value`, `<name>value</name>`, or cells below a header. */
export type FieldForm = "pairs" | "elements" | "cells";

/** What scoring and packing know about a type of text. content-types.ts has one row for each. */
export interface ContentType {
  readonly name: string;
  /** Its units are sentences or lines of text: a long one says more, while a long row or field is mostly ballast. */
  readonly isRunningText: boolean;
  /** Its units are the turns of a conversation. */
  readonly hasTurns: boolean;
  /** A record of this type is never a turn of a conversation, however short. */
  readonly isNeverTurn: boolean;
  /**
   * The head of a unit names its subject: the first fields of a long element, the author of a mail, a heading. The best
   * units are sent even with a long head.
   */
  readonly headsNameSubject: boolean;
  /** Its texts quote other texts in full, as replies to mails do. */
  readonly quotesOthers: boolean;
  /** A tool result of this type may repeat the question as one of its values. */
  readonly mayEchoTask: boolean;
  /** It is source code. */
  readonly isCode: boolean;
  /** It contains source code, perhaps among other text. */
  readonly showsCode: boolean;
  /** What of its units follows templates: the line, or the message in a row. One with a rare template is worth more. */
  readonly templates: "line" | "message" | null;
  /** How its rows or elements write their fields, whose ids lead to other rows; null if it has none. */
  readonly fieldForm: FieldForm | null;
  /** Output modes, in lower case, whose answers mostly come from this type. */
  readonly outputModes: readonly string[];
}

/** The noun for the units of a record in the mark of a gap: `...[112 of 120 rows omitted]`. */
export interface UnitNoun {
  readonly one: string;
  readonly many: string;
  /** Each unit is independent, and a block of them has no common topic. */
  readonly standsAlone: boolean;
  /** The data often states how many there are, so the first mark also gives the total. */
  readonly hasTotal: boolean;
  /** The units are lines, so a gap of whole lines is counted by its line breaks. */
  readonly isLine: boolean;
}

/**
 * The smallest piece that is kept or dropped.
 * The units of a record partition its text: the first starts at 0, each starts where the previous one ends, and the
 * last ends at the end of the text. White space and separators belong to the unit they follow.
 */
export interface Unit {
  readonly start: number;
  readonly end: number;
  /** Index of the unit's block, a run of neighbouring units of about 500 characters; ascending from 0. */
  readonly block: number;
  /**
   * Index of the unit's passage, ascending from 0. A passage is an element of a list whose elements are too long for
   * one unit each, such as the results of a search tool. In other texts all units are in passage 0.
   */
  readonly passage: number;
  /**
   * How many of the things that the record's noun names (rows, lines, ...) begin in the unit. The counts of all units
   * add up to the count a person would make. 0 for scaffolding such as `{"rows": [`, for a table's header, and for the
   * later parts of an element that is cut into several units.
   */
  readonly count: number;
  /** A later part of an element, event or turn that is cut into several units. An earlier unit counts it. */
  readonly continues: boolean;
  /** It only announces other units, as `Found 3 matches for "x":` does. It is never sent on its own. */
  readonly announces: boolean;
  /**
   * Index of the unit that gives this one its meaning (a table header, signature or enclosing key), or -1. It may be a
   * later unit: in a calendar, the name of an event often follows its date.
   */
  readonly head: number;
  /**
   * Searchable words from outside the unit's text, at most about 120 characters: a JSON path and the beginning of the
   * element it leads to, headings, signatures, a file's name. A table's header is not repeated here: see `head`.
   */
  readonly context: string;
}

export interface SegmentedRecord extends MeasuredRecord {
  /** The caller's title or else the title that the text states in its first line. */
  readonly title: string | null;
  readonly type: ContentType;
  readonly noun: UnitNoun;
  /**
   * The text as readers see it: escape sequences of JSON are decoded, the colours of a terminal are blanked, and blanks
   * make it as long as the text. So every offset is valid in both. Words are read from it; excerpts are cut from the
   * text itself.
   */
  readonly readable: string;
  readonly units: readonly Unit[];
  /** What it is: the caller's kind or, for external data, what its text shows. */
  readonly kind: RecordKind;
}

/** The named parts that add up to a record's score. `scoring/record-scores.ts` derives the reason from them. */
export type ScoreParts = Readonly<Record<string, number>>;

/** Why a record scores as it does. */
export interface Why {
  readonly parts: ScoreParts;
  /** Derived from `parts`: `keyword_and_entity_match`, `title_match`, `bridge:<entity>`, ... */
  readonly reason: string;
  /** At most eight words of the task that the record matches, strongest first. */
  readonly matchedTerms: readonly string[];
}

export interface ScoredRecord extends SegmentedRecord {
  /** Its index among the scored records. */
  readonly index: number;
  /** Finite and at least 0. Comparable only within one response. */
  readonly score: number;
  /**
   * Computed on demand, since only the few records that are sent need it. One function serves all records of a request,
   * because a closure for each would take much of their memory, so it takes the record.
   */
  readonly why: (record: ScoredRecord) => Why;
  /** One finite score of at least 0 for each unit of all records. This record's scores start at `firstUnit`. */
  readonly unitScores: Float64Array;
  readonly firstUnit: number;
  /** The name that distinguishes it from other records: its title, or else its source; "" if neither does. */
  readonly name: string;
  /** Neighbours with the same name share a run, and one heading serves all of them. */
  readonly run: number;
}

/** The gate's decision: does trimming pay off here? */
export interface GateDecision {
  readonly engaged: boolean;
  /** `engage:<why>` or `standdown:<why>`. */
  readonly reason: string;
  readonly signals: Readonly<Record<string, number>>;
}

/** The kept part of a record. */
export interface PackedRecord {
  readonly record: ScoredRecord;
  /** Ascending unit indices, at least one. */
  readonly kept: readonly number[];
  /** Where the last kept unit is cut short, or null if it is kept to its end. */
  readonly cutAt: number | null;
}

/** A stretch of a record's text that is sent. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** The first and last unit that it contains text of. Units between two pieces are left out. */
  readonly first: number;
  readonly last: number;
}

/** A kept stretch of the record's text, in Unicode code points. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One selected record, ready for the answer and for rendering. */
export interface Excerpt {
  readonly record: ScoredRecord;
  readonly text: string;
  /** `plain`, or the name of the re-encoding. */
  readonly format: string;
  /** The parts of the record's text that `text` contains, ascending and disjoint; empty for a re-encoding. */
  readonly pieces: readonly Piece[];
  /** The rest of `text`: its marks, each with the white space around it. */
  readonly marks: string;
  /** Exact token count of `text`. */
  readonly tokens: number;
  /** Tokens of the record's text that the excerpt leaves out, at least 0. */
  readonly omittedTokens: number;
  readonly renderedSize: RenderedSize;
}

/** The size of an excerpt in the rendered text, including its heading and separator. */
export interface RenderedSize {
  /** Includes its line break; "" if there is no heading. */
  readonly heading: string;
  /** Accurate to about one token, and independent of neighbouring texts and thus of arrival order. */
  readonly tokens: number;
  /** The separator's share of `tokens`. */
  readonly separator: number;
  /** After a separator, the text has the same tokens as on its own. */
  readonly isExactAtStart: boolean;
  /** The separator's tokens are exact if the next text has `isExactAtStart`. */
  readonly isExactAtEnd: boolean;
}

/** Excerpts of whole records, by record index. Each is made once and shared by all packings. */
export type WholeExcerpts = (Excerpt | undefined)[];

/** The result of one pass under one budget. */
export interface Selection {
  /** In arrival order. Empty if nothing could be selected. */
  readonly excerpts: readonly Excerpt[];
  /** The same, best first; equal scores in arrival order. Made on demand, like the text, for the rung that is sent. */
  readonly bestFirst: () => readonly Excerpt[];
  readonly rendered: () => string;
  /** Exact token count of the rendered text, at most the budget. */
  readonly renderedTokens: number;
}

/** Does a selection contain what the task asks for? */
export interface Coverage {
  readonly sufficient: boolean;
  readonly reason: string;
  /** 0 to 1. */
  readonly score: number;
  readonly evidenceShape: string;
  /** Made on demand for the answered rung. Must be called before the request is released. */
  readonly evidence: () => Evidence;
}

/** The basis of a verdict, as the task writes it. */
export interface Evidence {
  /** The evidence terms by status: sent, left out although a record contains them, or in no record. */
  readonly terms: Readonly<Record<"covered" | "missing" | "absent", readonly string[]>>;
  /** The gaps of an insufficient selection; empty for a sufficient one. */
  readonly repairReasons: readonly string[];
}

export type StageName = "measure" | "segment" | "analyse" | "score" | "gate" | "pack" | "excerpt" | "render" | "cover";

/** Counts and decisions that a stage reports; never the caller's text. */
export type StageFacts = Readonly<Record<string, number | boolean>>;

/** Runs one stage: a span in production, a timer in benchmarks, a fault in tests, a plain call by default. */
export type Stage = <T>(
  name: StageName,
  work: (checkpoint: Checkpoint) => T,
  facts?: (result: T) => StageFacts,
) => Promise<T>;
