// Several sockets on one port: how fast connections come in, and that the port is nobody else's.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openDoors } from "../../src/server/doors.ts";

const HOST = "127.0.0.1";

async function opened(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => {
    // Of a client that ends its half nobody else ends the other.
    socket.resume().on("end", () => socket.end());
    onConnection(socket);
  });
  const doors = await openDoors(server, HOST, 0, () => {});
  onTestFinished(doors.shut);
  return { doors, port: Number(doors.address.split(":").at(-1)) };
}

test("connections that wait are accepted several in a turn", async () => {
  const waiting = 64;
  let [accepted, turns] = [0, 0];
  const all = Promise.withResolvers<void>();
  const { doors, port } = await opened(() => {
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
  doors.shut();
  await doors.closed;
});

test("a port that is taken is refused, and is free again when all are shut", async () => {
  const { doors, port } = await opened(() => {});
  const second = () => openDoors(createServer(), HOST, port, () => {});
  await expect(second()).rejects.toMatchObject({ code: "EADDRINUSE" });
  doors.shut();
  await doors.closed;
  const third = await second();
  third.shut();
  await third.closed;
});

test("whoever is connected stays so when all are shut", async () => {
  const server = Promise.withResolvers<Socket>();
  const { doors, port } = await opened(server.resolve);
  const client = connect(port, HOST);
  const socket = await server.promise;
  doors.shut();
  socket.write("still here");
  const [heard] = await once(client, "data");
  expect(String(heard)).toBe("still here");
  await expect(once(connect(port, HOST), "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  client.destroy();
  await doors.closed;
});
