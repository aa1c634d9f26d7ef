// What the adapters of message lists have in common: a conversation in, what a selection keeps of it out. Where no
// selection came, for whatever reason, that is the very messages that were given.
import type { Conversation } from "../conversation.ts";
import type { ConversationOptions } from "../exchanges.ts";
import type { BudgetSpec, TaskSpec } from "../gen/shapes.ts";
import type { WinnowClient } from "../select-call.ts";
import type { Selection } from "../selection.ts";
import { newRequestId } from "./request-id.ts";

export interface SelectOptions {
  /** Of `winnow-client` or `winnow-client/grpc`. */
  readonly client: WinnowClient;
  /** What may be sent of everything that does not stay as it is. */
  readonly budget: BudgetSpec;
  /** Is told of every answer, and with `failedOpen` of every one that did not come, before it is used. */
  readonly onSelection?: ((selection: Selection) => void) | undefined;
}

export interface WinnowOptions<Message> extends SelectOptions, ConversationOptions<Message> {
  /** What the messages must serve. The last words of the user unless said. */
  readonly task?: ((messages: readonly Message[]) => TaskSpec) | undefined;
}

/** @throws the reason of `signal` when it is aborted; in a strict client's case its errors */
export async function winnowed<Message>(
  messages: readonly Message[],
  { records, lastUserText, apply }: Conversation<Message>,
  { client, budget, task, onSelection }: WinnowOptions<Message>,
  signal: AbortSignal | undefined,
): Promise<readonly Message[]> {
  const served = task?.(messages) ?? { prompt: lastUserText };
  // Nothing to choose from, or nothing to choose by.
  if (records.length === 0 || served.prompt.trim() === "") return messages;
  const selection = await client.select({ request_id: newRequestId(), records, task: served, budget }, { signal });
  onSelection?.(selection);
  return apply(selection);
}
