// `winnow-client/ai-sdk`: keeps a prompt of the AI SDK within a token budget, as middleware of a language model or as
// `prepareStep`. It imports types only, so the SDK is never loaded twice.
import type { LanguageModelMiddleware, ModelMessage, PrepareStepFunction, ToolSet } from "ai";
import { aiSdkConversation } from "../ai-sdk-messages.ts";
import { type WinnowOptions, winnowed } from "./winnowed.ts";

type TransformParams = NonNullable<LanguageModelMiddleware["transformParams"]>;
type PromptMessage = Parameters<TransformParams>[0]["params"]["prompt"][number];

/** For `wrapLanguageModel`. Every call is cut from its whole prompt: what one step does not need, the next may. */
export function winnowMiddleware(options: WinnowOptions<PromptMessage>): LanguageModelMiddleware {
  return {
    specificationVersion: "v4",
    transformParams: async ({ params }) => {
      const { prompt, abortSignal } = params;
      const kept = await winnowed(prompt, aiSdkConversation(prompt, options), options, abortSignal);
      return { ...params, prompt: [...kept] };
    },
  };
}

/** For `prepareStep` of `generateText`, `streamText` and agents, where the model cannot be wrapped. */
export function winnowPrepareStep<Tools extends ToolSet>(
  options: WinnowOptions<ModelMessage>,
): PrepareStepFunction<Tools> {
  return async (step) => {
    const messages = wholeHistory(step);
    const kept = await winnowed(messages, aiSdkConversation(messages, options), options, undefined);
    return { messages: [...kept] };
  };
}

/**
 * The SDK goes on with the messages that a step was given, so what was once left out would be lost to later steps. It
 * is put together again, unless steering messages, which stand in `messages` alone, lie in between.
 */
function wholeHistory<Tools extends ToolSet>(step: Parameters<PrepareStepFunction<Tools>>[0]): readonly ModelMessage[] {
  const { messages, initialMessages, responseMessages, steps, experimental_steeringMessages: steering = [] } = step;
  const steered = [steering, ...steps.map((earlier) => earlier.experimental_steeringMessages ?? [])].flat();
  return steered.length > 0 ? messages : [...initialMessages, ...responseMessages];
}

export type { WinnowOptions } from "./winnowed.ts";
