import { expect, test } from "vitest";
import { answerFromService } from "../../src/mcp/answer-from-service.ts";
import { toolCall } from "./tool-call.ts";

test("what the reader of /v1 refuses is sent nowhere", async () => {
  const nobodyThere = answerFromService("http://127.0.0.1:1", "wnw_key");
  const args = { records: [{}], task: { prompt: "ferry" }, budget: { max_context_tokens: 9 } };
  const answer = nobodyThere(toolCall(args), new AbortController().signal);
  await expect(answer).rejects.toMatchObject({
    kind: "bad_request",
    message: "the request is malformed: records[0].text is missing",
  });
});
