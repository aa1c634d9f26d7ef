// A call that is answered whole: when its body has come it is answered, wherever there is room for it, and its answer
// is sent.
import { freeArray } from "../protocols/array-memory.ts";
import { frameBytes } from "../protocols/grpc/frames.ts";
import { protocols } from "../protocols/protocol.ts";
import { unavailable } from "../protocols/refusals.ts";
import type { Slot } from "../scheduling/in-flight.ts";
import type { RejectionDelay } from "../scheduling/rejection-delay.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import { type BodyProblem, readBody, receive } from "./body.ts";
import { answerBodyProblem, isUndecodable } from "./body-problem.ts";
import type { AdmittedCall, OpenCall } from "./open-call.ts";
import { sendRest } from "./send-rest.ts";
import { giveBackOnceSent } from "./sent-answer.ts";
import { wholeRequest } from "./whole-request.ts";

export type ServeWhole = (open: OpenCall, call: AdmittedCall, slot: Slot) => Promise<void>;

export function createServeWhole(scheduler: Scheduler, delayRejection: RejectionDelay): ServeWhole {
  return async (open, call, slot) => {
    const { exchange, target } = open;
    const received = await bodyOf(open, slot);
    // Only a select call's body is read. No other can be malformed: an unknown path is a 404 before all.
    const body = isUndecodable(received) && !target.spendsQuota ? Buffer.alloc(0) : received;
    if (typeof body === "string") return answerBodyProblem(body, open);
    open.checkDeadline();
    const bytes = body.length;
    const reply = await scheduler.answer(wholeRequest(exchange, target.protocol, body), call, target.spendsQuota);
    // Of a call that was stopped somebody may still read it: the collector knows when nobody does.
    if (!call.signal.aborted) freeArray(body);
    if ("refused" in reply || !slot.holdAnswer(Buffer.byteLength(reply.body))) {
      await new Promise<void>((resolve) => delayRejection(bytes, resolve));
      return open.refuse(unavailable);
    }
    giveBackOnceSent(exchange, reply);
    if (!protocols[target.protocol].isRpc) await sendRest(exchange, reply);
    else open.answer(reply);
  };
}

function bodyOf({ exchange, target: { protocol } }: OpenCall, { hold }: Slot): Promise<Buffer | BodyProblem> {
  const { isRpc, isFramed, receivedBytesMax } = protocols[protocol];
  if (!isRpc) return readBody(exchange, receivedBytesMax, hold);
  return receive(exchange, receivedBytesMax, hold, isFramed ? frameBytes : undefined);
}
