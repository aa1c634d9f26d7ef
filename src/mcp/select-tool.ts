// The tool `select_context`: arguments in; the block to paste as text, and the whole answer as data, out. What goes
// wrong is a result too, in words that say what to change. Knows no protocol.
import { randomUUID } from "node:crypto";
import { WinnowError } from "../client/errors.ts";
import { guardRequestBytes } from "../client/limits.ts";
import type { ContextResponse } from "../client/shapes.ts";

/**
 * Answers one request, on this machine or elsewhere.
 * @param args JSON of which nothing is known
 * @throws WinnowError, a BadRequestError among them that names the field
 */
export type Select = (args: object, signal: AbortSignal) => Promise<ContextResponse>;

export interface ToolResult {
  readonly text: string;
  /** null for a call that failed. */
  readonly answer: ContextResponse | null;
}

/** @param args what the caller gave the tool, not yet looked at */
export async function selectContext(args: object, select: Select, signal: AbortSignal): Promise<ToolResult> {
  try {
    guardRequestBytes(Buffer.byteLength(JSON.stringify(args)));
    const answer = await select({ request_id: randomUUID(), ...args }, signal);
    return { text: answer.rendered_context, answer };
  } catch (error) {
    if (!(error instanceof WinnowError)) throw error;
    return { text: `${error.kind}: ${error.message}`, answer: null };
  }
}
