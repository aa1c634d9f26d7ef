// Values of unknown shape: what is an object, and what any value is as text.

/** True for an object that is no array. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text as it is, another value as JSON; empty for what JSON cannot hold. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
