// `winnow-client/ai-sdk`: keeps a prompt of the AI SDK within a token budget, as middleware of a language model or as
// `prepareStep`. It imports types only, so the SDK is never loaded twice.
import type { LanguageModelMiddleware, ModelMessage, PrepareStepFunction, ToolSet } from "ai";
import { aiSdkConversation } from "../messages/ai-sdk.ts";
import { type TrimOptions, trimmed } from "./trim.ts";

type TransformParams = NonNullable<LanguageModelMiddleware["transformParams"]>;
type PromptMessage = Parameters<TransformParams>[0]["params"]["prompt"][number];

/** For `wrapLanguageModel`. Each call is cut from its whole prompt, so a later step gets back what it needs. */
export function winnowMiddleware(options: TrimOptions<PromptMessage>): LanguageModelMiddleware {
  return {
    specificationVersion: "v4",
    transformParams: async ({ params }) => {
      const { prompt, abortSignal } = params;
      const kept = await trimmed(prompt, aiSdkConversation(prompt, options), options, abortSignal);
      return { ...params, prompt: [...kept] };
    },
  };
}

/** For `prepareStep` of `generateText`, `streamText` and agents, where the model cannot be wrapped. */
export function winnowPrepareStep<Tools extends ToolSet>(
  options: TrimOptions<ModelMessage>,
): PrepareStepFunction<Tools> {
  return async (step) => {
    const messages = wholeHistory(step);
    const kept = await trimmed(messages, aiSdkConversation(messages, options), options, undefined);
    return { messages: [...kept] };
  };
}

/**
 * The SDK carries the messages of a step on to the next one, so what one step leaves out would be lost. The whole
 * history is put together again, unless steering messages, which are in `messages` alone, lie in between.
 */
function wholeHistory<Tools extends ToolSet>(step: Parameters<PrepareStepFunction<Tools>>[0]): readonly ModelMessage[] {
  const { messages, initialMessages, responseMessages, steps, experimental_steeringMessages: steering = [] } = step;
  const steered = [steering, ...steps.map((earlier) => earlier.experimental_steeringMessages ?? [])].flat();
  return steered.length > 0 ? messages : [...initialMessages, ...responseMessages];
}

export type { TrimOptions } from "./trim.ts";
