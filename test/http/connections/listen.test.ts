// Several sockets on one port: how fast connections are accepted, and that no other process can use the port.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect, createServer, Server, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { openAcceptSockets } from "../../../src/http/connections/listen.ts";

const HOST = "127.0.0.1";

async function opened(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => {
    // If a client ends its half, only the server can end the other.
    socket.resume().on("end", () => socket.end());
    onConnection(socket);
  });
  const acceptSockets = await openAcceptSockets(server, HOST, 0, () => {});
  onTestFinished(acceptSockets.shut);
  return { acceptSockets, port: Number(acceptSockets.address.split(":").at(-1)) };
}

test("several waiting connections are accepted in a turn", async () => {
  const waiting = 64;
  let accepted = 0;
  let turns = 0;
  const all = Promise.withResolvers<void>();
  const { acceptSockets, port } = await opened(() => {
    accepted += 1;
    if (accepted === waiting) all.resolve();
  });
  const clients = Array.from({ length: waiting }, () => connect(port, HOST).on("error", () => {}));
  const count = () => {
    if (accepted > 0) turns += 1;
    if (accepted < waiting) setImmediate(count);
  };
  setImmediate(count);
  await all.promise;
  expect(turns).toBeLessThan(waiting / 2);
  for (const client of clients) client.destroy();
  await acceptSockets.shut();
  await acceptSockets.closed;
});

test("a failed start accepts no connection on a socket that it closes again", async () => {
  const began: Server[] = [];
  const note = (reported: unknown) => {
    if (typeof reported === "object" && reported !== null && "server" in reported && reported.server instanceof Server)
      began.push(reported.server);
  };
  subscribe("tracing:net.server.listen:asyncStart", note);
  onTestFinished(() => {
    unsubscribe("tracing:net.server.listen:asyncStart", note);
  });
  await opened(() => {});
  expect(began.length).toBeGreaterThan(0);
  expect(began.filter(({ listening }) => !listening)).toEqual([]);
});

test("if one socket cannot listen, none does", async () => {
  const alone = createServer();
  await once(alone.listen(0, HOST), "listening");
  // It listens on another port than it reports, so the others try one that is taken.
  const first = Object.assign(createServer(), { address: () => alone.address() });
  await expect(openAcceptSockets(first, HOST, 0, () => {})).rejects.toMatchObject({ code: "EADDRINUSE" });
  alone.close();
  expect(first.listening).toBe(false);
});

test("connections that wait at a shutdown are accepted first", async () => {
  const waiting = 64;
  let accepted = 0;
  const { acceptSockets, port } = await opened(() => {
    accepted += 1;
  });
  const clients = Array.from({ length: waiting }, () => connect(port, HOST));
  const heard = Promise.all(clients.map((client) => once(client, "end")));
  // By now the system has all of them, and this process has none.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(accepted).toBe(0);
  await acceptSockets.shut();
  expect(accepted).toBe(waiting);
  for (const client of clients) client.end();
  await heard;
  await acceptSockets.closed;
});

/** Connects after a message, and reports it in a shared cell, because the listening thread is busy meanwhile. */
const connectingScript = `
const { parentPort, workerData } = require("node:worker_threads");
const { connect } = require("node:net");
parentPort.on("message", (port) => {
  const reported = () => {
    Atomics.add(workerData, 0, 1);
    Atomics.notify(workerData, 0);
  };
  connect(port, "${HOST}", reported).on("error", reported);
});`;

test.each([1, 2])(
  "a connection that arrives while a call is answered in turn %i of a shutdown is accepted",
  async (turn) => {
    let accepted = 0;
    const { acceptSockets, port } = await opened(() => {
      accepted += 1;
    });
    const connected = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const client = new Worker(connectingScript, { eval: true, workerData: connected });
    onTestFinished(async () => {
      await client.terminate();
    });
    await once(client, "online");
    function answer(turns: number): void {
      if (turns > 1) {
        setImmediate(answer, turns - 1);
        return;
      }
      client.postMessage(port);
      Atomics.wait(connected, 0, 0, 1_000);
    }
    setImmediate(answer, turn);
    await acceptSockets.shut();
    expect(accepted).toBe(1);
  },
);

test("a taken port is an error, and is free again after a shutdown", async () => {
  const { acceptSockets, port } = await opened(() => {});
  const second = () => openAcceptSockets(createServer(), HOST, port, () => {});
  await expect(second()).rejects.toMatchObject({ code: "EADDRINUSE" });
  await acceptSockets.shut();
  await acceptSockets.closed;
  const third = await second();
  await third.shut();
  await third.closed;
});

test("open connections stay open after a shutdown", async () => {
  const server = Promise.withResolvers<Socket>();
  const { acceptSockets, port } = await opened(server.resolve);
  const client = connect(port, HOST);
  const socket = await server.promise;
  await acceptSockets.shut();
  socket.write("still here");
  const [heard] = await once(client, "data");
  expect(String(heard)).toBe("still here");
  await expect(once(connect(port, HOST), "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  client.destroy();
  await acceptSockets.closed;
});
