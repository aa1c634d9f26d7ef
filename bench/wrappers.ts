// Wraps the records of a labelled case as tools and frameworks wrap their results, to measure how much a wrapper costs.
// Also leaves out their labels, to measure how much a label brings. In: a case. Out: the same case with other records,
// and the evidence as it is written in them. A wrapper leaves a catalogue of tools as it is.
import { countTokens } from "../src/text/tokens.ts";
import type { Case } from "./cases.ts";

interface Wrapper {
  readonly text: (text: string) => string;
  /** Whether the wrapper escapes line breaks, quotes and backslashes. */
  readonly escapes: boolean;
}

const wrappers: Readonly<Record<string, Wrapper>> = {
  json: { text: (text) => JSON.stringify({ content: text }), escapes: true },
  mcp: { text: (text) => JSON.stringify({ content: [{ type: "text", text }] }), escapes: true },
  fence: { text: (text) => `\`\`\`\n${text}\n\`\`\``, escapes: false },
  numbered: { text: (text) => numberedLines(text), escapes: false },
  element: { text: (text) => `<output>\n${text}\n</output>`, escapes: false },
};

export const wrapperNames = Object.keys(wrappers);

/** @param name one of `wrapperNames`; without it the case stays as it is */
export function wrapped(one: Case, name: string | undefined): Case {
  const wrapper = name === undefined ? undefined : wrappers[name];
  if (wrapper === undefined || one.records.some(({ kind }) => kind === "tool_schema")) return one;
  const records = one.records.map((record) => ({ ...record, text: wrapper.text(record.text) }));
  const tokens = records.reduce((sum, { text }) => sum + countTokens(text), 0);
  const evidence = one.evidence.map((text) => (wrapper.escapes ? text.split("\n").map(escaped).join("\n") : text));
  return { ...one, records, tokens, evidence };
}

/** The labels of a record, each without a value. */
const labels = { kind: "external_data", title: null, source: null, step_id: null } as const;

export const labelNames = Object.keys(labels);

/** @param names of labels to leave out, from `labelNames` */
export function withoutLabels(one: Case, names: readonly string[]): Case {
  const records = one.records.map((record) => ({
    ...record,
    kind: names.includes("kind") ? labels.kind : record.kind,
    title: names.includes("title") ? labels.title : record.title,
    source: names.includes("source") ? labels.source : record.source,
    stepId: names.includes("step_id") ? labels.step_id : record.stepId,
  }));
  return { ...one, records };
}

/** As `cat -n` prints a file. */
function numberedLines(text: string): string {
  return text
    .split("\n")
    .map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)
    .join("\n");
}

function escaped(line: string): string {
  return JSON.stringify(line).slice(1, -1);
}
