// The same rules for a message that protobuf decoded (gRPC, gRPC-Web, Connect): required fields by presence, bounds,
// rules between fields. Compiled once per message. The first failure is answered, with its path.
// A repeated field cannot say whether it was sent: an absent `records` is an empty one here.
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Failure } from "../../service/failure.ts";
import { compileCheck } from "./field-checks.ts";
import { type Fields, fieldsOf, isFields } from "./fields.ts";
import { type MessageCheck, messageCheck } from "./message-checks.ts";
import { isFreeForm, ruleOf } from "./rules.ts";
import { below, failureOf, type Wrong, wrong } from "./wrong.ts";

/** null when the message is well-formed. */
export function compilePresence(schema: DescMessage): (message: object) => Failure | null {
  const check = compileMessage(schema);
  return (message) => {
    const found = check(fieldsOf(message));
    return found === null ? null : failureOf(found);
  };
}

function compileMessage(schema: DescMessage): MessageCheck {
  const checks = schema.fields.map(compileField).filter((check) => check !== null);
  const whole = messageCheck(schema.typeName);
  return (message) => {
    for (let at = 0; at < checks.length; at += 1) {
      const found = checks[at]?.(message) ?? null;
      if (found !== null) return found;
    }
    return whole === null ? null : whole(message);
  };
}

function compileField(field: DescField): MessageCheck | null {
  const { name, localName } = field;
  const { required } = ruleOf(field);
  const missing = wrong("is missing", name);
  const check = compileValue(field);
  if (check === null && !required) return null;
  return (message) => {
    const value = message[localName];
    if (value === undefined) return required ? missing : null;
    const found = check === null ? null : check(value);
    return found === null ? null : below(name, found);
  };
}

function compileValue(field: DescField): ((value: unknown) => Wrong | null) | null {
  if (field.fieldKind === "message" && !isFreeForm(field)) {
    const check = compileMessage(field.message);
    return (value) => (isFields(value) ? check(value) : null);
  }
  if (field.fieldKind === "list" && field.listKind === "message") {
    const check = compileMessage(field.message);
    return (value) => (Array.isArray(value) ? firstWrong(value, check) : null);
  }
  return compileCheck(field);
}

function firstWrong(messages: readonly Fields[], check: MessageCheck): Wrong | null {
  // By number: this comes by each record of each call, and pairs made for it cost more than the checks.
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index];
    const found = message === undefined ? null : check(message);
    if (found !== null) return below(`[${index}]`, found);
  }
  return null;
}
