import { expect, test } from "vitest";
import type { BufferedReply } from "../../src/protocols/reply.ts";
import { selectPath } from "../../src/protocols/routes.ts";
import { createUnary } from "../../src/protocols/unary.ts";
import { machineEnvironment } from "../../src/service/call.ts";
import { createHandlers } from "../../src/service/handlers.ts";
import { warmLargeCalls, warmSmallCalls } from "../../src/workers/warm.ts";

test.each([
  ["small", warmSmallCalls],
  ["large", warmLargeCalls],
])("%s calls are answered over REST and gRPC, and something is selected in each", async (_name, warm) => {
  const faults: unknown[] = [];
  const unary = createUnary(createHandlers(machineEnvironment, { selectPath, buildId: "b" }), (fault) =>
    faults.push(fault),
  );
  const replies: (BufferedReply & { readonly outcome: unknown; readonly protocol: string })[] = [];
  await warm(async (request, call) => {
    let outcome: unknown = null;
    const report: typeof call.report = (facts) => {
      outcome = facts.outcome ?? outcome;
    };
    const reply = await unary(request, { ...call, report });
    replies.push({ ...reply, outcome, protocol: request.protocol });
    return reply;
  });
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  expect(replies.map(({ outcome }) => outcome)).toEqual(replies.map(() => "select"));
  expect(new Set(replies.map(({ protocol }) => protocol))).toEqual(new Set(["rest", "grpc"]));
  expect(faults).toEqual([]);
});
