// A request and its response over HTTP/1.1, as Node.js provides them. It is a class, so that a call creates only one
// object.
import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import { type BufferedReply, gatewayReply, sendReply } from "../../protocols/reply.ts";
import { statuses } from "../../statuses.ts";
import { discardInTurns } from "../body.ts";
import { type Exchange, joinedHeaders } from "../exchange.ts";

/** Counts what a connection sends against the limits of its peer. */
export interface Http1Counts {
  /** @param bytes of a chunk of a body */
  readonly onChunk: (socket: IncomingMessage["socket"], bytes: number) => void;
  readonly onRefusal: (socket: IncomingMessage["socket"], hasValidKey: boolean) => void;
  readonly onValidKey: (socket: IncomingMessage["socket"]) => void;
}

export class Http1Exchange implements Exchange {
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  /** Stored at once: an answered request no longer has its socket. */
  readonly #socket: IncomingMessage["socket"];
  readonly #leaving: () => boolean;
  readonly #counts: Http1Counts;
  #added: BufferedReply["headers"] | null = null;

  /**
   * @param leaving whether the connection closes after its next response
   * @param counts of the connection, and of its peer
   */
  constructor(req: IncomingMessage, res: ServerResponse, leaving: () => boolean, counts: Http1Counts = noCounts) {
    this.#req = req;
    this.#res = res;
    this.#leaving = leaving;
    this.#counts = counts;
    this.#socket = req.socket;
    // An unhandled error would be an uncaught exception. Both streams emit `close` anyway.
    req.on("error", ignore);
    res.on("error", ignore);
  }

  get httpVersion() {
    return this.#req.httpVersion;
  }

  get httpMethod() {
    return this.#req.method ?? "";
  }

  get target() {
    return this.#req.url ?? "";
  }

  set target(target: string) {
    this.#req.url = target;
  }

  get headers() {
    return this.#req.headers;
  }

  get rawHeaders() {
    return this.#req.rawHeaders;
  }

  get authority() {
    return this.#req.headers.host;
  }

  get body() {
    return this.#req;
  }

  mayHaveBody(): boolean {
    const { "content-length": length = "0", "transfer-encoding": coding } = this.#req.headers;
    return length !== "0" || coding !== undefined;
  }

  hasArrived(): boolean {
    return this.#req.complete;
  }

  isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  status(): number {
    return this.#res.statusCode;
  }

  isAnswered(): boolean {
    return this.#res.headersSent || this.#res.destroyed;
  }

  isEnded(): boolean {
    return this.#res.writableEnded;
  }

  unsentBytes(): number {
    return this.#res.writableLength;
  }

  isOver(): boolean {
    return this.#res.closed;
  }

  isFlushed(): boolean {
    return this.isOver() || (this.#res.writableEnded && this.#res.writableLength === 0);
  }

  sentInFull(): boolean {
    return this.#res.writableFinished;
  }

  onOver(callback: () => void): void {
    // The event fires once, so the more expensive `once` is not needed.
    this.#res.on("close", callback);
  }

  addHeaders(headers: BufferedReply["headers"]): void {
    this.#added = headers;
  }

  send(reply: BufferedReply): void {
    const { status, body, trailers } = reply;
    const headers = joinedHeaders(reply.headers, this.#added);
    const res = this.#res;
    if (this.isAnswered()) return;
    if (this.#leaving()) this.closeAfterAnswer();
    if (this.mayHaveBody() && !this.hasArrived()) this.discardBody();
    if (trailers === undefined) {
      sendReply(res, { status, headers, body });
      return;
    }
    // Headers before the body, or Node.js would declare a length and send no trailers.
    res.writeHead(status, headers);
    if (body.length > 0) res.write(body);
    res.addTrailers(trailers);
    res.end();
  }

  sendContinue(): void {
    this.#res.removeHeader("connection");
    this.#res.writeContinue();
  }

  closeAfterAnswer(): void {
    if (!this.#res.headersSent) this.#res.setHeader("connection", "close");
  }

  rejectMalformed(): void {
    this.send(gatewayReply(statuses.malformed, { connection: "close" }));
  }

  discardBody(): void {
    discardInTurns(this.#req, (bytes) => this.countChunk(bytes));
  }

  countChunk(bytes: number): void {
    this.#counts.onChunk(this.#socket, bytes);
  }

  countRefusal(hasValidKey: boolean): void {
    this.#counts.onRefusal(this.#socket, hasValidKey);
  }

  noteValidKey(): void {
    this.#counts.onValidKey(this.#socket);
  }

  abort(): void {
    this.#socket.destroy();
  }

  closeConnection(): void {
    this.#socket.destroy();
  }

  stopReading(): void {
    this.#socket.destroy();
  }

  nodePair() {
    if (this.#leaving()) this.closeAfterAnswer();
    for (const [name, value] of Object.entries(this.#added ?? {})) this.#res.setHeader(name, value);
    return { req: this.#req, res: this.#res };
  }
}

function ignore(): void {}

const noCounts: Http1Counts = { onChunk: ignore, onRefusal: ignore, onValidKey: ignore };
