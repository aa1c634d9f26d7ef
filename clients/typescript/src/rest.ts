// The transport over REST: one POST with `fetch` and no built-in of Node.js, so that it works wherever `fetch` does.
import { MalformedAnswerError } from "./errors.ts";
import { selectPath } from "./gen/answer-fields.ts";
import { errorOfStatus } from "./status-errors.ts";
import { ANSWER_BYTES_MAX, bearer, guardRequestBytes, retryAfterOf, serviceUrl, type Transport } from "./transport.ts";

export interface RestAddress {
  /** Without `/v1`, as in `https://winnow.example`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** @throws TypeError if `baseUrl` is not an HTTP URL or `apiKey` is not a valid key */
export function restTransport({ baseUrl, apiKey, fetch: given }: RestAddress): Transport {
  const url = serviceUrl(baseUrl).href.replace(/\/$/, "") + selectPath;
  const headers = { authorization: bearer(apiKey), "content-type": "application/json" };
  return {
    prepare: (request) => {
      const body = new TextEncoder().encode(JSON.stringify(request));
      guardRequestBytes(body.byteLength);
      return async ({ signal }) => {
        // A redirect would turn the POST into a GET or send the key to another host.
        const init = { method: "POST", headers, body, signal, redirect: "manual" as const };
        const reply = await (given ?? fetch)(url, init);
        const text = await readText(reply);
        if (reply.status !== 200) throw errorOfStatus(reply.status, parsed(text), retryAfterOf(reply.headers));
        const json = parsed(text);
        if (json === undefined) throw new MalformedAnswerError("the answer is not JSON: see what runs at baseUrl");
        return json;
      };
    },
  };
}

/** @throws MalformedAnswerError for a body that is longer than any answer */
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
      throw new MalformedAnswerError(`the answer is longer than ${ANSWER_BYTES_MAX} bytes`);
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

/** undefined for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
