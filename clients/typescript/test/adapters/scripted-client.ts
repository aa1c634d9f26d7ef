// A client that selects as a test says, and records its requests.
import type { CallOptions, ContextRequest, Selection, WinnowClient } from "../../src/client.ts";

export interface ScriptedClient extends WinnowClient {
  readonly asked: readonly { readonly request: ContextRequest; readonly options: CallOptions | undefined }[];
}

export function scriptedClient(answer: (request: ContextRequest) => Selection): ScriptedClient {
  const asked: { request: ContextRequest; options: CallOptions | undefined }[] = [];
  return {
    asked,
    select: async (request, options) => {
      asked.push({ request, options });
      return answer(request);
    },
  };
}
