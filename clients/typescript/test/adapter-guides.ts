// What the guides of the adapters leave to their reader: a model, a retriever, a history. And what comes of it.

/** A history of reports that were read, one of which holds the answer. */
const reports = `const reports = Array.from({ length: 12 }, (_, n) =>
  "Report " + n + " of the archive. " + "The shelves were dusted and the windows were closed. ".repeat(60) +
  (n === 7 ? "The pump of the north tower failed because its valve froze." : ""));
`;

export const adapterGuides = [
  {
    guide: "docs/guides/langchain.md",
    framework: "@langchain/core",
    surroundings: `import { Document } from "@langchain/core/documents";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
${reports}
const question = "Why did the pump of the north tower fail?";
const retriever = RunnableLambda.from((_query: string) =>
  reports.map((pageContent, n) => new Document({ pageContent, metadata: { n } })));
const model = RunnableLambda.from((shown: BaseMessage[]) => shown);
// What the guide uses of an agent, which dozens of packages come with.
interface ModelCall { readonly messages: BaseMessage[]; readonly tools: string[] }
type Handler = (call: ModelCall) => Promise<ModelCall>;
interface Middleware {
  readonly name: string;
  readonly wrapModelCall: (call: ModelCall, handler: Handler) => Promise<ModelCall>;
}
const createMiddleware = (middleware: Middleware) => middleware;
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
      ofAgent: await winnow.wrapModelCall({ messages, tools: ["read"] }, async ({ messages: sent, tools }) => {
        return { messages: sent.filter((_, at) => sent[at]?.text !== answer[at]?.text), tools };
      }),
    }`,
    wanted: {
      outcomes: ["selected"],
      found: true,
      smaller: [true, true],
      held: true,
      last: "Why did the pump of the north tower fail?",
      ofAgent: { messages: [], tools: ["read"] },
    },
  },
  {
    guide: "docs/guides/ai-sdk.md",
    framework: "ai",
    surroundings: `import type { ModelMessage, ToolSet } from "ai";
import { MockLanguageModelV4 } from "ai/test";
${reports}
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const model = new MockLanguageModelV4({
  doGenerate: {
    content: [{ type: "text", text: "Its valve froze." }],
    finishReason: { unified: "stop", raw: undefined },
    usage,
    warnings: [],
  },
});
const tools: ToolSet = {};
const messages: ModelMessage[] = [
  ...reports.map((content) => ({ role: "user" as const, content })),
  { role: "assistant", content: "Read." },
  { role: "user", content: "Why did the pump of the north tower fail?" },
];`,
    shown: `{
      texts: [text, result.text],
      prompts: model.doGenerateCalls.map(({ prompt }) => [
        JSON.stringify(prompt).length < reports.join("").length / 2,
        JSON.stringify(prompt).includes("its valve froze"),
      ]),
    }`,
    wanted: {
      texts: ["Its valve froze.", "Its valve froze."],
      prompts: [
        [true, true],
        [true, true],
      ],
    },
  },
] as const;
