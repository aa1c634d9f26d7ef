import { once } from "node:events";
import { connect, constants } from "node:http2";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { http2Server } from "../../../src/http/connections/http2.ts";
import { createPeers } from "../../../src/http/connections/peers.ts";
import { STREAMS_MAX, timeoutsOf } from "../../../src/http/limits.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { listeningPort } from "../../listening-port.ts";
import {
  END_HEADERS,
  END_STREAM,
  frameType,
  h2Field,
  h2Frame,
  h2Opening,
  h2Request,
  h2SettingsAck,
} from "../fixtures/frames.ts";
import { answerOf, open } from "../fixtures/h2-call.ts";
import { raw } from "../fixtures/raw.ts";
import { type Served, serve } from "../fixtures/served.ts";

let served: Served;

beforeAll(async () => {
  served = await serve({ maxRequestsInFlight: STREAMS_MAX });
});

afterAll(() => served.drain());

/** One less than may be open: the previous call has its answer, but the end of its body may not be read yet. */
const OPEN = STREAMS_MAX - 1;

/** For a call without a key, which is answered early. 300 of these are several times what the service reads at once. */
const headers = Buffer.concat([
  // POST and http, from the static table.
  Buffer.from([0x83, 0x86]),
  h2Field(":path", "/v1/context/select"),
  h2Field(":authority", "a"),
  ...[1, 2, 3, 4, 5].map((at) => h2Field(`x-${at}`, "y".repeat(120))),
]);

/** @param from the first of these calls, in the order in which they start */
function calls(from: number, count: number, frame: (stream: number) => Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, at) => frame(1 + 2 * (from + at))));
}

const begin = (stream: number) => h2Frame(frameType.headers, END_HEADERS, stream, headers);
const end = (stream: number) => h2Frame(frameType.data, END_STREAM, stream, Buffer.from("x"));

test("a client keeps its connection if it opens calls as fast as they are answered", async () => {
  const client = await raw(served.port);
  const answers = () => client.received().split("Unauthorized").length - 1;
  client.send(h2Opening());
  await client.until(/./);
  client.send(h2SettingsAck());
  // After some megabytes the network accepts at once what the service then reads in one turn of its event loop.
  client.send(h2Request(1, headers, Buffer.alloc(4_000_000)));
  await expect.poll(answers).toBe(1);
  client.send(calls(1, OPEN, begin));
  await expect.poll(answers).toBe(1 + OPEN);
  // These end with their last frame. Node.js refuses the following ones call by call.
  const read = h2Frame(frameType.ping, 0, 0, Buffer.from("all read"));
  client.send(Buffer.concat([calls(1, OPEN, end), calls(1 + OPEN, 300, begin), read]));
  await client.until(/all read/);
  client.socket.destroy();
});

const ignore = () => {};

test("a connection whose client abandoned half a gigabyte of responses answers the next call", async () => {
  const large = new Uint8Array(8_000_000);
  const { server } = http2Server(
    { timeouts: timeoutsOf(5_000), onUnreadable: ignore, clock: systemClock },
    (exchange) => exchange.send({ status: 200, headers: {}, body: exchange.target === "/large" ? large : "small" }),
    { opened: ignore, begun: ignore, known: ignore, peers: createPeers(systemClock, false) },
  );
  const session = connect(`http://127.0.0.1:${await listeningPort(server)}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  for (let times = 0; times < 70; times += 1) {
    const stream = session.request({ ":path": "/large" });
    await once(stream, "response");
    stream.close(constants.NGHTTP2_CANCEL);
    await once(stream, "close");
  }
  const { body } = await answerOf(open(session, { ":path": "/small" }, Buffer.alloc(0)));
  expect(body.toString()).toBe("small");
});
