// Request bodies for the tests of protocols: a small valid one, and copies of it with one place changed.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export function validRequest(): Record<string, Json> {
  return {
    request_id: "req-1",
    records: [{ text: "alpha" }, { text: "beta", kind: "tool_result", id: "b" }],
    task: { prompt: "find beta" },
    budget: { max_context_tokens: 100 },
  };
}

/** A valid request with a ladder. */
export function adaptiveRequest(): Record<string, Json> {
  const adaptive = { initial_tokens: 10, escalation_tokens: [20, 40], allow_full_context_fallback: false };
  return { ...validRequest(), budget: { max_context_tokens: 100, mode: "adaptive", adaptive } };
}

/** @param path keys and indices from the top; the value undefined removes the field */
export function changed(
  request: Record<string, Json>,
  path: readonly (string | number)[],
  value: Json | undefined,
): Record<string, Json> {
  const copy = structuredClone(request);
  let place: unknown = copy;
  for (const step of path.slice(0, -1)) place = Reflect.get(Object(place), step);
  const last = path.at(-1) ?? "";
  if (value === undefined) Reflect.deleteProperty(Object(place), last);
  else Reflect.set(Object(place), last, value);
  return copy;
}

export function bytes(value: unknown): Uint8Array {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
}
