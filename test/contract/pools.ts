// Request bodies that the contract cases share: plain JSON values, with the names of /v1.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Body = { [key: string]: Json };

const topics = [
  "harbour",
  "orchard",
  "library",
  "furnace",
  "meadow",
  "quarry",
  "lantern",
  "archive",
  "granary",
  "viaduct",
];

/** A paragraph of about 60 tokens about one topic and a number. */
function paragraph(index: number): string {
  const topic = topics[index % topics.length] ?? "";
  return (
    `Report ${index} on the ${topic}. The ${topic} was inspected in the morning by two people. ` +
    `They counted ${index * 37 + 11} items, noted the weather and closed the gate behind them. ` +
    `Nothing else about the ${topic} was written down that day, and the next visit is due in spring.`
  );
}

/** Twenty records of one paragraph each; record 7 is about the archive. */
export function pool(): Body[] {
  return Array.from({ length: 20 }, (_, index) => ({ id: `r${index}`, text: paragraph(index) }));
}

export const needleTask: Body = { prompt: "How many items were counted at the archive in report 7?" };

/** A request that selects: the needle of a pool at a fifth of its tokens. */
export function needle(changes: Body = {}): Body {
  return {
    request_id: "contract-1",
    task: needleTask,
    budget: { max_context_tokens: 250 },
    records: pool(),
    ...changes,
  };
}

/** A copy with the field at `path` set, or removed if no value is given. */
export function changed(body: Body, path: readonly (string | number)[], value?: Json): Body {
  const copy = structuredClone(body);
  let at: Json | undefined = copy;
  for (const step of path.slice(0, -1)) at = stepInto(at, step);
  const last = path.at(-1);
  if (Array.isArray(at) && typeof last === "number" && value !== undefined) at[last] = value;
  else if (isObject(at) && typeof last === "string") {
    if (value === undefined) delete at[last];
    else at[last] = value;
  } else throw new Error(`no such place: ${path.join(".")}`);
  return copy;
}

function stepInto(at: Json | undefined, step: string | number): Json | undefined {
  if (Array.isArray(at) && typeof step === "number") return at[step];
  return isObject(at) && typeof step === "string" ? at[step] : undefined;
}

function isObject(value: Json | undefined): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
