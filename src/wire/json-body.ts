// The bytes of a request body as a JSON object, or what is wrong with them. Strict UTF-8, one object, nothing after it.
import { isUtf8 } from "node:buffer";
import { type Fields, isFields, jsonType } from "./fields.ts";
import { type Wrong, wrong } from "./wrong.ts";

/** Characters of the parser's own message that are passed on: it may quote a fragment of the body. */
const PARSER_MESSAGE_CHARACTERS_MAX = 160;

export function parseBody(body: Uint8Array): { readonly object: Fields } | { readonly wrong: Wrong } {
  if (body.byteLength === 0) return { wrong: wrong("the body is empty") };
  // Decoding would replace invalid bytes without a word.
  if (!isUtf8(body)) return { wrong: wrong("the body is not valid UTF-8") };
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { wrong: wrong(`the body is not valid JSON: ${parserMessage(error)}`) };
  }
  return isFields(parsed)
    ? { object: parsed }
    : { wrong: wrong(`the body must be a JSON object, not ${jsonType(parsed)}`) };
}

function parserMessage(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, PARSER_MESSAGE_CHARACTERS_MAX).toWellFormed() : "";
}
