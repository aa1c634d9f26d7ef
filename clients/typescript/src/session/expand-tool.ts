// The tool with which a model asks for the whole of a cut result, in the shape that each provider takes.

export const expandToolName = "winnow_expand";

const description =
  "Returns the whole of a tool result that was shortened. Its handle is in the mark, as w3 in [w3: ...].";

const parameters = {
  type: "object",
  properties: { handle: { type: "string" } },
  required: ["handle"],
  additionalProperties: false,
} as const;

/** For `tools` of OpenAI's Chat Completions. */
export const openAiExpandTool = {
  type: "function",
  function: { name: expandToolName, description, parameters },
} as const;

/** For `tools` of Anthropic's Messages. */
export const anthropicExpandTool = { name: expandToolName, description, input_schema: parameters } as const;

/** Name, description and JSON Schema, for every other framework. */
export const expandTool = { name: expandToolName, description, parameters } as const;
