// Values of unknown type: whether one is an object, and any value as text.

/** True for an object that is not an array. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A text unchanged, any other value as JSON. Empty for undefined and for a function, which JSON leaves out.
 * @throws TypeError for a bigint and for a value that contains itself
 */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
