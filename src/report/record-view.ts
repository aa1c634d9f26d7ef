// What the report shows of one record, put together from the request, the answer and what the engine knows.
// In: the three of them. Out: one view a record, in order of arrival.
import type { ContextRecord, ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { isUsable } from "../engine/measure.ts";
import type { Span, Why } from "../engine/model.ts";
import { engineKind } from "../service/request.ts";
import { countTokens } from "../text/tokens.ts";
import type { Fate, Insight } from "./insight.ts";
import { html, type Markup, oneLine } from "./markup.ts";

export type State = "whole" | "cut" | "dropped" | "blank";

export interface RecordView {
  readonly position: number;
  readonly name: string;
  readonly kind: string;
  readonly source: string | null;
  readonly text: string;
  readonly state: State;
  readonly tokens: number;
  readonly sentTokens: number;
  /** What is sent of the text, in code points. */
  readonly spans: readonly Span[];
  /** What is sent instead of the text's own pieces, and the name of the form; null for pieces. */
  readonly recoded: { readonly format: string; readonly text: string } | null;
  /** 1 for the best of those selected; null for the others. */
  readonly rank: number | null;
  /** Why it is not sent; null for what is sent and where the engine has nothing to say. */
  readonly fate: Fate | null;
  /** The budget in tokens from which on it would be sent; null for what is sent and where no budget is known. */
  readonly sentFrom: number | null;
  /** Words of the task that it holds, strongest first. */
  readonly matched: readonly string[];
  /** null where the engine did not score the record. */
  readonly scored: { readonly score: number; readonly reason: string; readonly parts: readonly Part[] } | null;
}

export type Part = readonly [name: string, value: number];

/** A longer name is shortened: it heads a record in one line. */
const NAME_CHARACTERS_MAX = 90;

export function recordViews(
  request: ContextRequest,
  response: ContextResponse,
  insight: Insight | null,
): readonly RecordView[] {
  const selected = new Map(response.selected.map((record, index) => [record.position, { record, rank: index + 1 }]));
  return request.records.map((record, position) => {
    const text = record.text ?? "";
    const known = insight?.records.get(position);
    const knownWhy = known?.why(known);
    const tokens = known?.scan.total ?? countTokens(text);
    const chosen = selected.get(position);
    const common = {
      position,
      name: recordName(record, position, NAME_CHARACTERS_MAX),
      kind: engineKind(record.kind) ?? "unknown",
      source: record.source === undefined ? null : oneLine(record.source, NAME_CHARACTERS_MAX),
      text,
      tokens,
      recoded: null,
      rank: chosen?.rank ?? null,
      fate: chosen === undefined ? (insight?.fates.get(position) ?? null) : null,
      sentFrom: insight?.sentFrom.get(position) ?? null,
      matched: chosen?.record.matchedTerms ?? knownWhy?.matchedTerms ?? [],
      scored: known === undefined || knownWhy === undefined ? null : scoredView(known.score, knownWhy),
    };
    if (!isUsable(text)) return { ...common, state: "blank", sentTokens: 0, spans: [] };
    if (response.fallbackUsed) {
      return { ...common, state: "whole", sentTokens: tokens, spans: [{ start: 0, end: text.length }] };
    }
    if (chosen === undefined) return { ...common, state: "dropped", sentTokens: 0, spans: [] };
    const { score, reason, scoreParts, excerptFormat, excerpt, spans, omittedTokens, selectedTokens } = chosen.record;
    return {
      ...common,
      state: omittedTokens === 0 ? "whole" : "cut",
      sentTokens: selectedTokens,
      spans,
      recoded: excerptFormat === "plain" ? null : { format: excerptFormat, text: excerpt },
      scored: scoredView(score, { reason, parts: scoreParts }),
    };
  });
}

/** A score and why, with the parts that weigh anything, heaviest first. */
function scoredView(score: number, { reason, parts }: Pick<Why, "reason" | "parts">) {
  const weighty = Object.entries(parts).filter(([, value]) => value !== 0);
  return { score, reason, parts: weighty.sort(([, one], [, other]) => other - one) };
}

/** Its title or id, on one line and without what hides; else its place. */
export function recordName(record: ContextRecord | undefined, position: number, charactersMax: number): string {
  const [name = ""] = [record?.title, record?.id]
    .map((text) => oneLine(text ?? "", charactersMax))
    .filter((text) => text !== "");
  return name === "" ? `records[${position}]` : name;
}

/** Records that a browser scrolls through, filters and searches without effort. */
export const LISTED_MAX = 2_000;

/** The sent ones go first, then the best scores, then the first to arrive. */
export function listedOf(records: readonly RecordView[]): ReadonlySet<number> {
  const ahead = (one: RecordView, other: RecordView): number =>
    sentFirst(one) - sentFirst(other) || scoreOf(other) - scoreOf(one) || one.position - other.position;
  const listed = records.length <= LISTED_MAX ? records : records.toSorted(ahead).slice(0, LISTED_MAX);
  return new Set(listed.map(({ position }) => position));
}

/** Leads to a record where it is listed, else says its name. */
export function linkTo(position: number, name: string, listed: ReadonlySet<number>): Markup | string {
  return listed.has(position) ? html`<a href="#record-${position}">${name}</a>` : name;
}

function sentFirst({ sentTokens }: RecordView): number {
  return sentTokens > 0 ? 0 : 1;
}

/** Below every score for a record without one: it is blank. */
function scoreOf({ scored }: RecordView): number {
  return scored?.score ?? -1;
}
