// Decides what each record is: what the caller says or, for external data, what its text shows.
// In: the records of a request, in order. Out: a kind for each. Must work for callers who fill in no kinds.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { type Fields, isFields, parsedJson } from "../text/json.ts";
import type { RecordKind, SourceRecord } from "./model.ts";

/** The call of a tool, as model APIs write it. Only the beginning of a text is read. */
const CALL = new RegExp(
  /^\s{0,8}\{\s{0,8}(?:"(?:id|type)"\s{0,8}:\s{0,8}"[^"]{1,128}"\s{0,8},\s{0,8}){0,2}/.source +
    /(?:"function"\s{0,8}:\s{0,8}\{\s{0,8})?"name"\s{0,8}:\s{0,8}"[^"]{1,128}"\s{0,8},/.source +
    /\s{0,8}(?:"arguments"\s{0,8}:\s{0,8}[{"]|"input"\s{0,8}:\s{0,8}\{)/.source,
);

/** After calls in external data, as many records of external data are their results. */
export function kindsOf(
  records: readonly { readonly source: SourceRecord }[],
  checkpoint: Checkpoint = unchecked,
): readonly RecordKind[] {
  let unanswered = 0;
  return records.map(({ source: { kind, text } }) => {
    checkpoint();
    if (kind !== "external_data") {
      unanswered = 0;
      return kind;
    }
    if (CALL.test(text)) {
      unanswered += 1;
      return "tool_call";
    }
    if (unanswered > 0) {
      unanswered -= 1;
      return "tool_result";
    }
    return describesTool(text) ? "tool_schema" : kind;
  });
}

/** What holds information, wherever it comes from. Turns, calls of tools and their schemas do not count. */
export function isDocument(record: { readonly kind: RecordKind }): boolean {
  return record.kind === "external_data" || record.kind === "artifact" || isResult(record);
}

/** What a tool returned. */
export function isResult({ kind }: { readonly kind: RecordKind }): boolean {
  return kind === "tool_result" || kind === "error";
}

/** A longer text describes more than one tool. UTF-16 units. */
const TOOL_LENGTH_MAX = 20_000;

/** Fields of a tool, in the forms of model APIs, MCP and OpenAPI. */
const NAMES = ["name", "endpoint", "operationId", "tool_name", "api_name"];
const SUMMARIES = ["description", "summary"];
const INPUTS = ["parameters", "inputSchema", "input_schema", "args_schema"];

/** A name that is a route, as in API descriptions, says enough: `GET /films/{id}` may take nothing. */
const ROUTE = /^(?:GET|POST|PUT|PATCH|DELETE) \//;

/** Only JSON with one of these is parsed. Most JSON has none. */
const SIGNS = new RegExp(`"(?:${INPUTS.join("|")})"\\s*:|"${ROUTE.source.slice(1)}`);

/** The heading of a tool, `## weather_history`. A page's title, `# Deploy`, has no sign of an identifier. */
const NAME = "(?:`[A-Za-z][\\w.:/-]{1,80}`|(?=\\S{0,80}(?:[_./:]|[a-z][A-Z]))[A-Za-z][\\w.:/-]{1,80})";
const NAME_HEADING = new RegExp(`^\\s{0,8}#{1,4} ${NAME}[ \\t]{0,8}(?:\\r?\\n|$)`);

/** A heading of its own above a list or a table of parameters. */
const INPUTS_HEADING = /^(?:#{1,6} |\*\*)(?:Parameters|Arguments|Args|Inputs?)(?:\*\*)?:?[ \t]*\r?\n\s*[-*|]/im;

/** Does a text describe a tool, by its name, its purpose and its inputs? Callers may not set the kind. */
function describesTool(text: string): boolean {
  if (text.length > TOOL_LENGTH_MAX) return false;
  if (NAME_HEADING.test(text)) return INPUTS_HEADING.test(text);
  if (!/^\s*\{/.test(text) || !SIGNS.test(text)) return false;
  const tool = parsedJson(text);
  if (!isFields(tool)) return false;
  const { function: inner } = tool;
  return isTool(isFields(inner) ? inner : tool);
}

function isTool(tool: Fields): boolean {
  const isText = (name: string) => typeof tool[name] === "string";
  const isRoute = NAMES.some((name) => {
    const value = tool[name];
    return typeof value === "string" && ROUTE.test(value);
  });
  return NAMES.some(isText) && SUMMARIES.some(isText) && (isRoute || INPUTS.some((name) => areInputs(tool[name])));
}

/** A JSON Schema, a list of named parameters, or an object with a type or a description for each. */
function areInputs(inputs: unknown): boolean {
  if (Array.isArray(inputs)) return inputs.every((input) => isFields(input) && "name" in input);
  if (!isFields(inputs)) return false;
  const { type, properties } = inputs;
  return (
    type === "object" ||
    type === "dict" ||
    isFields(properties) ||
    Object.values(inputs).every((input) => isFields(input) && ("type" in input || "description" in input))
  );
}
