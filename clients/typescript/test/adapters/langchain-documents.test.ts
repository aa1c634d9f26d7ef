// The document compressor among LangChain's own retrievers: its requests, the documents that it keeps, and their
// metadata.
import { Document } from "@langchain/core/documents";
import { BaseRetriever } from "@langchain/core/retrievers";
import { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";
import { RunnableLambda } from "@langchain/core/runnables";
import { expect, test } from "vitest";
import { startServiceUnderTest } from "../../../../test/contract/service-under-test.ts";
import { WinnowDocumentCompressor } from "../../src/adapters/langchain.ts";
import { createClient, cutSpans, type Selection } from "../../src/client.ts";
import { failing, selecting, standingDown } from "../made-selection.ts";
import { scriptedClient } from "./scripted-client.ts";

const documents = [
  new Document({ id: "same", pageContent: "Quay fees are due by noon.", metadata: { source: "fees.md", page: 3 } }),
  new Document({ id: "same", pageContent: "The harbour of Oulu freezes first.", metadata: { title: "Ice" } }),
  new Document({ pageContent: "Pilots are ordered by radio.", metadata: { source: 7, loc: { lines: [1, 2] } } }),
];
const budget = { max_context_tokens: 40 };

async function compressed(answer: Selection) {
  const client = scriptedClient(() => answer);
  const told: Selection[] = [];
  const compressor = new WinnowDocumentCompressor({ client, budget, onSelection: (selection) => told.push(selection) });
  return { kept: await compressor.compressDocuments(documents, "Which harbour?"), asked: client.asked, told };
}

test("it is a LangChain compressor", () => {
  const compressor = new WinnowDocumentCompressor({ client: scriptedClient(standingDown), budget });
  expect(compressor).toBeInstanceOf(BaseDocumentCompressor);
  expect(BaseDocumentCompressor.isBaseDocumentCompressor(compressor)).toBe(true);
});

test("it sends texts, titles and sources, and the query as the task", async () => {
  const { asked, told } = await compressed(standingDown());
  expect(asked.map(({ request }) => request)).toEqual([
    {
      request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      task: { prompt: "Which harbour?" },
      budget,
      records: [
        { id: "d0", text: documents[0]?.pageContent, title: null, source: "fees.md" },
        { id: "d1", text: documents[1]?.pageContent, title: "Ice", source: null },
        { id: "d2", text: documents[2]?.pageContent, title: null, source: null },
      ],
    },
  ]);
  expect(told).toHaveLength(1);
});

test("kept documents keep their order, id and metadata", async () => {
  const { kept } = await compressed(selecting({ d2: "Pilots are ordered by radio.", d0: "Quay fees...[truncated]" }));
  expect(kept).toEqual([
    new Document({
      id: "same",
      pageContent: "Quay fees...[truncated]",
      metadata: { source: "fees.md", page: 3, winnow: expect.objectContaining({ outcome: "selected", spans: [] }) },
    }),
    new Document({
      pageContent: "Pilots are ordered by radio.",
      metadata: { source: 7, loc: { lines: [1, 2] }, winnow: expect.objectContaining({ score: 0, reason: "" }) },
    }),
  ]);
  expect(documents[0]?.metadata).toEqual({ source: "fees.md", page: 3 });
});

test.each<[string, Selection, object]>([
  ["no answer", failing([]), { outcome: "failed_open", cause: "empty_selection", message: "nothing" }],
  ["a stand-down", standingDown(), { outcome: "stood_down", reason: "" }],
  [
    "an answer without detail",
    selecting({}),
    { outcome: "failed_open", cause: "malformed_answer", message: expect.stringContaining("does not say") },
  ],
])("%s leaves every document whole and says so", async (_name, answer, winnow) => {
  const { kept } = await compressed(answer);
  expect(kept.map(({ pageContent }) => pageContent)).toEqual(documents.map(({ pageContent }) => pageContent));
  expect(kept.map(({ id, metadata }) => ({ id, metadata }))).toEqual(
    documents.map(({ id, metadata }) => ({ id, metadata: { ...metadata, winnow } })),
  );
});

test("an empty list is not sent", async () => {
  const client = scriptedClient(standingDown);
  expect(await new WinnowDocumentCompressor({ client, budget }).compressDocuments([], "Which?")).toEqual([]);
  expect(client.asked).toEqual([]);
});

class ListRetriever extends BaseRetriever {
  readonly lc_namespace = ["test"];
  override async _getRelevantDocuments(): Promise<Document[]> {
    return [...documents, new Document({ pageContent: "Moorings and cranes are hired by the day. ".repeat(30) })];
  }
}

test("behind a retriever, against a service", async () => {
  const service = await startServiceUnderTest();
  const client = createClient({ baseUrl: service.url, apiKey: service.keys.roomy });
  const compressor = new WinnowDocumentCompressor({ client, budget });
  const question = "Which harbour freezes first?";
  const kept = await new ListRetriever()
    .pipe(RunnableLambda.from((found: Document[]) => compressor.compressDocuments(found, question)))
    .invoke(question);
  await service.stop();
  const [ice] = kept;
  expect(ice).toMatchObject({
    metadata: { title: "Ice", winnow: { outcome: "selected", reason: expect.any(String) } },
  });
  expect(cutSpans(documents[1]?.pageContent ?? "", ice?.metadata.winnow.spans).join("")).toBe(ice?.pageContent);
  expect(kept.length).toBeLessThan(4);
});
