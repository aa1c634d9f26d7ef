import { compileJsonReader } from "/work/main/src/wire/json-reader.ts";
import { compileJsonWriter } from "/work/main/src/wire/json-writer.ts";
import { compilePresence } from "/work/main/src/wire/presence.ts";
import { ContextRequestSchema, ContextResponseSchema } from "/work/main/gen/winnow/v1/context_pb.ts";
import { create } from "@bufbuild/protobuf";
const read = compileJsonReader(ContextRequestSchema);
const check = compilePresence(ContextRequestSchema);
const write = compileJsonWriter(ContextResponseSchema);
for (const n of [2000, 20000, 50000]) {
  const pad = "lorem ipsum ".repeat(Math.floor(5_000_000 / n / 12)).slice(0, Math.max(10, Math.floor(5_500_000/n) - 150));
  const records = Array.from({ length: n }, (_, i) => ({ id: "r" + i, text: pad, kind: "tool_result", title: "t" + i, keywords: ["a", "b"], attributes: { a: 1 } }));
  const body = Buffer.from(JSON.stringify({ request_id: "x", records, task: { prompt: "p" }, budget: { max_context_tokens: 5 } }));
  const t = (f: () => unknown) => { const r = []; let out; for (let i = 0; i < 7; i++) { const s = performance.now(); out = f(); r.push(performance.now() - s); } return [r.sort((a, b) => a - b)[3].toFixed(1), out] as const; };
  const [parse] = t(() => JSON.parse(body.toString()));
  const [full, out] = t(() => read(body));
  const m = (out as any).message;
  const [pres] = t(() => check(m));
  const resp = create(ContextResponseSchema, { selected: records.map((r, i) => ({ recordId: r.id, title: r.title, score: i, reason: "x", excerpt: r.text, spans: [{ start: 0, end: 5 }], position: i, scoreParts: { a: 1 } })) });
  const [wr, text] = t(() => write(resp));
  const [st] = t(() => JSON.stringify(resp.selected));
  console.log(n, body.length, { parse, full, pres, wr, st }, (text as string).length);
}
for (const [name, text] of [["empty objects", `{"request_id":"x","records":[${"{},".repeat(1_900_000)}{}]}`], ["tiny", `{"request_id":"x","records":[${'{"text":""},'.repeat(400_000)}{"text":""}],"task":{"prompt":""},"budget":{"max_context_tokens":1}}`], ["attr deep", `{"request_id":"x","records":[{"text":"","attributes":{"a":${"[".repeat(2_000_000)}${"]".repeat(2_000_000)}}}]}`], ["attr wide", `{"request_id":"x","records":[{"text":"","attributes":{"a":[${"1,".repeat(2_800_000)}1]}}]}`], ["kw", `{"request_id":"x","records":[{"text":"","keywords":[${'"",'.repeat(1_800_000)}""]}]}`]] as const) {
  const b = Buffer.from(text); const s = performance.now(); const r = read(b); console.log(name, (performance.now() - s).toFixed(0), JSON.stringify((r as any).failure ?? "ok"));
}
