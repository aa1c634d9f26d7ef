// Code that the adapters share: takes a conversation, returns the messages that a selection keeps. If no selection
// came, for any reason, it returns the same messages.
import type { Conversation, ConversationOptions } from "../conversation.ts";
import type { BudgetSpec, TaskSpec } from "../gen/shapes.ts";
import { newRequestId, type Selection, type WinnowClient } from "../select.ts";
import type { Session } from "../session/session.ts";

export interface SelectOptions {
  /** From `winnow-client` or `winnow-client/grpc`. */
  readonly client: WinnowClient;
  /** The budget of the messages that may be cut. */
  readonly budget: BudgetSpec;
  /** Called with every selection before it is used; `failedOpen` says whether an answer came. */
  readonly onSelection?: ((selection: Selection) => void) | undefined;
}

export interface TrimOptions<Message> extends SelectOptions, ConversationOptions<Message> {
  /** The task of the selection. The last user text by default. */
  readonly task?: ((messages: readonly Message[]) => TaskSpec) | undefined;
}

/** @throws the reason of `signal` if it is aborted; a WinnowError if the client is strict */
export async function trimmed<Message>(
  messages: readonly Message[],
  { records, lastUserText, apply }: Conversation<Message>,
  { client, budget, task: taskOf, onSelection }: TrimOptions<Message>,
  signal: AbortSignal | undefined,
): Promise<readonly Message[]> {
  const task = taskOf?.(messages) ?? { prompt: lastUserText };
  // There is nothing to select from, or no task.
  if (records.length === 0 || task.prompt.trim() === "") return messages;
  const selection = await client.select({ request_id: newRequestId(), records, task, budget }, { signal });
  onSelection?.(selection);
  return apply(selection);
}

/** The result of the expand tool. A model may invent a handle. */
export function answerExpansion(session: Pick<Session<unknown>, "expand">, handle: string): string {
  return session.expand(handle) ?? `no tool result was shortened under the handle ${handle}`;
}
