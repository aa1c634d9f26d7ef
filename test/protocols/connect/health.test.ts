import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, createHandlerContext } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  Health,
  HealthCheckRequestSchema,
  HealthCheckResponse_ServingStatus as Status,
} from "../../../gen/grpc/health/v1/health_pb.ts";
import { createHealth, createServing, type ServingSwitch } from "../../../src/protocols/connect/health.ts";
import { createProbeRpc } from "../../../src/protocols/connect/listener.ts";
import { type Listening, listening } from "../listening.ts";

let serving: ServingSwitch;
let server: Listening;

beforeEach(async () => {
  serving = createServing();
  const onFault = (fault: unknown) => {
    throw fault;
  };
  server = await listening(createProbeRpc({ serving, onFault }));
});
afterEach(() => server.close());

function grpcClient() {
  return createClient(Health, createGrpcTransport({ baseUrl: server.http2 }));
}

async function codeOf(call: Promise<unknown>): Promise<Code> {
  return ConnectError.from(
    await call.then(
      () => new Error("succeeded"),
      (error: unknown) => error,
    ),
  ).code;
}

describe("Check", () => {
  test.each(["", "winnow.v1.ContextService"])("follows the state for the service %j", async (service) => {
    const client = grpcClient();
    const seen = [];
    for (const state of ["starting", "serving", "draining"] as const) {
      serving.set(state);
      seen.push((await client.check({ service })).status);
    }
    expect(seen).toEqual([Status.NOT_SERVING, Status.SERVING, Status.NOT_SERVING]);
  });

  test("does not find an unknown service", async () => {
    expect(await codeOf(grpcClient().check({ service: "winnow.v1.Nope" }))).toBe(Code.NotFound);
  });
});

describe("Watch", () => {
  test.each([
    ["gRPC", () => createGrpcTransport({ baseUrl: server.http2 })],
    ["gRPC-Web", () => createGrpcWebTransport({ baseUrl: server.http1, httpVersion: "1.1" as const })],
    ["Connect", () => createConnectTransport({ baseUrl: server.http2, httpVersion: "2" as const })],
  ])("over %s sends every change and ends with the drain", async (_, transport) => {
    const client = createClient(Health, transport());
    const seen: Status[] = [];
    const next = ["serving", "starting", "draining"] as const;
    const ended = codeOf(
      (async () => {
        for await (const { status } of client.watch({ service: "" })) {
          const state = next[seen.length];
          seen.push(status);
          if (state !== undefined) serving.set(state);
        }
      })(),
    );
    expect(await ended).toBe(Code.Unavailable);
    // Neither "starting" nor "draining" serves, so the client sees no change.
    expect(seen).toEqual([Status.NOT_SERVING, Status.SERVING, Status.NOT_SERVING]);
  });

  test("of an unknown service sends SERVICE_UNKNOWN and stays open until the drain", async () => {
    const seen: Status[] = [];
    const ended = codeOf(
      (async () => {
        for await (const { status } of grpcClient().watch({ service: "winnow.v1.Nope" })) {
          seen.push(status);
          serving.set("serving");
          setImmediate(() => serving.set("draining"));
        }
      })(),
    );
    expect(await ended).toBe(Code.Unavailable);
    expect(seen).toEqual([Status.SERVICE_UNKNOWN]);
  });

  test("sends a slow reader the current state, not the changes it missed", async () => {
    const { signal } = new AbortController();
    const context = createHandlerContext({
      method: Health.method.watch,
      service: Health,
      requestMethod: "POST",
      protocolName: "grpc",
      url: "http://localhost",
      requestSignal: signal,
    });
    const { watch } = createHealth(serving);
    const reading = watch(create(HealthCheckRequestSchema), context)[Symbol.asyncIterator]();
    expect(await reading.next()).toMatchObject({ value: { status: Status.NOT_SERVING } });
    serving.set("serving");
    expect(await reading.next()).toMatchObject({ value: { status: Status.SERVING } });
    serving.set("starting");
    serving.set("serving");
    serving.set("draining");
    expect(await reading.next()).toMatchObject({ value: { status: Status.NOT_SERVING } });
    await expect(reading.next()).rejects.toMatchObject({ code: Code.Unavailable });
  });

  test("ends with the client's deadline", async () => {
    const watch = async () => {
      for await (const _ of grpcClient().watch({}, { timeoutMs: 80 }));
    };
    expect(await codeOf(watch())).toBe(Code.DeadlineExceeded);
  });
});

describe("a serving switch", () => {
  test("wakes every waiting caller once per change", async () => {
    const { signal } = new AbortController();
    const woken = Promise.all([serving.changed(signal), serving.changed(signal)]);
    serving.set("starting");
    serving.set("serving");
    await woken;
    expect(serving.state()).toBe("serving");
  });

  test("releases callers whose signal aborts", async () => {
    const leaving = new AbortController();
    const woken = serving.changed(leaving.signal);
    leaving.abort();
    await woken;
    await serving.changed(leaving.signal);
    expect(serving.state()).toBe("starting");
  });
});
