// `winnow-client/langchain`: a session for agents, a document compressor for retrievers, and a runnable that trims
// messages. The runnable selects by what the task needs, while `trimMessages` selects by age. All fail open.
import type { DocumentInterface } from "@langchain/core/documents";
import type { BaseMessage } from "@langchain/core/messages";
import { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";
import { RunnableLambda } from "@langchain/core/runnables";
import { type DynamicStructuredTool, tool } from "@langchain/core/tools";
import { newRequestId } from "../select.ts";
import { expandTool } from "../session/expand-tool.ts";
import type { Session } from "../session/session.ts";
import { documentsKept, recordsOf } from "./langchain-documents.ts";
import { langChainConversation } from "./langchain-messages.ts";
import { answerExpansion, type SelectOptions, type TrimOptions, trimmed } from "./trim.ts";

/** Keeps the parts of a retriever's documents that the query needs, within the budget. */
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

/** Takes messages, returns fewer or shorter ones. An aborted run rejects; after any other failure the messages stay. */
export function winnowMessages(options: TrimOptions<BaseMessage>): RunnableLambda<BaseMessage[], BaseMessage[]> {
  const func = async (messages: BaseMessage[], config?: { signal?: AbortSignal }) => [
    ...(await trimmed(messages, langChainConversation(messages, options), options, config?.signal)),
  ];
  return new RunnableLambda({ func });
}

/**
 * A `ContextEdit` for the `contextEditingMiddleware` of `langchain`: every prompt of an agent goes through the session.
 */
export class WinnowContextEdit {
  readonly #session: Session<BaseMessage>;

  constructor(session: Session<BaseMessage>) {
    this.#session = session;
  }

  /** Changes the list in place, as the middleware asks. @throws WinnowError if the session's client is strict */
  async apply({ messages }: { messages: BaseMessage[] }): Promise<void> {
    messages.splice(0, messages.length, ...(await this.#session.prepare(messages)));
  }
}

/** The tool with which a model asks for the whole of a cut result. */
export function winnowExpandTool(session: Session<BaseMessage>): DynamicStructuredTool {
  const { name, description, parameters } = expandTool;
  return tool(async (input: unknown) => answerExpansion(session, String(Object(input).handle)), {
    name,
    description,
    schema: parameters,
  });
}

export type { WinnowMetadata } from "./langchain-documents.ts";
// biome-ignore lint/performance/noBarrelFile: an entry point exports what its users need
export { viewLangChain } from "./langchain-messages.ts";
export type { SelectOptions, TrimOptions } from "./trim.ts";
