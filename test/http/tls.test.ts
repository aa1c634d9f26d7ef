import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { Agent, type RequestOptions, request } from "node:https";
import { connect as connectTcp, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { watchTlsIdentity } from "../../src/http/connections/tls-identity.ts";
import { HANDSHAKES_MAX, type Timeouts } from "../../src/http/limits.ts";
import { systemClock } from "../../src/time/clock.ts";
import { unwrap } from "../config/checked.ts";
import { type Authority, makeAuthority, type Pair } from "./fixtures/certificates.ts";
import { h2Opening, h2Post, h2Request, h2SettingsAck, lastCallsNamed } from "./fixtures/frames.ts";
import { answerOf, frame, grpcHeaders, open } from "./fixtures/h2-call.ts";
import { type Served, selectBody, serve } from "./fixtures/served.ts";

let authority: Authority;
let clients: Authority;
let folder: string;
let served: Served;
let closeIdentity: () => void;

beforeAll(async () => {
  authority = await makeAuthority("servers");
  clients = await makeAuthority("clients");
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-"));
});

afterEach(async () => {
  served.letGo();
  await served.drain();
  closeIdentity();
  rmSync(folder, { recursive: true });
});

function put(pair: Pair): void {
  writeFileSync(join(folder, "cert.pem"), pair.cert);
  writeFileSync(join(folder, "key.pem"), pair.key);
}

/** Starts the service with TLS; `loaded` settles at the next change of its certificate. */
async function start(clientCa: string | null = null, timeouts: Partial<Timeouts> = { headersMs: 5_000 }) {
  put(await authority.issue("first"));
  if (clientCa !== null) writeFileSync(join(folder, "ca.pem"), clientCa);
  const identity = unwrap(
    watchTlsIdentity({
      files: {
        cert: join(folder, "cert.pem"),
        key: join(folder, "key.pem"),
        clientCa: clientCa === null ? null : join(folder, "ca.pem"),
      },
      clock: systemClock,
      onLoaded: () => {},
      onRejected: (violations) => {
        throw new Error(violations.join("; "));
      },
    }),
  );
  closeIdentity = identity.close;
  served = await serve({}, timeouts, identity);
  return { loaded: new Promise<void>((resolve) => identity.onChange(() => resolve())) };
}

const select = (prompt = "x") => ({ body: selectBody(prompt), headers: { authorization: "Bearer good" } });

/** One REST call over HTTP/1.1. */
async function post(options: RequestOptions, { body, headers } = select()): Promise<number | undefined> {
  const { port } = served;
  const call = request({
    ca: authority.cert,
    host: "127.0.0.1",
    port,
    method: "POST",
    path: "/v1/context/select",
    headers,
    ...options,
  });
  call.end(body);
  const [answer] = await once(call, "response");
  answer.resume();
  await once(answer, "end");
  return answer.statusCode;
}

async function handshake(options: ConnectionOptions): Promise<TLSSocket> {
  const socket = connect({ ca: authority.cert, host: "127.0.0.1", port: served.port, ...options });
  await once(socket, "secureConnect");
  return socket;
}

async function grpcOver(socket: TLSSocket): Promise<unknown> {
  const session = connectHttp2("https://127.0.0.1", { createConnection: () => socket });
  const { trailers } = await answerOf(open(session, grpcHeaders("GetHealth", "good"), frame(Buffer.alloc(0))));
  session.close();
  return trailers;
}

describe("the protocol of a connection", () => {
  test.each([
    ["HTTP/2 by ALPN", ["h2", "http/1.1"], "h2"],
    ["HTTP/1.1 by ALPN", ["http/1.1"], "http/1.1"],
    ["no agreed protocol", [], false],
  ])("%s", async (_name, ALPNProtocols, agreed) => {
    await start();
    const socket = await handshake(ALPNProtocols.length === 0 ? {} : { ALPNProtocols });
    expect(socket.alpnProtocol).toBe(agreed);
    socket.destroy();
  });

  test("without ALPN is recognised by the first bytes", async () => {
    await start();
    expect(await grpcOver(await handshake({}))).toMatchObject({ "grpc-status": "0" });
    const socket = await handshake({});
    socket.write("GET /v1/health HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n");
    const [bytes] = await once(socket, "data");
    expect(String(bytes)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  test("the handshake fails if no protocol is shared", async () => {
    await start();
    await expect(handshake({ ALPNProtocols: ["spdy/3"] })).rejects.toThrow(/no application protocol/i);
  });

  test("HTTP/2 carries gRPC, HTTP/1.1 carries REST, both at once", async () => {
    await start();
    const grpc = grpcOver(await handshake({ ALPNProtocols: ["h2"] }));
    expect(await post({})).toBe(200);
    expect(await grpc).toMatchObject({ "grpc-status": "0" });
    expect(served.address).toMatch(/^https:/);
  });
});

test("an HTTP/2 connection closes when the client closes its end", async () => {
  await start();
  const socket = await handshake({ ALPNProtocols: ["h2"] });
  socket.write(h2Opening());
  await once(socket, "data");
  socket.resume().end();
  await once(socket, "close");
});

describe("TLS refuses", () => {
  test("TLS 1.1", async () => {
    await start();
    const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    await expect(handshake(old)).rejects.toThrow(/protocol version/i);
  });

  test("a cipher without forward secrecy", async () => {
    await start();
    await expect(handshake({ maxVersion: "TLSv1.2", ciphers: "AES128-GCM-SHA256" })).rejects.toThrow(
      /handshake failure/i,
    );
  });

  test("a request without TLS", async () => {
    await start();
    await expect(fetch(`http://127.0.0.1:${served.port}/v1/health`)).rejects.toThrow();
    expect(await post({})).toBe(200);
  });

  test("a handshake that takes too long", async () => {
    // Long enough for the served one on a busy machine.
    await start(null, { headersMs: 1_000 });
    const socket = connectTcp(served.port, "127.0.0.1");
    socket.resume();
    await once(socket, "close");
    expect(await post({})).toBe(200);
  });

  test("silent connections, the oldest first, if there are too many, so that others get in", async () => {
    await start();
    const silent: Socket[] = [];
    for (let i = 0; i < HANDSHAKES_MAX; i++) {
      const socket = connectTcp(served.port, "127.0.0.1");
      silent.push(socket);
      await once(socket, "connect");
    }
    const closed: number[] = [];
    const gone = new Promise<void>((resolve) => {
      for (const [index, socket] of silent.entries()) {
        socket.resume().once("close", () => {
          closed.push(index);
          resolve();
        });
      }
    });
    expect(await post({})).toBe(200);
    await gone;
    expect(closed).toEqual([0]);
    for (const socket of silent) socket.destroy();
  });
});

describe("with a client certificate authority", () => {
  test("a client with its certificate is served, over both versions of HTTP", async () => {
    await start(clients.cert);
    const pair = await clients.issue("caller");
    expect(await post(pair)).toBe(200);
    expect(await grpcOver(await handshake({ ...pair, ALPNProtocols: ["h2"] }))).toMatchObject({ "grpc-status": "0" });
  });

  test.each([
    ["none", async () => ({})],
    ["one of another authority", () => authority.issue("caller")],
    ["an expired one", () => clients.issue("caller", -1_000)],
  ])("a client with %s is rejected before its first request", async (_name, issue) => {
    await start(clients.cert);
    const options = await issue();
    await expect(post(options)).rejects.toThrow();
    await expect(post({ ...options, maxVersion: "TLSv1.2" })).rejects.toThrow();
    expect(served.lines().filter(({ msg }) => msg === "call")).toEqual([]);
  });
});

test("a new certificate serves new connections, and open ones stay", async () => {
  const { loaded } = await start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await post({ agent })).toBe(200);
  const [kept] = Object.values(agent.freeSockets).flat();
  const h2 = connectHttp2(served.address, { ca: authority.cert });
  const waits = served.nextWaits();
  const waiting = answerOf(
    open(
      h2,
      { ":method": "POST", ":path": "/v1/context/select", authorization: "Bearer good" },
      Buffer.from(selectBody("wait")),
    ),
  );
  await waits;

  put(await authority.issue("second"));
  await loaded;
  const socket = await handshake({});
  expect(socket.getPeerCertificate().subject).toEqual({ CN: "second" });
  socket.destroy();
  served.letGo();
  expect((await waiting).headers).toMatchObject({ ":status": 200 });
  expect(await post({ agent })).toBe(200);
  expect(Object.values(agent.freeSockets).flat()[0]).toBe(kept);
  agent.destroy();
  h2.close();
});

test("a drain's GOAWAY to an HTTP/2 client names the last call that was read", async () => {
  await start(null, { noticeMs: 100 });
  const socket = await handshake({ ALPNProtocols: ["h2"] });
  let received = "";
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
  });
  const call = (stream: number) => h2Request(stream, h2Post("/v1/context/select"), Buffer.from(selectBody("a")));
  socket.write(Buffer.concat([h2Opening(), h2SettingsAck(), call(1)]));
  await expect.poll(() => received).toContain("r-1");
  const drained = served.drain();
  // A PING: over TLS, an idle client gets the GOAWAY with its next frame.
  await expect.poll(() => received).toContain("\0\0\x08\x06\0");
  socket.write(Buffer.concat([call(3), call(5), call(7)]));
  await drained;
  expect(lastCallsNamed(received).filter((last) => last !== 7)).toEqual([]);
  expect(received.split("r-1")).toHaveLength(5);
});
