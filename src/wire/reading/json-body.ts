// The bytes of a request body as a JSON object, or what is wrong with them. Strict UTF-8, one object, nothing after it.
import { isUtf8 } from "node:buffer";
import { type Fields, isFields, jsonType } from "./fields.ts";
import { parserWords } from "./parser-words.ts";
import { type Wrong, wrong } from "./wrong.ts";

export function parseBody(body: Uint8Array): { readonly object: Fields } | { readonly wrong: Wrong } {
  if (body.byteLength === 0) return { wrong: wrong("the body is empty") };
  // Decoding would replace invalid bytes without a word.
  if (!isUtf8(body)) return { wrong: wrong("the body is not valid UTF-8") };
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? parserWords(error.message) : "";
    return { wrong: wrong(`the body is not valid JSON: ${why}`) };
  }
  return isFields(parsed)
    ? { object: parsed }
    : { wrong: wrong(`the body must be a JSON object, not ${jsonType(parsed)}`) };
}
