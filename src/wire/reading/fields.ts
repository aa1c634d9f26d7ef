// Objects whose fields are named at run time: parsed JSON, and messages read or written by their descriptor.

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A message as its fields. */
export function fieldsOf(message: object): Fields {
  if (!isFields(message)) throw new TypeError("a message is a plain object");
  return message;
}

/** What JSON calls the value, with its article: for error texts. */
export function jsonType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
