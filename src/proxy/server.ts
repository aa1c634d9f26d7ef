// The proxy's listener on loopback. It reads the body of a call that carries a conversation, asks for the conversation
// to send, and passes everything else through untouched. If it fails itself, it passes the original through. It neither
// logs nor keeps headers, so it keeps no credential.
import { isUtf8 } from "node:buffer";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { withChanged } from "../local/json-edits.ts";
import { statuses } from "../statuses.ts";
import { type Format, formatOf, type Message, messagesOf } from "./formats.ts";
import { forward } from "./forward.ts";

/** A longer body passes through unchanged, because no model takes that many tokens. Bytes. */
const BODY_BYTES_MAX = 32 * 1024 * 1024;

/** The path of the proxy's own figures, which no upstream has. */
const REPORT_PATH = "/winnow/report";

/** @returns the messages as they should be sent; the same array if nothing changes */
type Trim = (format: Format, messages: readonly Message[]) => Promise<readonly Message[]>;

interface ProxyParts {
  readonly upstream: URL;
  readonly host: string;
  readonly port: number;
  readonly trim: Trim;
  /** What `GET /winnow/report` answers. */
  readonly report: () => object;
  /** Reports a fault of the proxy itself, in one line without any text of a conversation. */
  readonly onFault: (fault: unknown) => void;
}

export interface RunningProxy {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

export async function startProxy(parts: ProxyParts): Promise<RunningProxy> {
  const { host, port } = parts;
  const server = createServer((request, response) => void answer(parts, request, response));
  // A model may take minutes to its first token, and an agent to its next message.
  server.requestTimeout = 0;
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    address: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

async function answer(parts: ProxyParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { upstream, report } = parts;
  if (request.method === "GET" && request.url === REPORT_PATH) {
    response.writeHead(statuses.ok.http, { "content-type": "application/json" }).end(JSON.stringify(report()));
    return;
  }
  const format = conversationOf(request);
  if (format === null) return forward({ request, response, upstream, body: null });
  const body = await bodyOf(request);
  // The caller has left.
  if (body === null) return;
  forward({ request, response, upstream, body: await changed(parts, format, body) });
}

/** The format of a call with a conversation that the proxy can read; null for every other call. */
function conversationOf({ method, url = "", headers }: IncomingMessage): Format | null {
  const length = Number(headers["content-length"] ?? Number.NaN);
  const isJson = headers["content-type"]?.startsWith("application/json") === true;
  const isReadable = isJson && headers["content-encoding"] === undefined && length <= BODY_BYTES_MAX;
  return method === "POST" && isReadable ? formatOf(url.split("?")[0] ?? "") : null;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

/** The body to send; the original bytes if nothing changes, or if anything goes wrong. */
async function changed({ trim, onFault }: ProxyParts, format: Format, body: Buffer): Promise<Buffer> {
  try {
    if (!isUtf8(body)) return body;
    const text = body.toString();
    const messages = messagesOf(format, JSON.parse(text));
    if (messages === null) return body;
    const sent = await trim(format, messages);
    return sent === messages ? body : Buffer.from(withChanged(text, [format.field], messages, sent));
  } catch (fault) {
    onFault(fault);
    return body;
  }
}
