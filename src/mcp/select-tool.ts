// The tool `select_context`: arguments in; the block to paste as text, and the whole answer as data, out. What goes
// wrong is a result too, in words that say what to change. Knows no protocol.
import { randomUUID } from "node:crypto";
import { type ContextResponse, guardRequestBytes, REQUEST_BYTES_MAX, WinnowError } from "winnow-client";

/** What the tool is given, with an id. Nothing else is known of it. */
export interface ToolCall {
  readonly request: object;
  /** The same as JSON. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Answers one request, on this machine or elsewhere.
 * @throws WinnowError, a BadRequestError among them that names the field
 */
export type Select = (call: ToolCall, signal: AbortSignal) => Promise<ContextResponse>;

export interface ToolResult {
  readonly text: string;
  /** null for a call that failed. */
  readonly answer: ContextResponse | null;
}

/** @param args what the caller gave the tool, not yet looked at */
export async function selectContext(args: object, select: Select, signal: AbortSignal): Promise<ToolResult> {
  try {
    const answer = await select(asCall(args), signal);
    return { text: answer.rendered_context, answer };
  } catch (error) {
    if (!(error instanceof WinnowError)) throw error;
    return { text: `${error.kind}: ${error.message}`, answer: null };
  }
}

/** @throws RequestTooLargeError */
function asCall(args: object): ToolCall {
  const request = { request_id: randomUUID(), ...args };
  // For large texts several times as fast as Buffer.from.
  const body = new TextEncoder().encode(JSON.stringify(request));
  // The id that it may have been given counts for nothing.
  if (body.length > REQUEST_BYTES_MAX) guardRequestBytes(Buffer.byteLength(JSON.stringify(args)));
  return { request, body };
}
