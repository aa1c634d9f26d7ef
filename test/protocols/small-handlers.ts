// A small real handler set. Its answers depend only on the request, and the prompt chooses how a call fails.
import { create } from "@bufbuild/protobuf";
import {
  ContextResponseSchema,
  GetHealthResponseSchema,
  ListOperatingPointsResponseSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import { plainStage } from "../../src/engine/select.ts";
import type { Call, ContextHandlers } from "../../src/service/call.ts";
import { engineError, requestTooLarge } from "../../src/service/failure.ts";
import { generousTier } from "../tiers.ts";

export function callWith(signal: AbortSignal = new AbortController().signal): Call {
  return { caller: { organisation: "o", keyId: "k", tier: generousTier }, signal, stage: plainStage, report: () => {} };
}

export interface SmallHandlers extends ContextHandlers {
  /** Settles when the first call waits. */
  readonly waiting: Promise<void>;
  /** Settles with the reason with which the first waiting call was aborted. */
  readonly stopped: Promise<unknown>;
}

export function smallHandlers(): SmallHandlers {
  const waiting = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<unknown>();
  return {
    waiting: waiting.promise,
    stopped: stopped.promise,
    select: async (request, { signal }) => {
      const prompt = request.task?.prompt ?? "";
      if (prompt === "too large") return { failure: requestTooLarge("records", 10, 11) };
      if (prompt === "engine error") return { failure: engineError("no such label") };
      if (prompt === "throw") throw new Error("secret of the caller");
      if (prompt === "wait") {
        const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        waiting.resolve();
        await aborted;
        stopped.resolve(signal.reason);
        throw signal.reason;
      }
      const text = request.records.map((record) => record.text ?? "").join("\n");
      const renderedContext = prompt === "twice" ? text + text : text;
      return { message: create(ContextResponseSchema, { requestId: request.requestId ?? "", renderedContext }) };
    },
    listOperatingPoints: () =>
      create(ListOperatingPointsResponseSchema, {
        default: "one",
        operatingPoints: [{ label: "one", policyVersion: "1" }],
      }),
    getHealth: () => create(GetHealthResponseSchema, { status: "ok", service: "winnow", operatingPoints: ["one"] }),
  };
}
