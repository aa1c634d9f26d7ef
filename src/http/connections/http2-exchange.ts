// A request and its response over HTTP/2, on the stream itself: Node.js's own request and response objects for HTTP/2
// are streams on top of it, and cost a small call a fifth of its time. It is a class, so that a call creates only one
// object, with few listeners.
import { EventEmitter } from "node:events";
import {
  constants,
  Http2ServerRequest,
  Http2ServerResponse,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import type { Readable } from "node:stream";
import type { BufferedReply } from "../../protocols/reply.ts";
import { discardBody } from "../body.ts";
import { type Exchange, joinedHeaders } from "../exchange.ts";

const headersAlone = { endStream: true } as const;

/**
 * Also without trailers: a stream that ends with its last bytes closes when they are handed over, not when the network
 * has taken them, so an unread response would go unnoticed.
 */
const bodyFirst = { waitForTrailers: true } as const;

/** Counts what a connection sends against the limits of its peer. */
type Http2Counts = Pick<Exchange, "countChunk" | "countRefusal" | "noteValidKey">;

export class Http2Exchange implements Exchange {
  readonly httpVersion = "2.0";
  readonly httpMethod: string;
  target: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly authority: string | undefined;
  body: Readable;
  readonly countChunk: (bytes: number) => void;
  readonly countRefusal: (hasValidKey: boolean) => void;
  readonly noteValidKey: () => void;
  readonly #stream: ServerHttp2Stream;
  readonly #whenOver: (() => void)[] = [];
  #isOverReported = false;
  /** Whether this side has closed the stream, and the client is not to blame. */
  #closed = false;
  #status = 0;
  #added: BufferedReply["headers"] | null = null;

  /**
   * @param rawHeaders as Node.js gives them with the stream
   * @param onClosed called when the stream is closed, with `reset` if the client reset it before the response was sent,
   *   or sent a malformed request. It is a parameter because a further listener costs as much as one or two closures
   * @param counts of the connection, and of its peer
   */
  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
    onClosed: (stream: ServerHttp2Stream, reset: boolean) => void,
    { countChunk, countRefusal, noteValidKey }: Http2Counts = noCounts,
  ) {
    this.httpMethod = headers[":method"] ?? "";
    this.target = headers[":path"] ?? "";
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.authority = headers[":authority"] ?? headers.host;
    this.body = stream;
    this.countChunk = countChunk;
    this.countRefusal = countRefusal;
    this.noteValidKey = noteValidKey;
    this.#stream = stream;
    // An unhandled error would be an uncaught exception. The stream emits `close` anyway.
    stream.on("error", ignore);
    stream.on("close", () => {
      onClosed(stream, !this.#closed && stream.rstCode !== constants.NGHTTP2_NO_ERROR && !this.sentInFull());
      this.#over();
      // An ended stream often lives until the next full collection, and its listeners would keep the call's data alive:
      // 9 kB of a small call. Listeners of this event still run. The stream's own method is avoided, because it checks
      // in a later tick whether something still reads. `removeListener` listeners go first, or they would be called
      // for each removal.
      EventEmitter.prototype.removeAllListeners.call(stream, "removeListener");
      EventEmitter.prototype.removeAllListeners.call(stream);
      stream.on("error", ignore);
    });
  }

  mayHaveBody(): boolean {
    return true;
  }

  hasArrived(): boolean {
    const stream = this.#stream;
    if (stream.readableEnded || stream.endAfterHeaders || stream.aborted || stream.destroyed) return true;
    // All of it has arrived, even if nothing has read it yet.
    return stream.state.remoteClose === 1;
  }

  isEncrypted(): boolean {
    return this.#stream.session?.encrypted === true;
  }

  status(): number {
    return this.#status;
  }

  isAnswered(): boolean {
    const stream = this.#stream;
    return stream.headersSent || stream.closed || stream.destroyed;
  }

  isEnded(): boolean {
    // Node.js ends the stream of a HEAD request at once.
    return this.#stream.headersSent && this.#stream.writableEnded;
  }

  unsentBytes(): number {
    return this.#stream.writableLength;
  }

  isOver(): boolean {
    const stream = this.#stream;
    return (stream.headersSent && stream.writableFinished) || stream.closed || stream.destroyed;
  }

  isFlushed(): boolean {
    return this.isOver();
  }

  sentInFull(): boolean {
    const stream = this.#stream;
    return stream.headersSent && stream.writableFinished && stream.rstCode === constants.NGHTTP2_NO_ERROR;
  }

  onOver(callback: () => void): void {
    this.#whenOver.push(callback);
  }

  addHeaders(headers: BufferedReply["headers"]): void {
    this.#added = headers;
  }

  send({ status, headers: own, body, trailers }: BufferedReply): void {
    if (this.isAnswered()) return;
    const headers = joinedHeaders(own, this.#added);
    const stream = this.#stream;
    this.#status = status;
    // A list, because Node.js would copy an object first.
    const fields = [":status", String(status)];
    for (const name in headers) fields.push(name, headers[name] ?? "");
    const alone = body.length === 0 && trailers === undefined;
    stream.respond(fields, alone ? headersAlone : bodyFirst);
    if (!alone) stream.on("wantTrailers", () => stream.sendTrailers(trailers ?? {}));
    // A call may stay open after its response, while the client still sends.
    const done = () => this.#over();
    if (stream.writableEnded || body.length === 0) stream.end(done);
    else stream.end(body, done);
  }

  sendContinue(): void {
    if (!this.isAnswered()) this.#stream.additionalHeaders({ ":status": constants.HTTP_STATUS_CONTINUE });
  }

  closeAfterAnswer(): void {}

  /** RFC 9113, section 8.1.1: a malformed request is a protocol error of its stream. */
  rejectMalformed(): void {
    this.#stream.close(constants.NGHTTP2_PROTOCOL_ERROR);
  }

  discardBody(): void {
    discardBody(this.body, this.countChunk);
  }

  abort(): void {
    this.#close(constants.NGHTTP2_CANCEL);
  }

  closeConnection(): void {
    this.#stream.session?.destroy();
  }

  stopReading(): void {
    this.#close(constants.NGHTTP2_NO_ERROR);
  }

  nodePair() {
    const stream = this.#stream;
    this.headers[":path"] = this.target;
    const req = new Http2ServerRequest(stream, this.headers, {}, this.rawHeaders);
    const res = new Http2ServerResponse(stream);
    for (const [name, value] of Object.entries(this.#added ?? {})) res.setHeader(name, value);
    stream.on("finish", () => this.#over());
    this.body = req;
    return { req, res };
  }

  #close(code: number): void {
    this.#closed = true;
    this.#stream.close(code);
  }

  /** The response has been sent, or never will be. */
  #over(): void {
    if (this.#isOverReported) return;
    this.#isOverReported = true;
    for (const callback of this.#whenOver) callback();
  }
}

function ignore(): void {}

const noCounts: Http2Counts = { countChunk: ignore, countRefusal: ignore, noteValidKey: ignore };
