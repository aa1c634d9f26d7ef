// Finds tools that the matching tools need. A tool that takes a `token` or an `order_id` cannot be called without the
// tool that provides one, and a task that pushes to a `stack` also needs the tool that pops from it.
// In: a catalogue of tool schemas and a first score. Out: what each unit gains. Reads names and keys only, each text
// once; compares no values.
import { float64s } from "../../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";
import type { Analysed } from "../../analyse.ts";
import type { SegmentedRecord } from "../../model.ts";
import { placesByRank } from "../unit-scores.ts";

export interface ToolDependencySettings {
  /** Gain of a tool, as a share of the score of the matching tool that needs it; 0 turns the rule off. */
  readonly weight: number;
  /** The inputs of this many of the best tools are looked up. */
  readonly consumers: number;
}

/** If more tools than this provide an input, it is not a reason to send any of them. */
const PROVIDERS_MAX = 2;

/** If more tools than this take an input, it is not a reason to send them together. */
const TAKERS_MAX = 3;

/** Only this much of the start of a schema and of its output section is read. UTF-16 units. */
const SCHEMA_LENGTH_MAX = 20_000;
const OUTPUT_LENGTH_MAX = 2000;

/** At most this many inputs of a tool are read. */
const INPUTS_MAX = 24;

/** All names in snake case. */
interface Tool {
  readonly name: string;
  /** The name without the parameters of an address. */
  readonly subject: string;
  /** Both are read on the first call, since only the best tools and possible providers need them. */
  readonly inputs: () => ReadonlySet<string>;
  readonly outputs: () => ReadonlySet<string>;
}

export function toolDependencyScores(
  { records, corpus }: Analysed,
  scores: Float64Array,
  settings: ToolDependencySettings,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const best = float64s(records.length);
  for (let unit = 0; unit < scores.length; unit += 1) {
    const record = corpus.recordOf[unit] ?? 0;
    best[record] = Math.max(best[record] ?? 0, scores[unit] ?? 0);
  }
  const tools = records.map((record) => {
    checkpoint();
    return readTool(record);
  });
  const gains = float64s(records.length);
  const providersOf = providersIn(tools);
  const siblingsOf = siblingsIn(tools);
  for (const consumer of placesByRank(best, Number.MIN_VALUE).subarray(0, settings.consumers)) {
    checkpoint();
    const most = settings.weight * (best[consumer] ?? 0);
    for (const input of tools[consumer]?.inputs() ?? []) {
      for (const needed of [providersOf(input), siblingsOf(input).filter((at) => at !== consumer)]) {
        const gain = most / Math.sqrt(needed.length);
        for (const at of needed) gains[at] = Math.max(gains[at] ?? 0, gain);
      }
    }
  }
  return onFirstUnits(records, gains, scores.length);
}

/** Finds the tools that provide an input, if they are few. */
function providersIn(tools: readonly Tool[]): ToolSearch {
  return rememberedByInput((name) => {
    const input = { name, isOpaque: OPAQUE.test(name), thing: ID_OF.exec(name)?.[1] };
    const providers = tools.flatMap((tool, at) => (provides(tool, input) ? [at] : []));
    return providers.length > PROVIDERS_MAX ? [] : providers;
  });
}

/**
 * Finds the tools that take an input and are named after it, as `stack_push` and `stack_pop` take a `stack`: they work
 * on the same thing. An input that more than three tools take says too little about them, and so does an id.
 */
function siblingsIn(tools: readonly Tool[]): ToolSearch {
  return rememberedByInput((input) => {
    const isNamed = ({ subject }: Tool) => containsWords(subject, input);
    // Most inputs name no tool, so the inputs of all tools are seldom read.
    if (OPAQUE.test(input) || !tools.some(isNamed)) return [];
    const takers = tools.flatMap((tool, at) => (tool.inputs().has(input) ? [{ tool, at }] : []));
    if (takers.length > TAKERS_MAX) return [];
    return takers.filter(({ tool }) => isNamed(tool)).map(({ at }) => at);
  });
}

/** The indices of the tools for an input. */
type ToolSearch = (input: string) => readonly number[];

/** Many tools share an input, so each one is looked up once. */
function rememberedByInput(find: ToolSearch): ToolSearch {
  const known = new Map<string, readonly number[]>();
  return (input) => {
    const found = known.get(input) ?? find(input);
    known.set(input, found);
    return found;
  };
}

function onFirstUnits(records: readonly SegmentedRecord[], gains: Float64Array, units: number): Float64Array {
  const gained = float64s(units);
  let first = 0;
  for (const [at, record] of records.entries()) {
    gained[first] = gains[at] ?? 0;
    first += record.units.length;
  }
  return gained;
}

const NAME = /"(?:name|endpoint|operationId)"\s{0,4}:\s{0,4}"([^"\\]{1,128})"/;
const INPUT_SECTION = /"(?:parameters|input_?schema|properties|args)"/i;
const OUTPUT_SECTION = /"(?:responses?|returns?|outputs?|output_?schema|results?)"\s{0,4}:/i;
/** A JSON Schema key whose value is an object or a list, and an entry in OpenAPI's list of parameters. */
const KEY = /"([\w-]{1,64})"\s{0,4}:\s{0,4}[{[]/g;
const NAMED = /"name"\s{0,4}:\s{0,4}"([\w-]{1,64})"/g;
const PATH_PARAMETER = /\{([\w-]{1,64})\}/g;
const SIGNATURE = /(?:\\n|\b)def \w{1,80}\(([^()]{0,400})\)/;

/** Keywords of JSON Schema and OpenAPI themselves. */
const SCHEMA_KEYS: ReadonlySet<string> = new Set(
  (
    "parameters properties schema items required type enum args input_schema description default any_of " +
    "one_of all_of responses response returns return output outputs output_schema result results data format function"
  ).split(" "),
);

/** Outputs are long if they take more than this share of a schema. */
const LONG_OUTPUTS_SHARE = 0.25;

/** Where a schema begins to describe what the tool returns; null if that takes a small part of it. */
export function longOutputsFrom(schema: string): number | null {
  const at = OUTPUT_SECTION.exec(schema.slice(0, SCHEMA_LENGTH_MAX))?.index ?? schema.length;
  return at < (1 - LONG_OUTPUTS_SHARE) * schema.length ? at : null;
}

function readTool({ source }: SegmentedRecord): Tool {
  const text = source.text.slice(0, SCHEMA_LENGTH_MAX);
  const title = source.title ?? NAME.exec(text)?.[1] ?? "";
  const name = snakeCase(title);
  const outputsAt = OUTPUT_SECTION.exec(text)?.index ?? text.length;
  return {
    name,
    subject: snakeCase(title.replace(PATH_PARAMETER, "_")),
    inputs: once(() => inputsOf(name, title, text, outputsAt)),
    outputs: once(() => keysIn(text.slice(outputsAt, outputsAt + OUTPUT_LENGTH_MAX))),
  };
}

/** Reads names on the first call and keeps them. */
function once(read: () => readonly string[]): () => ReadonlySet<string> {
  let names: ReadonlySet<string> | null = null;
  return () => {
    names ??= new Set(read());
    return names;
  };
}

function inputsOf(name: string, title: string, text: string, outputsAt: number): readonly string[] {
  const before = text.slice(0, outputsAt);
  const inputs = [
    ...keysIn(before.slice(Math.max(0, before.search(INPUT_SECTION)))),
    ...Array.from(title.matchAll(PATH_PARAMETER), ([, parameter = ""]) => snakeCase(parameter)),
    ...(SIGNATURE.exec(text)?.[1] ?? "").split(",").map((parameter) => snakeCase(parameter.split(/[:=]/)[0] ?? "")),
  ].filter((key) => key !== "" && key !== name);
  return inputs.slice(0, INPUTS_MAX);
}

function keysIn(text: string): readonly string[] {
  const keys = [...text.matchAll(KEY), ...text.matchAll(NAMED)].map(([, key = ""]) => snakeCase(key));
  return keys.filter((key) => !SCHEMA_KEYS.has(key));
}

/** Most names are already written like this, and the test takes a fraction of the time of writing them anew. */
const SNAKE_CASE = /^[a-z\d]+(?:_[a-z\d]+)*$/;

/** `GetUserToken` and `get-user-token` as `get_user_token`. */
function snakeCase(identifier: string): string {
  if (SNAKE_CASE.test(identifier)) return identifier;
  const parted = identifier.replace(/([a-z\d])([A-Z])/g, "$1_$2").replace(/[^A-Za-z\d]+/g, "_");
  return parted.replace(/^_|_$/g, "").toLowerCase();
}

/** Values that no user knows. Dates, names and amounts, which users state, need no tool. */
const OPAQUE = /(?:^|_)(?:ids?|token|key|uuid|guid|cursor|handle|hash)$/;

/** A tool that finds orders provides an `order_id`. */
const ID_OF = /^(\w+)_ids?$/;

interface Input {
  readonly name: string;
  readonly isOpaque: boolean;
  /** The thing that it identifies, if it is an id. */
  readonly thing: string | undefined;
}

/**
 * True if a tool provides another tool's input: by its name, by a key of its output that its name repeats or that no
 * user knows, or by finding the thing that the id identifies.
 */
function provides({ name, inputs, outputs }: Tool, { name: wanted, isOpaque, thing }: Input): boolean {
  const isNamed = containsWords(name, wanted);
  const offers =
    (isNamed && wanted.includes("_")) ||
    ((isNamed || isOpaque) && outputs().has(wanted)) ||
    (thing !== undefined && finds(name, thing));
  return offers && !inputs().has(wanted);
}

function containsWords(name: string, words: string): boolean {
  return name.includes(words) && `_${name}_`.includes(`_${words}_`);
}

const FIND_VERBS = ["search", "find", "lookup", "query"];

/** `find_order`, `list_orders` or `order_search`, but not `order_list`: that may list the parts of an order. */
function finds(name: string, thing: string): boolean {
  if (!name.includes(thing)) return false;
  const before = [...FIND_VERBS, "list"].flatMap((verb) => [`${verb}_${thing}`, `${verb}_${thing}s`]);
  return [...before, ...FIND_VERBS.map((verb) => `${thing}_${verb}`)].some((words) => containsWords(name, words));
}
