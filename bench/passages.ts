// Does the answer survive if one tool result holds many passages? Puts the passages of labelled cases into one JSON
// result, like that of a search tool, and selects from it at a half, a quarter and an eighth of its tokens. Needs cases
// of titled passages with known answers. A stand-down counts as lost, because nothing was cut.
import { parseArgs } from "node:util";
import type { SourceRecord } from "../src/engine/model.ts";
import { plainStage } from "../src/engine/select.ts";
import { countTokens } from "../src/text/tokens.ts";
import { type Case, caseFiles, readCases } from "./cases.ts";
import { commandLine, wholeNumber } from "./command-line.ts";
import { chosenOf, labelledOptions, labelledRun, labelledUsage } from "./labelled-run.ts";
import { runCase } from "./run-case.ts";

const usage = `make passages DATA=DIR ARGS="[--passages 16] ${labelledUsage}"`;
const { run, passages } = commandLine(usage, () => {
  const { values } = parseArgs({ options: { ...labelledOptions, passages: { type: "string", default: "16" } } });
  return { run: labelledRun(values), passages: wholeNumber("--passages", values.passages) };
});

/** Compression: the tokens of the original divided by those of the budget. */
const FACTORS = [2, 4, 8];

/** The case with its passages in one result, in order: those with evidence, and others to fill up. */
function asOneResult(one: Case, passages: number): Case {
  const isGold = (record: SourceRecord) => one.evidence.some((evidence) => record.text.includes(evidence));
  const spare = one.records.filter((record) => !isGold(record));
  const dropped = new Set(spare.slice(Math.max(0, passages - (one.records.length - spare.length))));
  const results = one.records.filter((record) => !dropped.has(record)).map(({ title, text }) => ({ title, text }));
  const text = JSON.stringify({ query: one.task.prompt, results });
  const only = one.records
    .slice(0, 1)
    .map((record) => ({ ...record, text, title: "search", kind: "tool_result" }) as const);
  return { ...one, records: only, tokens: countTokens(text) };
}

function survives({ answers }: Case, rendered: string): boolean {
  // The context is JSON, so quotation marks in an answer are escaped.
  const context = rendered.toLowerCase().replaceAll('\\"', '"').replace(/\s+/g, " ");
  return answers.some((answer) => context.includes(answer.toLowerCase().replace(/\s+/g, " ").trim()));
}

for (const file of run.data.flatMap(caseFiles)) {
  const answered = readCases(file).filter(({ answers }) => answers.length > 0);
  const chosen = chosenOf(answered, run).map(([, one]) => one);
  if (chosen.length === 0) continue;
  const kept = FACTORS.map(() => 0);
  let cases = 0;
  for (const one of chosen) {
    const joined = asOneResult(one, passages);
    if (!joined.records.some(({ text }) => survives(one, text))) continue;
    cases += 1;
    const trial = { budgets: FACTORS.map((factor) => 1 / factor), task: one.task, judged: false };
    const rows = await runCase(joined, [run.point], trial, plainStage);
    for (const [at, { rendered }] of rows.entries()) if (survives(one, rendered)) kept[at] = (kept[at] ?? 0) + 1;
  }
  const shares = FACTORS.map((factor, at) => `${factor}x ${((100 * (kept[at] ?? 0)) / cases).toFixed(1)}`);
  process.stdout.write(
    `${(chosen[0]?.suite ?? "").padEnd(20)} ${String(cases).padStart(4)} cases  ${shares.join("  ")}\n`,
  );
}
