// Bytes that no message can be read from are the caller's mistake. Connect answers INTERNAL to malformed protobuf and
// gives its own words to malformed JSON; this turns both into the failure that REST answers for the same mistake.
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import { badRequest } from "../service/failure.ts";
import { failureError } from "./failure-reply.ts";

/** How Connect words what its parsers throw. Pinned by tests over every protocol, since no type says it. */
const parserErrors: ReadonlyMap<string, Code> = new Map([
  ["parse binary: ", Code.Internal],
  ["cannot decode ", Code.InvalidArgument],
]);

/**
 * For the router's `requestGate`. A parser's error reaches the call's signal as its reason before Connect writes it
 * out, and no interceptor sees it: the signal is the one place where it can still be changed.
 */
export function correctMalformed({ signal }: HandlerContext): void {
  signal.addEventListener("abort", () => correct(signal.reason), { once: true });
}

function correct(reason: unknown): void {
  if (!(reason instanceof ConnectError)) return;
  for (const [start, code] of parserErrors) {
    if (reason.code !== code || !reason.rawMessage.startsWith(start)) continue;
    // The parser's own words quote the caller: they are not passed on.
    const { rawMessage, details } = failureError(badRequest("", "the body is not a readable message"));
    Object.assign(reason, { code: Code.InvalidArgument, rawMessage, details });
  }
}
