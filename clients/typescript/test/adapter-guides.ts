// The parts that the adapters' guides leave to their reader (a model, tools, a retriever, a history), and the expected
// results.

/** A history of reports, one of which holds the answer, and long instructions. */
const reports = `const reports = Array.from({ length: 12 }, (_, n) =>
  "Report " + n + " of the archive. " + "The shelves were dusted and the windows were closed. ".repeat(60) +
  (n === 7 ? "The pump of the north tower failed because its valve froze." : ""));
const rules = "The rules of the archive are read aloud. ".repeat(300);
`;

export const adapterGuides = [
  {
    guide: "docs/guides/langchain.md",
    packages: ["@langchain/core", "langchain", "zod"],
    setup: `import { Document } from "@langchain/core/documents";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
${reports}
const question = "Why did the pump of the north tower fail?";
const retriever = RunnableLambda.from((_query: string) =>
  reports.map((pageContent, n) => new Document({ pageContent, metadata: { n } })));
const model = fakeModel().respondWithTools([{ name: "read", args: {} }]).respond(new AIMessage("Its valve froze."));
const searchTool = tool(() => reports.join("\\n\\n"), {
  name: "read",
  description: "Reads the reports.",
  schema: z.object({}),
});
const chat = RunnableLambda.from((shown: BaseMessage[]) => shown);
const messages = [
  new HumanMessage("Read the reports."),
  ...reports.flatMap((report, n) => [
    new AIMessage({ content: "", tool_calls: [{ id: "c" + n, name: "read", args: { n } }] }),
    new ToolMessage({ content: report, tool_call_id: "c" + n }),
  ]),
  new AIMessage("Done."),
  new HumanMessage(question),
];`,
    shown: `{
      outcomes: [...new Set(documents.map(({ metadata }) => metadata.winnow.outcome))],
      found: documents.some(({ pageContent }) => pageContent.includes("its valve froze")),
      smaller: [documents.map(({ pageContent }) => pageContent), answer.map(({ text }) => text)].map(
        (kept) => kept.join("").length < reports.join("").length / 2,
      ),
      held: answer.some(({ text }) => text.includes("its valve froze")),
      last: answer.at(-1)?.text,
      ofAgent: (await agent.invoke({ messages: [new SystemMessage(rules), new HumanMessage(question)] }))
        .messages.at(-1)?.text,
      cuts: session.figures().cuts,
      expanded: session.expand("w1") === reports.join("\\n\\n"),
    }`,
    wanted: {
      outcomes: ["selected"],
      found: true,
      smaller: [true, true],
      held: true,
      last: "Why did the pump of the north tower fail?",
      ofAgent: "Its valve froze.",
      cuts: 1,
      expanded: true,
    },
  },
  {
    guide: "docs/guides/ai-sdk.md",
    packages: ["ai"],
    setup: `import { jsonSchema, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
${reports}
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const call = {
  content: [{ type: "tool-call" as const, toolCallId: "c", toolName: "read", input: "{}" }],
  finishReason: { unified: "tool-calls" as const, raw: undefined },
  usage,
  warnings: [],
};
const answer = {
  content: [{ type: "text" as const, text: "Its valve froze." }],
  finishReason: { unified: "stop" as const, raw: undefined },
  usage,
  warnings: [],
};
const model = new MockLanguageModelV4({ doGenerate: [call, answer, call, answer, answer] });
const tools = {
  read: tool({ inputSchema: jsonSchema({ type: "object" }), execute: async () => reports.join("\\n\\n") }),
};
const messages: ModelMessage[] = [
  ...[rules, ...reports].map((content) => ({ role: "user" as const, content })),
  { role: "assistant", content: "Read." },
  { role: "user", content: "Why did the pump of the north tower fail?" },
];`,
    shown: `{
      texts: [text, result.text, single.text],
      cuts: [session.figures().cuts, stepSession.figures().cuts],
      held: model.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt).includes("its valve froze")),
      smaller: JSON.stringify(model.doGenerateCalls.at(-1)?.prompt).length < reports.join("").length,
    }`,
    wanted: {
      texts: ["Its valve froze.", "Its valve froze.", "Its valve froze."],
      cuts: [1, 1],
      held: [true, true, true, true, true],
      smaller: true,
    },
  },
] as const;
