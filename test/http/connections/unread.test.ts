import { connect, constants, createServer } from "node:http2";
import { expect, onTestFinished, test } from "vitest";
import { Http2Exchange } from "../../../src/http/connections/http2-exchange.ts";
import { timeoutsOf } from "../../../src/http/limits.ts";
import { createInFlight } from "../../../src/scheduling/in-flight.ts";
import { listeningPort } from "../../listening-port.ts";
import { manualClock } from "../../time/manual-clock.ts";
import { answerOf, open } from "../fixtures/h2-call.ts";

/** More than one organisation may leave unread. */
const CALLS = 600;

test("any number of responses that were not written yet does not count as unread", async () => {
  const clock = manualClock("2026-01-01T00:00:00Z");
  const inFlight = createInFlight({ maxRequests: 2 * CALLS, maxBytes: 1_000_000, ...timeoutsOf(20_000) }, clock);
  const exchanges: Http2Exchange[] = [];
  const allHere = Promise.withResolvers<void>();
  const server = createServer();
  server.on("stream", (stream, headers, _flags, rawHeaders) => {
    const exchange = new Http2Exchange(stream, headers, rawHeaders, () => {});
    inFlight.enter(exchange, "acme", () => {});
    if (exchanges.push(exchange) === CALLS) allHere.resolve();
  });
  const session = connect(`http://127.0.0.1:${await listeningPort(server)}`);
  onTestFinished(() => {
    inFlight.stop();
    session.close();
    server.close();
  });
  const answers = Array.from({ length: CALLS }, () => answerOf(open(session, { ":path": "/" }, Buffer.alloc(0))));
  await allHere.promise;
  for (const exchange of exchanges) {
    exchange.send({ status: 200, headers: {}, body: "answer" });
    inFlight.answered(exchange);
    clock.pass(1);
  }
  const codes = (await Promise.all(answers)).map(({ rstCode }) => rstCode);
  expect(new Set(codes)).toEqual(new Set([constants.NGHTTP2_NO_ERROR]));
});
