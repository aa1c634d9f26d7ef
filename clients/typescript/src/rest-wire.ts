// A call over REST with nothing but `fetch`: no Node.js built-ins, so that it works wherever `fetch` does.
import { bearer, serviceUrl } from "./address.ts";
import { ConnectionError, MalformedAnswerError } from "./errors.ts";
import { selectPath } from "./gen/answer-fields.ts";
import { ANSWER_BYTES_MAX, guardRequestBytes } from "./limits.ts";
import { retryAfterOf } from "./retry-after.ts";
import type { Wire } from "./select-call.ts";
import { errorOfStatus } from "./status-errors.ts";

export interface RestAddress {
  /** Without `/v1`, as in `https://winnow.example`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch | undefined;
}

/** @throws TypeError when `baseUrl` is no URL of HTTP or `apiKey` is no key */
export function restWire({ baseUrl, apiKey, fetch: given }: RestAddress): Wire {
  const url = serviceUrl(baseUrl).href.replace(/\/$/, "") + selectPath;
  const headers = { authorization: bearer(apiKey), "content-type": "application/json" };
  return {
    prepare: (request) => {
      const body = new TextEncoder().encode(JSON.stringify(request));
      guardRequestBytes(body.byteLength);
      return async ({ signal }) => {
        // A redirect would turn the POST into a GET or take the key elsewhere.
        const init = { method: "POST", headers, body, signal, redirect: "manual" as const };
        const reply = await (given ?? fetch)(url, init);
        const text = await readText(reply);
        if (reply.status !== 200) throw errorOfStatus(reply.status, parsed(text), retryAfterOf(reply.headers));
        const json = parsed(text);
        if (json === undefined) throw new MalformedAnswerError("the answer is not JSON: see what stands at baseUrl");
        return json;
      };
    },
  };
}

/** Reads no more of a body than an answer may hold. */
async function readText({ body }: Response): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength;
    if (bytes > ANSWER_BYTES_MAX) {
      await reader.cancel();
      throw new ConnectionError(`the answer is longer than ${ANSWER_BYTES_MAX} bytes`, { retryAfter: "never" });
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

/** undefined for what is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
