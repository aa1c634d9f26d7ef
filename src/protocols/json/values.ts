// Readers of the values that are no messages: scalars, lists of them, enums, free-form objects. Compiled once per field
// of a descriptor; each stores a value of the right type as it is and coerces none.
import { type DescField, ScalarType } from "@bufbuild/protobuf";
import { compileCheck } from "./checks.ts";
import { enumNames, ruleOf } from "./rules.ts";
import { below, type Fields, isFields, jsonType, type Wrong, wrong } from "./violation.ts";

/**
 * Stores a value that was sent, or says what is wrong with it; paths are relative to the value.
 */
export type ValueReader = (value: unknown, message: Fields) => Wrong | null;

/** The number of an enum name that does not exist, where the rule `open_enum` carries it to the service. */
const UNKNOWN_ENUM_NUMBER = -1;

/** Larger integers are read as this, the most an int32 holds. */
const INTEGER_MAX = 2 ** 31 - 1;

/** Converts one JSON value, or undefined when it is of another type. */
interface Scalar {
  readonly noun: string;
  readonly from: (value: unknown) => unknown;
}

const scalars = new Map<ScalarType, Scalar>([
  [ScalarType.STRING, { noun: "a string", from: (value) => (typeof value === "string" ? value : undefined) }],
  [ScalarType.BOOL, { noun: "a boolean", from: (value) => (typeof value === "boolean" ? value : undefined) }],
  [ScalarType.DOUBLE, { noun: "a number", from: (value) => (typeof value === "number" ? value : undefined) }],
  [ScalarType.INT32, { noun: "an integer", from: integer }],
]);

/** JSON has one number type: `5.0` and `5e0` are integers, and so is `1e400`, which reads as infinity. */
function integer(value: unknown): number | undefined {
  if (typeof value !== "number" || (Number.isFinite(value) && !Number.isInteger(value))) return undefined;
  // Adding 0 turns -0 into 0.
  return Math.max(-INTEGER_MAX, Math.min(INTEGER_MAX, value)) + 0;
}

function scalarOf(field: DescField, type: ScalarType): Scalar {
  const scalar = scalars.get(type);
  if (scalar === undefined) throw new Error(`field ${field} is of a type that requests do not use`);
  return scalar;
}

export function scalarReader(field: DescField, type: ScalarType): ValueReader {
  const { localName } = field;
  const { noun, from } = scalarOf(field, type);
  const check = compileCheck(field);
  return (json, message) => {
    const value = from(json);
    if (value === undefined) return mustBe(noun, json);
    message[localName] = value;
    return check === null ? null : check(value);
  };
}

export function scalarListReader(field: DescField, type: ScalarType): ValueReader {
  const { localName } = field;
  const { noun, from } = scalarOf(field, type);
  const check = compileCheck(field);
  return (json, message) => {
    if (!Array.isArray(json)) return mustBe("an array", json);
    const values: unknown[] = [];
    for (let index = 0; index < json.length; index += 1) {
      const value = from(json[index]);
      if (value === undefined) return below(`[${index}]`, mustBe(noun, json[index]));
      values.push(value);
    }
    message[localName] = values;
    return check === null ? null : check(values);
  };
}

export function enumReader(field: DescField & { fieldKind: "enum" }): ValueReader {
  const { localName } = field;
  const names = [...enumNames(field.enum)];
  const numbers = new Map(names.map(([number, name]) => [name, number]));
  const unknown = wrong(`must be one of ${[...numbers.keys()].join(", ")}`);
  const { openEnum } = ruleOf(field);
  return (json, message) => {
    if (typeof json !== "string") return mustBe("a string", json);
    const number = numbers.get(json);
    if (number === undefined && !openEnum) return unknown;
    message[localName] = number ?? UNKNOWN_ENUM_NUMBER;
    return null;
  };
}

/** The parsed object itself: its own `__proto__` keys are plain data, and nothing is copied. */
export function freeFormReader(field: DescField): ValueReader {
  const { localName } = field;
  const check = compileCheck(field);
  return (json, message) => {
    if (!isFields(json)) return mustBe("an object", json);
    message[localName] = json;
    return check === null ? null : check(json);
  };
}

export function mustBe(noun: string, value: unknown): Wrong {
  // "an integer, not a number" would be true and no help.
  const fraction = noun === "an integer" && typeof value === "number";
  return wrong(`must be ${noun}, not ${fraction ? "a fraction" : jsonType(value)}`);
}
