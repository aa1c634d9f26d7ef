// What the report shows of each record.
import type { ContextRecord, ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import type { Span, Why } from "../engine/model.ts";
import { isUsable } from "../engine/select.ts";
import { engineKind } from "../service/request.ts";
import { countTokens } from "../text/tokens.ts";
import type { DropReason, Insight } from "./insight.ts";
import { html, type Markup, oneLine } from "./markup.ts";

/** All of a text, whether offsets count code points or UTF-16 units. */
export const WHOLE: Span = { start: 0, end: Number.POSITIVE_INFINITY };

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
  /** The parts of the text that are sent, in code points. */
  readonly spans: readonly Span[];
  /** The text that is sent instead, and the name of its format; null if parts of the original are sent. */
  readonly recoded: { readonly format: string; readonly text: string } | null;
  /** 1 for the best selected record; null for records that are not selected. */
  readonly rank: number | null;
  /** Why it is not sent; null for a record that is sent, or without an insight. */
  readonly dropReason: DropReason | null;
  /** The budget that would include it, in tokens; null for a record that is sent or has no such budget. */
  readonly sentFrom: number | null;
  /** Words of the task that it contains, strongest first. */
  readonly matched: readonly string[];
  /** null if the engine did not score the record. */
  readonly scored: { readonly score: number; readonly reason: string; readonly parts: readonly Part[] } | null;
}

export type Part = readonly [name: string, value: number];

/** A longer name is shortened, because it must fit into a line. */
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
      dropReason: chosen === undefined ? (insight?.dropReasons.get(position) ?? null) : null,
      sentFrom: insight?.sentFrom.get(position) ?? null,
      matched: chosen?.record.matchedTerms ?? knownWhy?.matchedTerms ?? [],
      scored: known === undefined || knownWhy === undefined ? null : scoredView(known.score, knownWhy),
    };
    if (!isUsable(text)) return { ...common, state: "blank", sentTokens: 0, spans: [] };
    if (response.fallbackUsed) {
      return { ...common, state: "whole", sentTokens: tokens, spans: [WHOLE] };
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

/** A score and its reason, without parts of 0, the largest part first. */
function scoredView(score: number, { reason, parts }: Pick<Why, "reason" | "parts">) {
  const weighty = Object.entries(parts).filter(([, value]) => value !== 0);
  return { score, reason, parts: weighty.sort(([, one], [, other]) => other - one) };
}

/** Its title or id on one line, without invisible characters; else its place. */
export function recordName(record: ContextRecord | undefined, position: number, charactersMax: number): string {
  const [name = ""] = [record?.title, record?.id]
    .map((text) => oneLine(text ?? "", charactersMax))
    .filter((text) => text !== "");
  return name === "" ? `records[${position}]` : name;
}

/** The number of records that a browser scrolls, filters and searches without delay. */
export const LISTED_MAX = 2_000;

/** Records to list. Sent ones come first, then the best scores, then the order of arrival. */
export function listedOf(records: readonly RecordView[]): ReadonlySet<number> {
  const ahead = (one: RecordView, other: RecordView): number =>
    sentFirst(one) - sentFirst(other) || scoreOf(other) - scoreOf(one) || one.position - other.position;
  const listed = records.length <= LISTED_MAX ? records : records.toSorted(ahead).slice(0, LISTED_MAX);
  return new Set(listed.map(({ position }) => position));
}

/** A link to a record that is listed; otherwise its name. */
export function linkTo(position: number, name: string, listed: ReadonlySet<number>): Markup | string {
  return listed.has(position) ? html`<a href="#record-${position}">${name}</a>` : name;
}

function sentFirst({ sentTokens }: RecordView): number {
  return sentTokens > 0 ? 0 : 1;
}

/** A blank record has no score, and comes last. */
function scoreOf({ scored }: RecordView): number {
  return scored?.score ?? -1;
}
