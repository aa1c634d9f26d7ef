// `winnow-client/ai-sdk`: a session, or a token budget for each prompt, as middleware of a language model or as
// `prepareStep` of the AI SDK. It imports types only, so the SDK is never loaded twice.
import type { LanguageModelMiddleware, ModelMessage, PrepareStepFunction, Tool, ToolSet } from "ai";
import { aiSdkConversation } from "../messages/ai-sdk.ts";
import { expandTool, expandToolName } from "../session/expand-tool.ts";
import type { Session } from "../session/session.ts";
import { answerExpansion, type TrimOptions, trimmed } from "./trim.ts";

type TransformParams = NonNullable<LanguageModelMiddleware["transformParams"]>;
/** A message of a model's prompt, as middleware receives it. */
export type PromptMessage = Parameters<TransformParams>[0]["params"]["prompt"][number];

/** For `wrapLanguageModel`: every prompt goes through the session. */
export function sessionMiddleware(session: Session<PromptMessage>): LanguageModelMiddleware {
  return {
    specificationVersion: "v4",
    transformParams: async ({ params }) => {
      const { prompt, abortSignal: signal } = params;
      return { ...params, prompt: await session.prepare(prompt, { signal }) };
    },
  };
}

/** For `prepareStep`, if the model cannot be wrapped. */
export function sessionPrepareStep<Tools extends ToolSet>(session: Session<ModelMessage>): PrepareStepFunction<Tools> {
  return async ({ messages }) => ({ messages: await session.prepare(messages) });
}

/** The tool with which a model asks for the whole of a cut result, to spread into `tools`. */
export function expandTools(
  session: Pick<Session<unknown>, "expand">,
): Readonly<Record<typeof expandToolName, Tool<{ handle: string }, string>>> {
  const { description, parameters } = expandTool;
  return {
    [expandToolName]: {
      description,
      inputSchema: {
        "~standard": {
          version: 1,
          vendor: "winnow",
          validate: (value) => ({ value: { handle: String(Object(value).handle) } }),
          jsonSchema: { input: () => parameters, output: () => parameters },
        },
      },
      execute: ({ handle }) => answerExpansion(session, handle),
    },
  };
}

/**
 * For `wrapLanguageModel`. Each call is cut from its whole prompt, so a later step can get back a text that an earlier
 * one dropped.
 */
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

/** For `prepareStep` of `generateText`, `streamText` and agents, if the model cannot be wrapped. */
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
 * The SDK passes the messages of one step on to the next, so messages that one step leaves out would be lost. Each step
 * therefore starts from the whole history, unless there are steering messages, which only `messages` has.
 */
function wholeHistory<Tools extends ToolSet>(step: Parameters<PrepareStepFunction<Tools>>[0]): readonly ModelMessage[] {
  const { messages, initialMessages, responseMessages, steps, experimental_steeringMessages: steering = [] } = step;
  const steered = [steering, ...steps.map((earlier) => earlier.experimental_steeringMessages ?? [])].flat();
  return steered.length > 0 ? messages : [...initialMessages, ...responseMessages];
}

export type { TrimOptions } from "./trim.ts";
