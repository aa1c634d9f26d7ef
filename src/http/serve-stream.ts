// A call that is no single message in and out, such as a health watch: Connect's router reads it and answers it.
import type { Serving } from "../protocols/connect/health.ts";
import { createRpc } from "../protocols/connect/listener.ts";
import { unavailable } from "../protocols/refusals.ts";
import type { Slot } from "../scheduling/in-flight.ts";
import type { ContextHandlers } from "../service/call.ts";
import { meterBody } from "./meter-body.ts";
import type { AdmittedCall, OpenCall } from "./open-call.ts";

export type ServeStream = (open: OpenCall, call: AdmittedCall, slot: Slot) => void;

/** @param onFault is told of what a handler threw, which callers never see */
export function createServeStream(
  handlers: ContextHandlers,
  serving: Serving,
  onFault: (fault: unknown) => void,
): ServeStream {
  const rpc = createRpc(handlers, { serving, onFault });
  return (open, call, slot) => {
    const { req, res } = open.exchange.nodePair();
    if (!meterBody(req, slot, () => open.refuse(unavailable))) return open.refuse(unavailable);
    open.leave(res);
    rpc(req, res, call);
  };
}
