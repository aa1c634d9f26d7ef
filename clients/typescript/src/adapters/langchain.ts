// `winnow-client/langchain`: a document compressor for retrievers, and a runnable that trims messages by what the task
// needs where `trimMessages` goes by age. Both fail open.
import type { DocumentInterface } from "@langchain/core/documents";
import type { BaseMessage } from "@langchain/core/messages";
import { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";
import { RunnableLambda } from "@langchain/core/runnables";
import { newRequestId } from "../select.ts";
import { documentsKept, recordsOf } from "./langchain-documents.ts";
import { langChainConversation } from "./langchain-messages.ts";
import { type SelectOptions, type TrimOptions, trimmed } from "./trim.ts";

/** Keeps of a retriever's documents what the query needs, within the budget. */
export class WinnowDocumentCompressor extends BaseDocumentCompressor {
  readonly #options: SelectOptions;

  constructor(options: SelectOptions) {
    super();
    this.#options = options;
  }

  /** @throws WinnowError if the client is strict */
  async compressDocuments(documents: DocumentInterface[], query: string): Promise<DocumentInterface[]> {
    const { client, budget, onSelection } = this.#options;
    if (documents.length === 0) return [];
    const records = recordsOf(documents);
    const selection = await client.select({ request_id: newRequestId(), records, task: { prompt: query }, budget });
    onSelection?.(selection);
    return documentsKept(documents, selection);
  }
}

/** Messages in, fewer or shorter ones out. An aborted run rejects; after any other failure the messages stay. */
export function winnowMessages(options: TrimOptions<BaseMessage>): RunnableLambda<BaseMessage[], BaseMessage[]> {
  const func = async (messages: BaseMessage[], config?: { signal?: AbortSignal }) => [
    ...(await trimmed(messages, langChainConversation(messages, options), options, config?.signal)),
  ];
  return new RunnableLambda({ func });
}

export type { WinnowMetadata } from "./langchain-documents.ts";
export type { SelectOptions, TrimOptions } from "./trim.ts";
