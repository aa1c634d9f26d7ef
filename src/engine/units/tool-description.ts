// Recognises the description of a tool by its text, for callers who do not say so by the record's kind.
// In: a text. Out: whether it describes a tool: its name, what it does and what it takes. Never reads a long text.

/** A longer text describes more than one tool. UTF-16 units. */
const TOOL_LENGTH_MAX = 20_000;

/** Fields of a tool, in the forms of model APIs, MCP and OpenAPI. */
const NAMES = ["name", "endpoint", "operationId", "tool_name", "api_name"];
const SUMMARIES = ["description", "summary"];
const INPUTS = ["parameters", "inputSchema", "input_schema", "args_schema"];

/** A name that is a route, as in API descriptions, says enough: `GET /films/{id}` may take nothing. */
const ROUTE = /^(?:GET|POST|PUT|PATCH|DELETE) \//;

/** Most JSON has none of these, so it is not parsed. */
const SIGNS = new RegExp(`"(?:${INPUTS.join("|")})"\\s*:|"${ROUTE.source.slice(1)}`);

/** The heading of a tool, `## weather_history`. A page's title, `# Deploy`, has no sign of an identifier. */
const NAME = "(?:`[A-Za-z][\\w.:/-]{1,80}`|(?=\\S{0,80}(?:[_./:]|[a-z][A-Z]))[A-Za-z][\\w.:/-]{1,80})";
const NAME_HEADING = new RegExp(`^\\s{0,8}#{1,4} ${NAME}[ \\t]{0,8}(?:\\r?\\n|$)`);

/** A heading of its own above a list or a table of parameters. */
const INPUTS_HEADING = /^(?:#{1,6} |\*\*)(?:Parameters|Arguments|Args|Inputs?)(?:\*\*)?:?[ \t]*\r?\n\s*[-*|]/im;

export function describesTool(text: string): boolean {
  if (text.length > TOOL_LENGTH_MAX) return false;
  if (NAME_HEADING.test(text)) return INPUTS_HEADING.test(text);
  if (!/^\s*\{/.test(text) || !SIGNS.test(text)) return false;
  const tool = parsed(text);
  if (tool === null) return false;
  const { function: inner } = tool;
  return isTool(isFields(inner) ? inner : tool);
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function isTool(tool: Fields): boolean {
  const isText = (name: string) => typeof tool[name] === "string";
  const isRoute = NAMES.some((name) => {
    const value = tool[name];
    return typeof value === "string" && ROUTE.test(value);
  });
  return NAMES.some(isText) && SUMMARIES.some(isText) && (isRoute || INPUTS.some((name) => areInputs(tool[name])));
}

/** A JSON Schema, a list of named parameters, or an object with the description of each. */
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
