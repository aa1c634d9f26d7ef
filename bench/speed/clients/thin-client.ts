// An HTTP/1.1 client at a tenth of the cost of `node:http`, so that one process can send many times what the service
// answers. Requests are built in advance, and only the status and length of an answer are read. Each concurrent call
// has its own connection, which the next call reuses.
import { connect } from "node:net";
import type { Send } from "./open-loop.ts";

interface ThinClient {
  /** @returns the status; null if the connection failed */
  readonly send: (request: Buffer) => Promise<number | null>;
  readonly close: () => void;
}

interface Connection {
  readonly send: (request: Buffer, onStatus: (status: number | null) => void) => void;
  readonly cut: () => void;
}

/** A POST with its head, ready to be sent. @param gzip whether the body is compressed */
export function encodePost(url: string, path: string, key: string, body: Buffer, gzip = false): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    `authorization: Bearer ${key}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    ...(gzip ? ["content-encoding: gzip"] : []),
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}

/** Sends these requests in rotation. */
export function sendInRotation(client: ThinClient, requests: readonly Buffer[]): Send {
  return async (number) => {
    const status = await client.send(requests[number % requests.length] ?? Buffer.alloc(0));
    return status === 200 ? "answered" : status === 503 ? "rejected" : "failed";
  };
}

export function createThinClient(url: string): ThinClient {
  const { hostname, port } = new URL(url);
  const all = new Set<Connection>();
  const idle: Connection[] = [];

  function open(): Connection {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let report: (status: number | null) => void = () => {};
    const read = answerReader((status) => {
      idle.push(connection);
      report(status);
    });
    const connection: Connection = {
      send: (request, onStatus) => {
        report = onStatus;
        socket.write(request);
      },
      cut: () => socket.destroy(),
    };
    all.add(connection);
    socket.on("data", read);
    socket.on("error", () => {});
    socket.on("close", () => {
      all.delete(connection);
      if (idle.includes(connection)) idle.splice(idle.indexOf(connection), 1);
      report(null);
    });
    return connection;
  }

  return {
    send: (request) =>
      new Promise((resolve) => {
        // The most recently used one, because an idle connection costs nothing.
        const connection = idle.pop() ?? open();
        connection.send(request, resolve);
      }),
    close: () => {
      for (const connection of all) connection.cut();
    },
  };
}

/** Reports the status of each answer at its last byte. Its head comes in one chunk and declares its length. */
function answerReader(onAnswer: (status: number) => void): (chunk: Buffer) => void {
  let status = 0;
  let left: number | null = null;
  return (chunk) => {
    let bytes = chunk.length;
    if (left === null) {
      const headEnd = chunk.indexOf("\r\n\r\n");
      const head = chunk.toString("latin1", 0, headEnd);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (headEnd < 0 || length === undefined) throw new Error(`an answer without a length: ${head}`);
      status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 ".length + 3));
      left = Number(length);
      bytes -= headEnd + 4;
    }
    left -= bytes;
    if (left > 0) return;
    left = null;
    onAnswer(status);
  };
}
