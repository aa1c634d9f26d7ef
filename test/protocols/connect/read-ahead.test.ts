// A select request that is decoded before Connect's router gets the same response as from the router alone.
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { createContextValues } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { ContextRequestSchema, ContextService } from "../../../gen/winnow/v1/context_pb.ts";
import { callKey, createRouter, serveContext } from "../../../src/protocols/connect/router.ts";
import { createConnectUnary } from "../../../src/protocols/connect/unary.ts";
import { frameOf } from "../../../src/protocols/grpc/frames.ts";
import type { BufferedRequest } from "../../../src/protocols/reply.ts";
import { rpcName } from "../../../src/protocols/routes.ts";
import { callWith, smallHandlers } from "../small-handlers.ts";

const target = `/${rpcName(ContextService.method.select)}`;
const onFault = (fault: unknown) => expect.fail(String(fault));

const message = (prompt: string, text: string) =>
  toBinary(
    ContextRequestSchema,
    create(ContextRequestSchema, {
      requestId: "r",
      records: [{ text }],
      task: { prompt },
      budget: { maxContextTokens: 5 },
    }),
  );

const sound = message("find", "alpha");
const messages: Readonly<Record<string, Uint8Array>> = {
  sound,
  "long enough to be compressed": message("find", "alpha ".repeat(5_000)),
  empty: Uint8Array.of(),
  "without a task": sound.subarray(0, sound.indexOf(0x12) + 9),
  "cut short": sound.subarray(0, -1),
  "no message": Uint8Array.of(0),
  "that fails": message("engine error", "alpha"),
};

type Sending = Pick<BufferedRequest, "protocol" | "headers" | "body">;
const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes));

/** Forms of a request, some of which no client sends. */
const ways: Readonly<Record<string, (bytes: Uint8Array) => Sending>> = {
  connect: (bytes) => connect(bytes),
  "connect, in gzip": (bytes) => connect(gzip(bytes), { "content-encoding": "gzip" }),
  "connect, in gzip, for an answer in gzip": (bytes) =>
    connect(gzip(bytes), { "content-encoding": "gzip", "accept-encoding": "gzip" }),
  "connect, not in the gzip that it names": (bytes) => connect(bytes, { "content-encoding": "gzip" }),
  "connect, in an unknown encoding": (bytes) => connect(bytes, { "content-encoding": "br" }),
  "connect, of an unknown version": (bytes) => connect(bytes, { "connect-protocol-version": "2" }),
  web: (bytes) => web(frameOf(bytes, false)),
  "web, in gzip": (bytes) => web(frameOf(gzip(bytes), true), { "grpc-encoding": "gzip" }),
  "web, in gzip, for an answer as it is": (bytes) =>
    web(frameOf(gzip(bytes), true), { "grpc-encoding": "gzip", "grpc-accept-encoding": "identity" }),
  "web, in gzip that it does not name": (bytes) => web(frameOf(gzip(bytes), true)),
  "web, twice": (bytes) => web(Buffer.concat([frameOf(bytes, false), frameOf(bytes, false)])),
  "web, without the last byte": (bytes) => web(frameOf(bytes, false).subarray(0, -1)),
  "web, with a flag of none": (bytes) => web(Uint8Array.from([4, ...frameOf(bytes, false).subarray(1)])),
};

function connect(body: Uint8Array, more: BufferedRequest["headers"] = {}): Sending {
  const headers = { "content-type": "application/proto", "content-length": String(body.length), ...more };
  return { protocol: "connect", headers, body };
}

function web(body: Uint8Array, more: BufferedRequest["headers"] = {}): Sending {
  return { protocol: "grpc-web", headers: { "content-type": "application/grpc-web+proto", ...more }, body };
}

const ahead = createConnectUnary(smallHandlers(), onFault);
const router = createRouter();
serveContext(router, smallHandlers(), onFault);

/** The response of Connect's router alone. */
async function alone({ headers, body }: Sending) {
  const handler = router.handlers.find(({ requestPath }) => requestPath === target);
  async function* chunks() {
    if (body.length > 0) yield new Uint8Array(body);
  }
  const answer = await handler?.({
    httpVersion: "1.1",
    method: "POST",
    url: `http://localhost${target}`,
    header: new Headers(headers),
    body: chunks(),
    signal: new AbortController().signal,
    contextValues: createContextValues().set(callKey, callWith()),
  });
  const bytes: Uint8Array[] = [];
  for await (const chunk of answer?.body instanceof Uint8Array ? [answer.body] : (answer?.body ?? [])) {
    bytes.push(chunk);
  }
  return { status: answer?.status, headers: Object.fromEntries(answer?.header ?? []), body: Buffer.concat(bytes) };
}

const cases = Object.keys(ways).flatMap((way) => Object.keys(messages).map((name) => [way, name] as const));

test.each(cases)("%s: %s", async (way, name) => {
  await answersAlike(ways[way]?.(messages[name] ?? sound) ?? connect(sound));
});

async function answersAlike(sending: Sending): Promise<void> {
  const reply = await ahead({ ...sending, httpVersion: "1.1", httpMethod: "POST", target }, callWith());
  const { status, headers, body } = reply;
  expect({ status, headers, body: Buffer.from(body) }).toEqual(await alone(sending));
}
