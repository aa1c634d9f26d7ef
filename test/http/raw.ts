// A client that only writes bytes, for requests that no well-behaved client sends.
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface Raw {
  readonly socket: Socket;
  readonly send: (text: string | Buffer) => void;
  /** Everything received so far, as Latin-1. */
  readonly received: () => string;
  /** Settles when the received bytes match, now or later; rejects if the connection ends first. */
  readonly until: (pattern: RegExp) => Promise<string>;
  /** Settles with everything received when the server has closed the connection. */
  readonly ended: () => Promise<string>;
}

export async function raw(port: number): Promise<Raw> {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  let over = false;
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    over = true;
  });
  await once(socket, "connect");
  return {
    socket,
    send: (text) => {
      socket.write(text, "latin1");
    },
    received: () => received,
    until: async (pattern) => {
      while (!pattern.test(received)) {
        if (over) throw new Error(`connection closed after ${JSON.stringify(received)}`);
        await new Promise((resolve) => socket.once("data", resolve).once("close", resolve));
      }
      return received;
    },
    ended: async () => {
      if (!over) await new Promise((resolve) => socket.once("close", resolve));
      return received;
    },
  };
}
