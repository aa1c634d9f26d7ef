// Answers over real connections. The length of a sent array shows whether its memory was freed.
import { once } from "node:events";
import { createServer, get, type Server } from "node:http";
import {
  type ClientHttp2Session,
  connect,
  constants,
  createServer as createHttp2Server,
  type Http2Server,
} from "node:http2";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Http1Exchange } from "../../src/http/connections/http1-exchange.ts";
import { Http2Exchange } from "../../src/http/connections/http2-exchange.ts";
import type { Exchange } from "../../src/http/exchange.ts";
import { freeOnceSent } from "../../src/http/serve.ts";
import { listeningPort } from "../listening-port.ts";
import { answerOf, open } from "./fixtures/h2-call.ts";

const LARGE = 8_000_000;
const SMALL = 100_000;
/** More than the buffers between a server and a client that reads nothing. */
const ENDLESS = 60_000_000;

/** What was sent to each call, by its path. */
const sent = new Map<string, Uint8Array>();
/** Settles when an answer is over, sent or not. */
const over = new Map<string, PromiseWithResolvers<void>>();

function answer(exchange: Exchange): void {
  const body = new Uint8Array(Number(/\d+/.exec(exchange.target))).fill(97);
  const reply = { status: 200, headers: {}, body };
  sent.set(exchange.target, body);
  freeOnceSent(exchange, reply);
  exchange.onOver(() => over.get(exchange.target)?.resolve());
  exchange.send(reply);
}

let http1: Server;
let http1Port: number;
let http2: Http2Server;
let http2Port: number;
let session: ClientHttp2Session;

beforeAll(async () => {
  http1 = createServer((req, res) => answer(new Http1Exchange(req, res, () => false)));
  http1Port = await listeningPort(http1);
  http2 = createHttp2Server();
  http2.on("stream", (stream, headers, _flags, raw) => answer(new Http2Exchange(stream, headers, raw, () => {})));
  http2Port = await listeningPort(http2);
});

// Node.js counts the unsent rest of an aborted response for its connection, and refuses the next call on it.
beforeEach(() => {
  session = connect(`http://127.0.0.1:${http2Port}`);
});

afterEach(() => session.destroy());

afterAll(() => {
  http2.close();
  http1.close();
});

const read = {
  "HTTP/1.1": async (path: string) => {
    const [response] = await once(get({ port: http1Port, path }), "response");
    return (await text(response)).length;
  },
  "HTTP/2": async (path: string) => (await answerOf(open(session, { ":path": path }, Buffer.alloc(0)))).body.length,
};

const leave = {
  "HTTP/1.1": async (path: string) => {
    const [response] = await once(get({ port: http1Port, path }), "response");
    response.destroy();
  },
  "HTTP/2": async (path: string) => {
    const stream = session.request({ ":path": path });
    await once(stream, "response");
    stream.close(constants.NGHTTP2_CANCEL);
  },
};

const versions = ["HTTP/1.1", "HTTP/2"] as const;

test.each(versions)("over %s the memory of a large response is freed once it was sent in full", async (version) => {
  const path = `/${LARGE}/${version}`;
  over.set(path, Promise.withResolvers());
  expect(await read[version](path)).toBe(LARGE);
  await over.get(path)?.promise;
  expect(sent.get(path)?.length).toBe(0);
});

test.each(versions)("over %s a small response and an aborted large one are not freed", async (version) => {
  const [small, broken] = [`/${SMALL}/${version}`, `/${ENDLESS}/${version}`];
  for (const path of [small, broken]) over.set(path, Promise.withResolvers());
  expect(await read[version](small)).toBe(SMALL);
  await leave[version](broken);
  await Promise.all([small, broken].map((path) => over.get(path)?.promise));
  expect(sent.get(small)?.length).toBe(SMALL);
  expect(sent.get(broken)?.length).toBe(ENDLESS);
});
