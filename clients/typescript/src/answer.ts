// Takes parsed JSON, returns a verified answer: required fields are present, known fields have their type, and the
// request ID is the request's. Absent optional fields get their defaults; unknown fields are passed on.
import { MalformedAnswerError, WrongEchoError } from "./errors.ts";
import { answerFields, type FieldType } from "./gen/answer-fields.ts";
import type { ContextResponse } from "./gen/shapes.ts";
import { isFields } from "./json.ts";

/** @throws MalformedAnswerError naming the field; WrongEchoError if the answer belongs to another request */
export function verifiedAnswer(json: unknown, requestId: string): ContextResponse {
  const answer = completed("ContextResponse", json, "answer");
  if (!isAnswer(answer)) throw new MalformedAnswerError("answer is incomplete");
  if (answer.request_id !== requestId) throw new WrongEchoError("the answer echoes another request_id");
  return answer;
}

/** True for what `completed` returns: it has every field of the table. */
function isAnswer(answer: object): answer is ContextResponse {
  return Object.keys(answerFields.ContextResponse ?? {}).every((name) => name in answer);
}

/** A copy with every known field of the message. */
function completed(message: string, json: unknown, path: string): object {
  if (!isFields(json)) throw typeError(path, "an object", json);
  const table = answerFields[message] ?? {};
  const known = Object.entries(table).map(([name, { type, absent }]) => {
    const at = `${path}.${name}`;
    const value = json[name] ?? undefined;
    if (value !== undefined) return [name, checked(type, value, at)] as const;
    if (absent === undefined) throw new MalformedAnswerError(`${at} is missing`);
    return [name, structuredClone(absent)] as const;
  });
  // `fromEntries` defines a field named `__proto__` like any other; an assignment would set the prototype.
  return Object.fromEntries([...known, ...Object.entries(json).filter(([name]) => !Object.hasOwn(table, name))]);
}

function checked(type: FieldType, value: unknown, path: string): unknown {
  if (typeof type === "string") {
    if (type === "object" ? isFields(value) : typeof value === type) return value;
    throw typeError(path, `of type ${type}`, value);
  }
  if ("message" in type) return completed(type.message, value, path);
  if ("list" in type) {
    if (!Array.isArray(value)) throw typeError(path, "an array", value);
    return value.map((item: unknown, index) => checked(type.list, item, `${path}[${index}]`));
  }
  if (!isFields(value)) throw typeError(path, "an object", value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, checked(type.map, item, `${path}.*`)]));
}

function typeError(path: string, expected: string, value: unknown): MalformedAnswerError {
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
  return new MalformedAnswerError(`${path} is not ${expected} but ${found}`);
}
