import { type ClientHttp2Session, connect, createServer } from "node:http2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Http2Exchange } from "../../../src/http/connections/http2-exchange.ts";
import { listeningPort } from "../../listening-port.ts";
import { answerOf, open } from "../fixtures/h2-call.ts";
import { type Served, selectBody, serve } from "../fixtures/served.ts";

let served: Served;
let session: ClientHttp2Session;

beforeAll(async () => {
  served = await serve();
  session = connect(served.address);
});

afterAll(async () => {
  session.close();
  await served.drain();
});

const select = { ":method": "POST", ":path": "/v1/context/select", authorization: "Bearer good" };

test("a HEAD request, whose stream Node.js ends at once, is answered and logged like any other", async () => {
  const headers = { ":method": "HEAD", ":path": "/v1/health", authorization: "Bearer good" };
  const answer = await answerOf(open(session, headers, Buffer.alloc(0)));
  expect([answer.headers[":status"], answer.body.length, answer.rstCode]).toEqual([404, 0, 0]);
  expect(await served.line(({ status }) => status === "404")).toMatchObject({ protocol: "rest" });
});

test.each([
  ["one piece", 1],
  ["pieces", 3],
])("a body that comes in %s is read in full", async (_name, pieces) => {
  const body = Buffer.from(selectBody("x", "a".repeat(9_000)));
  const stream = session.request(select);
  const answer = answerOf(stream);
  const step = Math.ceil(body.length / pieces);
  for (let at = 0; at < body.length; at += step) {
    await new Promise((resolve) => stream.write(body.subarray(at, at + step), resolve));
  }
  stream.end();
  const { headers, body: received } = await answer;
  expect([headers[":status"], JSON.parse(received.toString()).request_id]).toEqual([200, "r-1"]);
});

test("an ended stream references nothing of its call", async () => {
  const events: string[] = [];
  const over = Promise.withResolvers<readonly (string | symbol)[]>();
  const server = createServer();
  server.on("stream", (stream, headers, _flags, rawHeaders) => {
    const exchange = new Http2Exchange(stream, headers, rawHeaders, () => events.push("closed"));
    exchange.onOver(() => events.push("over"));
    exchange.body.on("data", () => {}).on("end", () => {});
    stream.on("close", () => over.resolve(stream.eventNames()));
    exchange.send({ status: 200, headers: {}, body: "answer", trailers: { "grpc-status": "0" } });
  });
  const session = connect(`http://127.0.0.1:${await listeningPort(server)}`);
  session.request({ ":method": "POST" }).end().resume();
  // Without a listener, an error would end the process.
  expect(await over.promise).toEqual(["error"]);
  expect(events).toEqual(["over", "closed"]);
  session.close();
  server.close();
});
