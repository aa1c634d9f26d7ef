// grpcurl without any definitions: it reads the methods by reflection, with a key, and calls one.
import { run } from "./command.ts";
import type { Tools } from "./tools.ts";
import type { Verdict } from "./verdict.ts";

const METHOD = "winnow.v1.ContextService/Select";
const request = {
  request_id: "interop",
  records: [{ text: "The migration times out." }, { text: "Lunch is at noon." }],
  task: { prompt: "Why does the migration time out?" },
  budget: { max_context_tokens: 100 },
};

/** The expected output of each command; `key` is false for a call that must be refused. */
const commands = [
  { words: ["list"], key: true, prints: /^winnow\.v1\.ContextService$/m },
  {
    words: ["describe", "winnow.v1.ContextRequest"],
    key: true,
    prints: /repeated \.winnow\.v1\.ContextRecord records/,
  },
  { words: [METHOD], key: true, prints: /"requestId": "interop"/ },
  { words: [METHOD], key: false, prints: /Code: Unauthenticated|code = Unauthenticated/ },
];

export async function runGrpcurl(tools: Tools, address: string, key: string): Promise<Verdict> {
  const wrong: string[] = [];
  for (const command of commands) {
    const header = command.key ? ["-H", `authorization: Bearer ${key}`] : [];
    const data = command.words[0] === METHOD ? ["-d", JSON.stringify(request)] : [];
    const words = ["-plaintext", ...header, ...data, new URL(address).host, ...command.words];
    const { output } = await run(tools.grpcurl, words);
    if (!command.prints.test(output)) wrong.push(`grpcurl ${command.words.join(" ")}:\n${output}`);
  }
  const detail = wrong.length === 0 ? `${commands.length} commands` : wrong.join("\n");
  return { name: "grpcurl with reflection and a key", holds: wrong.length === 0, detail };
}
