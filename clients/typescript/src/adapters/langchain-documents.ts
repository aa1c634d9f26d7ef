// Converts LangChain documents to records and back. Documents keep their order and metadata; `metadata.winnow` says
// what the selection did with each. It never returns a document or a text that was not given.
import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { ContextRecord, SelectedRecord } from "../gen/shapes.ts";
import type { Selection } from "../select.ts";

/** The value of `metadata.winnow`. */
export type WinnowMetadata =
  | {
      readonly outcome: "selected";
      /** Comparable among the documents of one call only. */
      readonly score: number;
      readonly reason: string;
      /** The kept pieces of the document's text, in Unicode code points: see `cutSpans`. */
      readonly spans: SelectedRecord["spans"];
      readonly selected_tokens: number;
      readonly omitted_tokens: number;
    }
  /** Trimming would not have paid: every document is whole. */
  | { readonly outcome: "stood_down"; readonly reason: string }
  /** No usable answer came: every document is whole. */
  | { readonly outcome: "failed_open"; readonly cause: string; readonly message: string };

/** For a service that leaves out the optional detail of an answer. */
const withoutDetail: WinnowMetadata = {
  outcome: "failed_open",
  cause: "malformed_answer",
  message: "the answer does not say which records it holds",
};

export function recordsOf(documents: readonly DocumentInterface[]): ContextRecord[] {
  return documents.map(({ pageContent, metadata }, index) => ({
    id: recordId(index),
    text: pageContent,
    title: textOrNull(metadata.title),
    source: textOrNull(metadata.source),
  }));
}

/** The documents that the selection keeps, in the order of arrival. */
export function documentsKept(documents: readonly DocumentInterface[], selection: Selection): DocumentInterface[] {
  const { response, cause } = selection;
  const whole = (winnow: WinnowMetadata) => documents.map((each) => annotated(each, each.pageContent, winnow));
  if (response === null) return whole({ outcome: "failed_open", cause: cause.kind, message: cause.message });
  if (response.fallback_used) return whole({ outcome: "stood_down", reason: response.gate?.reason ?? "" });
  if (response.selected.length === 0) return whole(withoutDetail);
  const selected = new Map(response.selected.map((record) => [record.record_id, record]));
  return documents.flatMap((document, index) => {
    const record = selected.get(recordId(index));
    if (record === undefined) return [];
    const { score, reason, spans, selected_tokens, omitted_tokens, excerpt } = record;
    const winnow = { outcome: "selected", score, reason, spans, selected_tokens, omitted_tokens } as const;
    return [annotated(document, excerpt, winnow)];
  });
}

/** Documents need not have ids, and their ids need not be unique. */
function recordId(index: number): string {
  return `d${index}`;
}

function annotated(document: DocumentInterface, pageContent: string, winnow: WinnowMetadata): DocumentInterface {
  const { id, metadata } = document;
  return new Document({ pageContent, metadata: { ...metadata, winnow }, ...(id === undefined ? {} : { id }) });
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
