// Parsed JSON in, a verified answer out. Required fields must be there, known fields must be of their type, the echo
// must be the request's own. What may be left out is filled in; fields that are not known stay as they are.
import { MalformedAnswerError, WrongEchoError } from "./errors.ts";
import { isFields } from "./fields.ts";
import { answerFields, type FieldType } from "./gen/answer-fields.ts";
import type { ContextResponse } from "./gen/shapes.ts";

/** @throws MalformedAnswerError naming the field; WrongEchoError when the answer is another request's */
export function verifiedAnswer(json: unknown, requestId: string): ContextResponse {
  const answer = completed("ContextResponse", json, "answer");
  if (!isAnswer(answer)) throw new MalformedAnswerError("answer is incomplete");
  if (answer.request_id !== requestId) throw new WrongEchoError("the answer echoes another request_id");
  return answer;
}

/** True of what `completed` made: every field of the table is there. */
function isAnswer(answer: object): answer is ContextResponse {
  return Object.keys(answerFields.ContextResponse ?? {}).every((name) => name in answer);
}

/** A copy in which every known field of the message is there. */
function completed(message: string, json: unknown, path: string): object {
  if (!isFields(json)) throw wrong(path, "an object", json);
  const table = answerFields[message] ?? {};
  const known = Object.entries(table).map(([name, { type, absent }]) => {
    const at = `${path}.${name}`;
    const value = json[name] ?? undefined;
    if (value !== undefined) return [name, checked(type, value, at)] as const;
    if (absent === undefined) throw new MalformedAnswerError(`${at} is missing`);
    return [name, structuredClone(absent)] as const;
  });
  // Entries are defined, not assigned: a field named `__proto__` is one like any other.
  return Object.fromEntries([...known, ...Object.entries(json).filter(([name]) => !Object.hasOwn(table, name))]);
}

function checked(type: FieldType, value: unknown, path: string): unknown {
  if (typeof type === "string") {
    if (type === "object" ? isFields(value) : typeof value === type) return value;
    throw wrong(path, `of type ${type}`, value);
  }
  if ("message" in type) return completed(type.message, value, path);
  if ("list" in type) {
    if (!Array.isArray(value)) throw wrong(path, "an array", value);
    return value.map((item: unknown, index) => checked(type.list, item, `${path}[${index}]`));
  }
  if (!isFields(value)) throw wrong(path, "an object", value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, checked(type.map, item, `${path}.*`)]));
}

function wrong(path: string, expected: string, value: unknown): MalformedAnswerError {
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
  return new MalformedAnswerError(`${path} is not ${expected} but ${found}`);
}
