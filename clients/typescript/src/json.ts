// Values of unknown type: whether one is an object, and any value as text.

/** True for an object that is not an array. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text unchanged, another value as JSON; empty for a value that JSON cannot hold. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
