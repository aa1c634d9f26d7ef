import { once } from "node:events";
import { connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Http2Exchange } from "../../src/server/http2-exchange.ts";

test("a stream that is over leads to nothing of its call", async () => {
  const told: string[] = [];
  const over = Promise.withResolvers<readonly (string | symbol)[]>();
  const server = createServer().listen(0, "127.0.0.1");
  server.on("stream", (stream, headers, _flags, rawHeaders) => {
    const exchange = new Http2Exchange(stream, headers, rawHeaders);
    exchange.onOver(() => told.push("over"));
    exchange.body.on("data", () => {}).on("end", () => {});
    stream.on("close", () => over.resolve(stream.eventNames()));
    exchange.send({ status: 200, headers: {}, body: "answer", trailers: { "grpc-status": "0" } });
  });
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  const session = connect(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
  session.request({ ":method": "POST" }).end().resume();
  // Without one for errors, an error would end the process.
  expect(await over.promise).toEqual(["error"]);
  expect(told).toEqual(["over"]);
  session.close();
  server.close();
});
