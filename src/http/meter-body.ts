// Counts the body of an RPC while Connect reads it. Connect reads a request through its async iterator, once; this puts
// a counting one in its place. It also keeps Connect from destroying the connection when it stops reading early: the
// client has to see the answer.
import type { RpcRequest } from "../protocols/connect/listener.ts";
import type { Slot } from "../scheduling/in-flight.ts";
import { declaredLength } from "./body.ts";

/**
 * @param onNoRoom called when a body of unknown length passes what may be held; it answers the call
 * @returns false when there is no room for the declared length
 */
export function meterBody(req: RpcRequest, slot: Slot, onNoRoom: () => void): boolean {
  const declared = declaredLength(req);
  if (declared !== null && !slot.hold(declared)) return false;

  async function* counted(): AsyncGenerator<Buffer> {
    let crowded = false;
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      crowded = declared === null && !slot.hold(chunk.length);
      if (crowded) break;
      yield chunk;
    }
    if (!crowded) return;
    onNoRoom();
    // The call has its answer. Connect's half of it waits here and is forgotten with the request.
    await new Promise(() => {});
  }
  Object.defineProperty(req, Symbol.asyncIterator, { value: counted });
  return true;
}
