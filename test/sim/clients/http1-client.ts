// An HTTP/1.1 client that writes given bytes and parses answers strictly by RFC 9112, so that a second or an incomplete
// answer is detected.
import type { Duplex } from "node:stream";
import type { BufferedReply } from "../../../src/protocols/reply.ts";

interface Http1Listener {
  readonly onAnswer: (reply: BufferedReply) => void;
  /** The connection has ended. @param rest bytes of an incomplete answer */
  readonly onEnd: (rest: Buffer) => void;
}

export function readAnswers(connection: Duplex, { onAnswer, onEnd }: Http1Listener): void {
  let received = Buffer.alloc(0);
  let over = false;
  function end(): void {
    if (over) return;
    over = true;
    onEnd(received);
    connection.destroy();
  }
  connection.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let taken = takeAnswer(received); taken !== null; taken = takeAnswer(received)) {
      received = received.subarray(taken.bytes);
      if (taken.reply.status >= 200) onAnswer(taken.reply);
    }
  });
  connection
    .on("end", end)
    .on("close", end)
    .on("error", () => {});
}

interface Taken {
  readonly reply: BufferedReply;
  readonly bytes: number;
}

/** null while the answer has not arrived in full. */
function takeAnswer(received: Buffer): Taken | null {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const [statusLine = "", ...lines] = received.toString("latin1", 0, headEnd).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${statusLine} `)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no status line: ${statusLine}`);
  const headers = fieldsOf(lines);
  const at = headEnd + 4;
  if (status < 200) return { reply: { status, headers, body: "" }, bytes: at };
  if (headers["transfer-encoding"] === "chunked") return takeChunks(received, at, status, headers);
  const length = Number(headers["content-length"] ?? 0);
  if (received.length < at + length) return null;
  return { reply: { status, headers, body: received.subarray(at, at + length) }, bytes: at + length };
}

function takeChunks(received: Buffer, start: number, status: number, headers: BufferedReply["headers"]): Taken | null {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = received.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(received.toString("latin1", at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error("no chunk size");
    const dataAt = lineEnd + 2;
    if (size > 0) {
      if (received.length < dataAt + size + 2) return null;
      chunks.push(received.subarray(dataAt, dataAt + size));
      at = dataAt + size + 2;
      continue;
    }
    // Trailers end with an empty line, and there may be none.
    const end = received.indexOf("\r\n\r\n", lineEnd);
    if (end < 0) return null;
    const trailers = fieldsOf(received.toString("latin1", dataAt, Math.max(dataAt, end)).split("\r\n"));
    return { reply: { status, headers, body: Buffer.concat(chunks), trailers }, bytes: end + 4 };
  }
}

function fieldsOf(lines: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon > 0) fields[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return fields;
}
