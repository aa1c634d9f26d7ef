import { expect, test } from "vitest";
import { selectPath } from "../../src/protocols/routes.ts";
import { createUnary } from "../../src/protocols/unary.ts";
import { machineEnvironment } from "../../src/service/call.ts";
import { createHandlers } from "../../src/service/handlers.ts";
import { warm } from "../../src/workers/warm.ts";

test("runs a call to its end in which something has to be left out", async () => {
  const faults: unknown[] = [];
  const unary = createUnary(createHandlers(machineEnvironment, { selectPath, buildId: "b" }), (fault) =>
    faults.push(fault),
  );
  const replies: unknown[] = [];
  await warm(async (request, call) => {
    const reply = await unary(request, call);
    replies.push({ status: reply.status, body: JSON.parse(String(reply.body)) });
    return reply;
  });
  expect(replies).toMatchObject([{ status: 200, body: { request_id: "warm", gate: { engaged: true } } }]);
  expect(faults).toEqual([]);
});
