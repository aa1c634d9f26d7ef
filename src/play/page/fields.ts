// Objects whose fields are named at run time: a request as the page holds it.

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object at `name`; an empty one when there is none. */
export function fieldsAt(of: Fields, name: string): Fields {
  const value = of[name];
  return isFields(value) ? value : {};
}

export function listAt(of: Fields, name: string): readonly unknown[] {
  const value = of[name];
  return Array.isArray(value) ? value : [];
}
