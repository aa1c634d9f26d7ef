import { expect, test } from "vitest";
import { startWinnow } from "../winnow-process.ts";

test("SIGUSR1 opens no debugger", async () => {
  const winnow = await startWinnow("--port", "0");
  winnow.process.kill("SIGUSR1");
  const answer = await fetch(`${winnow.url}/v1/health`, { headers: { authorization: `Bearer ${winnow.key}` } });
  expect(answer.status).toBe(200);
  expect(await winnow.stop()).toBe(0);
  expect(winnow.log()).not.toMatch(/debugger/i);
});
