// The nouns of the engine: what comes in, what each stage hands to the next, what goes out. Types alone. Every offset
// is a UTF-16 index into the record's own text unless its name says otherwise.
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

/** One record with every default resolved. Only `text` is content; the rest are signals. */
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

/** What the context must serve. Fields without effect never reach the engine. */
export interface Task {
  readonly prompt: string;
  readonly toolName: string | null;
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
  readonly stepId: string | null;
  readonly outputMode: string | null;
  readonly outputTokenBudget: number | null;
}

/** One rung: what a single selection pass must fit. */
export interface Budget {
  /** Upper bound on the tokens of the whole rendered context. */
  readonly maxTokens: number;
  /** Upper bound on the number of selected records; null for none. */
  readonly maxRecords: number | null;
  /** `hybrid` allows a JSON excerpt to be re-encoded when that saves tokens. */
  readonly renderFormat: "plain" | "hybrid";
}

/** A usable (not blank) record, measured. `position` is its index among the records of the request. */
export interface MeasuredRecord {
  readonly position: number;
  readonly source: SourceRecord;
  readonly scan: TokenScan;
}

/** What scoring and packing know about a type of text. content-types.ts holds one row for each. */
export interface ContentType {
  readonly name: string;
  /** Its units are sentences: a long one says more, while a long row or field is mostly ballast. */
  readonly isRunningText: boolean;
  /** Its units are the turns of a conversation. */
  readonly hasTurns: boolean;
  /** A record of it is no turn of a conversation, however short. */
  readonly isNoTurn: boolean;
  /** The head of a unit says whose text it is: a long element's first fields, who wrote a mail and when. */
  readonly headsSayWhose: boolean;
  /** A tool's answer of this type may repeat the question as one of its values. */
  readonly mayEchoTask: boolean;
  /** It is source code. */
  readonly isCode: boolean;
  /** It shows source code, whatever stands around it. */
  readonly showsCode: boolean;
  /** Its blocks mix topics (events of a log, rules of a handbook): what stands beside a unit says little about it. */
  readonly mixesTopics: boolean;
  /** Its lines follow templates: a line with a rare template is worth more. */
  readonly hasTemplates: boolean;
  /** Output modes, in lower case, whose answers are mostly drawn from this type. */
  readonly outputModes: readonly string[];
}

/** What the units of a record are called in the mark of a gap: `...[112 of 120 rows omitted]`. */
export interface UnitNoun {
  readonly one: string;
  readonly many: string;
  /** Each unit stands for itself, and a block of them is no topic. */
  readonly standsAlone: boolean;
  /** The data often states how many there are, so the first mark states the total too. */
  readonly hasTotal: boolean;
  /** Counted by line breaks in a gap of whole lines. */
  readonly isLine: boolean;
}

/**
 * The smallest piece that is kept or dropped.
 * The units of a record partition its text: the first starts at 0, each starts where the one before it ends, the last
 * ends at the text's end. White space and separators belong to the unit they follow.
 */
export interface Unit {
  readonly start: number;
  readonly end: number;
  /** Index of the block (a run of neighbouring units, about 500 characters) the unit lies in; ascending from 0. */
  readonly block: number;
  /**
   * Index of the passage the unit lies in, ascending from 0: an element of a list whose elements are too long for one
   * unit each, such as a search tool's results. All units of other texts lie in passage 0.
   */
  readonly passage: number;
  /**
   * How many of the record's nouns (rows, lines, ...) begin in the unit, so that the counts of all units add up to what
   * a person would count. 0 for what is none: scaffolding such as `{"rows": [`, a table's header, the later parts of an
   * element that is cut into several units.
   */
  readonly count: number;
  /** A later part of what an earlier unit counts: of an element, an event or a turn that is cut into several units. */
  readonly continues: boolean;
  /** Says only what follows (`Found 3 matches for "x":`): it repeats the question, and is never sent for itself. */
  readonly announces: boolean;
  /** Index of the unit that gives this one its meaning (table header, signature, enclosing key), or -1. */
  readonly head: number;
  /**
   * Words to search by that stand outside the unit's text, at most about 120 characters: a JSON path and the beginning
   * of the element it leads to, headings, signatures, a file's name. A table's header is not repeated: see `head`.
   */
  readonly context: string;
}

export interface SegmentedRecord extends MeasuredRecord {
  readonly type: ContentType;
  readonly noun: UnitNoun;
  readonly units: readonly Unit[];
}

/** The named parts a record's score is the sum of. The strongest one names the reason. */
export type ScoreParts = Readonly<Record<string, number>>;

/** Why a record scores as it does. */
export interface Why {
  readonly parts: ScoreParts;
  /** Read off `parts`: `keyword_and_entity_match`, `title_match`, `bridge:<entity>`, ... */
  readonly reason: string;
  /** Words of the task that the record matches, strongest first; at most eight. */
  readonly matchedTerms: readonly string[];
}

export interface ScoredRecord extends SegmentedRecord {
  /** Its place among the scored records. */
  readonly index: number;
  /** Finite, at least 0; comparable within one response only. */
  readonly score: number;
  /** Read off the scores of a record when asked, which is for the few that are sent. */
  readonly why: (record: ScoredRecord) => Why;
  /** One finite score, at least 0, for each unit of all records: of this one's from number `firstUnit` on. */
  readonly unitScores: Float64Array;
  readonly firstUnit: number;
  /** What tells it from the other records: its title, else its source; "" if neither does. */
  readonly name: string;
  /** Neighbours with the same name share a run: one heading serves all of them. */
  readonly run: number;
}

/** The gate's judgement: does trimming pay here? */
export interface Verdict {
  readonly engaged: boolean;
  /** `engage:<why>` or `standdown:<why>`. */
  readonly reason: string;
  readonly signals: Readonly<Record<string, number>>;
}

/** What of a record is kept. */
export interface PackedRecord {
  readonly record: ScoredRecord;
  /** Ascending unit indices, at least one. */
  readonly kept: readonly number[];
  /** Where the last kept unit is cut short, or null when it is kept to its end. */
  readonly cutAt: number | null;
}

/** A stretch of a record's text that is sent. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** The first and the last unit it holds any text of; the units between two pieces are left out. */
  readonly first: number;
  readonly last: number;
}

/** A kept stretch of the record's text, in Unicode code points of that text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One selected record, ready to be answered and rendered. */
export interface Excerpt {
  readonly record: ScoredRecord;
  readonly text: string;
  /** `plain`, or the name of the re-encoding. */
  readonly format: string;
  /** What `text` holds of the record's, ascending, disjoint; empty for a re-encoding. */
  readonly pieces: readonly Piece[];
  /** What `text` holds beside its pieces: marks, with white space around each. */
  readonly marks: string;
  /** Exact token count of `text`. */
  readonly tokens: number;
  /** Tokens of the record's text that the excerpt leaves out, at least 0. */
  readonly omittedTokens: number;
  readonly inRow: InRow;
}

/** What an excerpt comes to in a rendered text, with its heading above and the separator behind it. */
export interface InRow {
  /** With its line break; "" where there is none. */
  readonly heading: string;
  /** To within a token or so, whatever stands beside it: the same in any order of arrival. */
  readonly tokens: number;
  /** Of these the separator's. */
  readonly separator: number;
  /** Behind a separator the text has the tokens that it has alone. */
  readonly isSureAtStart: boolean;
  /** The separator's tokens are exact before a text that is sure at its start. */
  readonly isSureAtEnd: boolean;
}

/** By index, excerpts of records that are sent whole: each is made once, however many packings hold it. */
export type Wholes = (Excerpt | undefined)[];

/** One pass under one budget. */
export interface Selection {
  /** In arrival order. Empty when nothing could be selected. */
  readonly excerpts: readonly Excerpt[];
  /** The same, best first; equal scores in arrival order. Made when asked, like the text: for the rung that is sent. */
  readonly bestFirst: () => readonly Excerpt[];
  readonly rendered: () => string;
  /** Exact token count of the rendered text, at most the budget. */
  readonly renderedTokens: number;
}

/** Does a selection hold what the task asks for? */
export interface Coverage {
  readonly sufficient: boolean;
  readonly reason: string;
  /** 0 to 1. */
  readonly score: number;
  readonly evidenceShape: string;
  /** Put into words when asked, which is for the rung that is answered, and before the request is released. */
  readonly evidence: () => Evidence;
}

/** What a verdict rests on, as the task writes it. */
export interface Evidence {
  /** What the task asks for, by how it is met: sent, left out though the records hold it, held by none. */
  readonly terms: Readonly<Record<"covered" | "missing" | "absent", readonly string[]>>;
  /** What would repair an insufficient selection; empty for one that suffices. */
  readonly repairReasons: readonly string[];
}

export type StageName = "measure" | "segment" | "analyse" | "score" | "gate" | "pack" | "excerpt" | "render" | "cover";

/** Counts and decisions a stage reports; never text of the caller's. */
export type StageFacts = Readonly<Record<string, number | boolean>>;

/** Runs one stage: a span in production, a timer in benchmarks, a fault in tests, a plain call by default. */
export type Stage = <T>(
  name: StageName,
  work: (checkpoint: Checkpoint) => T,
  facts?: (result: T) => StageFacts,
) => Promise<T>;
