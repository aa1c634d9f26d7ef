// A service elsewhere as what answers the tool. Whoever calls a tool has its own context still, so nothing is made up
// in place of an answer: no answer is an error.
import { createClient } from "winnow-client";
import { assertRequest } from "./read-arguments.ts";
import type { Select } from "./select-tool.ts";

/** An agent asks for one answer and can wait for it longer than the client does by default. */
const TIMEOUT_MS = 10_000;

/** @throws TypeError when `baseUrl` is no URL of HTTP or `apiKey` is no key */
export function answerFromService(baseUrl: string, apiKey: string): Select {
  const client = createClient({ baseUrl, apiKey, strict: true, timeoutMs: TIMEOUT_MS });
  return async ({ request }, signal) => {
    assertRequest(request);
    const { response, cause } = await client.select(request, { signal });
    if (response === null) throw cause;
    return response;
  };
}
