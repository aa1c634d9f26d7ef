// The tool `select_context`: arguments in; the block to paste as text, and the whole answer as data, out. What goes
// wrong is a result too, in words that say what to change. Knows no protocol.
import { randomUUID } from "node:crypto";
import { WinnowError } from "../client/errors.ts";
import { guardRequestBytes } from "../client/limits.ts";
import type { ContextRequest, ContextResponse } from "../client/shapes.ts";
import { errorOfStatus } from "../client/status-errors.ts";
import { readRequest } from "../local/selection.ts";

/** Answers one request, on this machine or elsewhere. @throws WinnowError */
export type Select = (request: ContextRequest, signal: AbortSignal) => Promise<ContextResponse>;

export interface ToolResult {
  readonly text: string;
  /** null for a call that failed. */
  readonly answer: ContextResponse | null;
}

/** @param args what the caller gave the tool, not yet looked at */
export async function selectContext(args: object, select: Select, signal: AbortSignal): Promise<ToolResult> {
  try {
    guardRequestBytes(Buffer.byteLength(JSON.stringify(args)));
    const answer = await select(requestFrom({ request_id: randomUUID(), ...args }), signal);
    return { text: answer.rendered_context, answer };
  } catch (error) {
    if (!(error instanceof WinnowError)) throw error;
    return { text: `${error.kind}: ${error.message}`, answer: null };
  }
}

/** @throws BadRequestError naming the field, before anything is sent anywhere */
function requestFrom(json: object): ContextRequest {
  if (isRequest(json)) return json;
  const read = readRequest(json, {});
  throw errorOfStatus(400, "failure" in read ? read.failure : null);
}

/** True of what the strict reader of /v1 takes. */
function isRequest(json: object): json is ContextRequest {
  return "message" in readRequest(json, {});
}
