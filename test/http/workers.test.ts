// The real service with its real worker threads, under requests of megabytes.
import { connect } from "node:http2";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FRAME_HEAD_BYTES } from "../../src/protocols/protocol.ts";
import { type ServiceUnderTest, startServiceUnderTest } from "../contract/service-under-test.ts";
import { answerOf, frame, grpcHeaders, open } from "./fixtures/h2-call.ts";
import { createRequest } from "./fixtures/large-request.ts";

let service: ServiceUnderTest;
const large = createRequest(2_000_000);

beforeAll(async () => {
  service = await startServiceUnderTest();
});

afterAll(() => service.stop());

function select(signal?: AbortSignal) {
  const headers = { authorization: `Bearer ${service.keys.roomy}` };
  const init = { method: "POST", headers, body: large.json, ...(signal === undefined ? {} : { signal }) };
  return fetch(`${service.url}/v1/context/select`, init);
}

function health() {
  return fetch(`${service.url}/v1/health`, { headers: { authorization: `Bearer ${service.keys.roomy}` } });
}

describe("a select of 2 MB", () => {
  test("lets health checks through while it runs", async () => {
    let done = false;
    const selecting = select().then((reply) => {
      done = true;
      return reply.json();
    });
    // On the thread that selects, fewer would be served between its stages.
    for (let call = 0; call < 20; call++) expect((await health()).status).toBe(200);
    expect(done).toBe(false);
    expect(await selecting).toMatchObject({ request_id: "large", fallback_used: false });
  });

  test("is the same over gRPC", async () => {
    const session = connect(service.url);
    const stream = open(session, grpcHeaders("Select", service.keys.roomy), large.grpcFrame);
    const { trailers, body } = await answerOf(stream);
    expect(trailers).toMatchObject({ "grpc-status": "0" });
    expect(body.length).toBeGreaterThan(1_000);
    session.close();
  });

  test("ends when its client leaves, and the next is served", async () => {
    const leaving = new AbortController();
    const left = select(leaving.signal);
    await health();
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect((await select()).status).toBe(200);
  });

  test("ends at its deadline, in any stage", async () => {
    const session = connect(service.url);
    const headers = { ...grpcHeaders("Select", service.keys.roomy), "grpc-timeout": "20m" };
    const { headers: received, trailers } = await answerOf(open(session, headers, large.grpcFrame));
    expect((trailers ?? received)["grpc-status"]).toBe("4");
    session.close();
  });
});

describe("small selects", () => {
  const { json: small, grpcFrame } = createRequest(7_000);
  const statusOf = async () => {
    const headers = { authorization: `Bearer ${service.keys.roomy}` };
    const reply = await fetch(`${service.url}/v1/context/select`, { method: "POST", headers, body: small });
    await reply.arrayBuffer();
    return reply.status;
  };

  test("that arrive at once are all answered", async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, statusOf));
    expect(statuses).toEqual(statuses.map(() => 200));
  });

  test("of clients that wait for each response are all answered", async () => {
    const client = async () => {
      const statuses: number[] = [];
      for (let call = 0; call < 6; call++) statuses.push(await statusOf());
      return statuses;
    };
    const statuses = (await Promise.all(Array.from({ length: 32 }, client))).flat();
    expect(statuses).toEqual(statuses.map(() => 200));
  });

  test("in gzip are answered while every worker has a large one", async () => {
    let done = false;
    const larges = Array.from({ length: 8 }, () => select());
    void Promise.race(larges).then(() => {
      done = true;
    });
    await health();
    const headers = { authorization: `Bearer ${service.keys.roomy}`, "content-encoding": "gzip" };
    const init = { method: "POST", headers, body: gzipSync(small) };
    expect((await fetch(`${service.url}/v1/context/select`, init)).status).toBe(200);
    const session = connect(service.url);
    const compressed = frame(gzipSync(grpcFrame.subarray(FRAME_HEAD_BYTES)));
    compressed[0] = 1;
    const inGzip = { ...grpcHeaders("Select", service.keys.roomy), "grpc-encoding": "gzip" };
    const { trailers } = await answerOf(open(session, inGzip, compressed));
    expect([trailers?.["grpc-status"], done]).toEqual(["0", false]);
    session.close();
    await Promise.all(larges);
  });
});

test("a stopped service leaves nothing open", async () => {
  const short = await startServiceUnderTest();
  const before = process.getActiveResourcesInfo().length;
  const headers = { authorization: `Bearer ${short.keys.roomy}` };
  expect((await fetch(`${short.url}/v1/context/select`, { method: "POST", headers, body: large.json })).status).toBe(
    200,
  );
  await short.stop();
  expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before);
});
