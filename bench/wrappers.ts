// Wraps the records of a labelled case as tools and frameworks wrap their results, to measure how much a wrapper costs.
// Also leaves out their labels, to measure how much a label brings. The evidence is returned as the wrapper writes it.
// A wrapper leaves a catalogue of tools as it is.
import { countTokens } from "../src/text/tokens.ts";
import type { Case } from "./cases.ts";

type Records = Case["records"];

interface Wrapper {
  readonly wrap: (records: Records) => Records;
  /** Whether the wrapper escapes line breaks, quotes and backslashes. */
  readonly escapes: boolean;
}

const wrappers: Readonly<Record<string, Wrapper>> = {
  json: { wrap: each((text) => JSON.stringify({ content: text })), escapes: true },
  mcp: { wrap: each((text) => JSON.stringify({ content: [{ type: "text", text }] })), escapes: true },
  printed: { wrap: each((text, at) => `Document(id='${at}', page_content=${JSON.stringify(text)})`), escapes: true },
  list: { wrap: inOne(searchResults), escapes: true },
  events: { wrap: each(events), escapes: true },
  rows: { wrap: each(eventRows), escapes: false },
  chat: { wrap: inOne(chat), escapes: true },
  fence: { wrap: each((text) => `\`\`\`\n${text}\n\`\`\``), escapes: false },
  numbered: { wrap: each((text) => numberedLines(text)), escapes: false },
  element: { wrap: each((text) => `<output>\n${text}\n</output>`), escapes: false },
  elements: {
    wrap: each((text) => `<result>\n<stdout>\n${text}\n</stdout>\n<code>0</code>\n</result>`),
    escapes: false,
  },
  data: { wrap: each((text) => `<?xml version="1.0"?>\n<result><![CDATA[${text}]]></result>`), escapes: false },
  coloured: { wrap: each(coloured), escapes: false },
};

export const wrapperNames = Object.keys(wrappers);

/** @param name one of `wrapperNames`; without it the case stays as it is */
export function wrapped(one: Case, name: string | undefined): Case {
  const wrapper = name === undefined ? undefined : wrappers[name];
  if (wrapper === undefined || one.records.some(({ kind }) => kind === "tool_schema")) return one;
  const records = wrapper.wrap(one.records);
  const tokens = records.reduce((sum, { text }) => sum + countTokens(text), 0);
  const evidence = one.evidence.map((text) => (wrapper.escapes ? text.split("\n").map(escaped).join("\n") : text));
  const gold = records.length === one.records.length ? one.gold : null;
  return { ...one, records, tokens, evidence, gold };
}

/** Wraps each record on its own. */
function each(wrap: (text: string, at: number) => string): Wrapper["wrap"] {
  return (records) => records.map((record, at) => ({ ...record, text: wrap(record.text, at) }));
}

/** Puts all records into one. */
function inOne(write: (records: Records) => string): Wrapper["wrap"] {
  return (records) => {
    const [first] = records;
    if (first === undefined) return records;
    return [{ ...first, text: write(records), kind: "external_data", title: null, source: null, stepId: null }];
  };
}

/** A JSON list, as a search tool returns its results. */
function searchResults(records: Records): string {
  return JSON.stringify(records.map(({ title, text }, id) => ({ id, title, text })));
}

/** The export of a chat: each record is a message, sent by the name before its colon. */
function chat(records: Records): string {
  const messages = records.map(({ text }, id) => ({ id, sender: /^([^:\n]{1,60}):/.exec(text)?.[1] ?? "user", text }));
  return JSON.stringify({ messages }, null, 2);
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

/** Every line is an event, as log services answer. */
function events(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const timestamp = Date.parse("2030-01-01T00:00:00Z");
  return JSON.stringify({ events: lines.map((message, at) => ({ timestamp: timestamp + at, message })) });
}

/** Every line is a row of an exported log, in columns with tabs between them. */
function eventRows(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const seconds = Date.parse("2030-01-01T00:00:00Z") / 1000;
  const rows = lines.map((line, at) => `${seconds + at}\tINFO\t${line.replaceAll("\t", " ")}`);
  return ["time\tseverity\tmessage", ...rows].join("\n");
}

/** Every fourth line is bold and green, as on a terminal. */
function coloured(text: string): string {
  const lines = text.split("\n");
  return lines.map((line, at) => (at % 4 > 0 || line === "" ? line : `\u001b[1;32m${line}\u001b[0m`)).join("\n");
}

function escaped(line: string): string {
  return JSON.stringify(line).slice(1, -1);
}
