// The unary methods of the ConformanceService: they do what the request says and report what they saw. Messages are
// handled in their JSON form, because their types are known only at run time.
import { setTimeout as delay } from "node:timers/promises";
import {
  type DescMethod,
  type DescMethodUnary,
  fromJson,
  type JsonValue,
  type Message,
  toJson,
} from "@bufbuild/protobuf";
import { AnySchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import { codeFromString } from "@connectrpc/connect/protocol-connect";
import { z } from "zod";
import { BODY_BYTES_MAX } from "../../../src/limits.ts";
import { abortError } from "../../../src/protocols/handler.ts";
import { conformanceService, messageNamed, registry } from "./schema.ts";

const headers = z.array(z.object({ name: z.string(), value: z.array(z.string()).default([]) })).default([]);
const wanted = z.object({
  responseHeaders: headers,
  responseTrailers: headers,
  responseData: z.string().optional(),
  responseDelayMs: z.number().default(0),
  error: z
    .object({
      code: z.string(),
      message: z.string().default(""),
      details: z.array(z.record(z.string(), z.json())).default([]),
    })
    .optional(),
});
const asked = z.object({ responseDefinition: wanted.default(wanted.parse({})) });

/** Serves the unary methods; this run of the suite has no streams. */
export function serveConformance(router: ConnectRouter): ConnectRouter {
  for (const method of conformanceService.methods.filter(isUnary)) {
    // Answers contain messages of any type, which only a registry can write as JSON.
    const options = { jsonOptions: { registry }, readMaxBytes: BODY_BYTES_MAX };
    router.rpc(method, (request, context) => answer(request, context, method), options);
  }
  return router;
}

function isUnary(method: DescMethod): method is DescMethodUnary {
  return method.methodKind === "unary";
}

async function answer(request: Message, context: HandlerContext, method: DescMethod): Promise<Message> {
  if (method.name === "Unimplemented") throw new ConnectError("not implemented", Code.Unimplemented);
  const sent = toJson(method.input, request, { registry });
  const { responseDefinition } = asked.parse(sent);
  for (const { name, value } of responseDefinition.responseHeaders) {
    for (const each of value) context.responseHeader.append(name, each);
  }
  for (const { name, value } of responseDefinition.responseTrailers) {
    for (const each of value) context.responseTrailer.append(name, each);
  }
  await delay(responseDefinition.responseDelayMs, undefined, { signal: context.signal }).catch(() => {
    throw abortError(context.signal.reason);
  });
  const requestInfo = requestInfoOf(context, {
    "@type": `type.googleapis.com/${method.input.typeName}`,
    ...record(sent),
  });
  const { error, responseData } = responseDefinition;
  if (error !== undefined) throw errorOf(error, requestInfo);
  const payload = { requestInfo, ...(responseData === undefined ? {} : { data: responseData }) };
  return fromJson(method.output, { payload }, { registry });
}

function requestInfoOf(context: HandlerContext, request: JsonValue): { readonly [name: string]: JsonValue } {
  const timeoutMs = context.timeoutMs();
  const query = [...new URL(context.url).searchParams];
  const get = { connectGetInfo: { queryParams: query.map(([name, value]) => ({ name, value: [value] })) } };
  return {
    requestHeaders: [...context.requestHeader].map(([name, value]) => ({ name, value: [value] })),
    ...(timeoutMs === undefined ? {} : { timeoutMs: Math.round(timeoutMs) }),
    requests: [request],
    ...(context.requestMethod === "GET" ? get : {}),
  };
}

function errorOf({ code, message, details }: NonNullable<z.infer<typeof wanted>["error"]>, requestInfo: JsonValue) {
  const name = code.replace("CODE_", "").toLowerCase();
  const error = new ConnectError(message, codeFromString(name));
  const desc = messageNamed("ConformancePayload.RequestInfo");
  const info = { "@type": `type.googleapis.com/${desc.typeName}`, ...record(requestInfo) };
  for (const detail of [...details, info]) {
    const { typeUrl, value } = fromJson(AnySchema, detail, { registry });
    error.details.push({ type: typeUrl.slice(typeUrl.lastIndexOf("/") + 1), value });
  }
  return error;
}

function record(json: JsonValue) {
  return z.record(z.string(), z.json()).parse(json);
}
