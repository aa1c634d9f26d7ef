// Floods of small HTTP/2 frames, as attackers send them. Node.js limits most of them. This test checks that it still
// does, and that our code does not lift the limit. Each flood must end with the connection closed and everyone else
// served.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { END_HEADERS, frameType, h2Field, h2Frame, h2Opening, h2Post } from "../fixtures/frames.ts";
import { raw } from "../fixtures/raw.ts";
import { type Served, serve } from "../fixtures/served.ts";

let served: Served;

beforeAll(async () => {
  served = await serve();
});

afterAll(() => served.drain());

const headers = h2Post("/winnow.v1.ContextService/Select", h2Field("content-type", "application/grpc"));

function repeated(count: number, frames: (index: number) => readonly Buffer[]): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, index) => frames(index)).flat());
}

describe("a flood of", () => {
  test.each([
    [
      "calls that are reset at once",
      repeated(5_000, (index) => [
        h2Frame(frameType.headers, END_HEADERS, 1 + 2 * index, headers),
        h2Frame(frameType.rstStream, 0, 1 + 2 * index, Buffer.from([0, 0, 0, 8])),
      ]),
    ],
    [
      "headers without end",
      Buffer.concat([
        h2Frame(frameType.headers, 0, 1, headers),
        repeated(2_000, (index) => [h2Frame(frameType.continuation, 0, 1, h2Field(`x-${index}`, "y".repeat(100)))]),
      ]),
    ],
    ["settings", repeated(50_000, () => [h2Frame(frameType.settings, 0, 0, Buffer.from([0, 4, 0, 0, 255, 255]))])],
    ["pings whose replies are not read", repeated(50_000, () => [h2Frame(frameType.ping, 0, 0, Buffer.alloc(8))])],
    [
      "empty data",
      Buffer.concat([
        h2Frame(frameType.headers, END_HEADERS, 1, headers),
        repeated(50_000, () => [h2Frame(frameType.data, 0, 1, Buffer.alloc(0))]),
      ]),
    ],
  ])("%s ends the connection and disturbs no other client", async (_name, bytes) => {
    const client = await raw(served.port);
    client.socket.pause();
    client.send(Buffer.concat([h2Opening(), bytes]));
    const closed = client.ended();
    setImmediate(() => client.socket.resume());
    await closed;
    const answer = await fetch(`${served.address}/v1/health`, { headers: { authorization: "Bearer good" } });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  });
});
