// Serves a call that the gateway has admitted, from its body to its response. A unary call is read in full, answered
// by the scheduler, and its response sent. Connect's router reads and answers any other call, such as a health watch.
import type { Serving } from "../protocols/connect/health.ts";
import { createRpc, type RpcRequest } from "../protocols/connect/listener.ts";
import { COMPRESS_BYTES_MIN, frameBytes, gzipped } from "../protocols/grpc/frames.ts";
import { type Protocol, protocols } from "../protocols/protocol.ts";
import { unavailable } from "../protocols/refusals.ts";
import { type BufferedReply, type BufferedRequest, freeBytes } from "../protocols/reply.ts";
import type { Place } from "../scheduling/in-flight.ts";
import type { RejectionDelay } from "../scheduling/rejection-delay.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import type { ContextHandlers } from "../service/call.ts";
import type { ScheduledCall } from "../workers/job.ts";
import { type BodyProblem, declaredLength, receive } from "./body.ts";
import type { Exchange } from "./exchange.ts";
import type { OpenCall } from "./open-call.ts";

type ServeBuffered = (open: OpenCall, call: ScheduledCall, place: Place) => Promise<void>;

export function createServeBuffered(scheduler: Scheduler, delayRejection: RejectionDelay): ServeBuffered {
  return async (open, call, place) => {
    const { exchange, target } = open;
    const body = await bodyOf(open, place);
    if (typeof body === "string") return answerBodyProblem(body, open);
    open.checkDeadline();
    const bytes = body.length;
    const reply = await scheduler.answer(bufferedRequest(exchange, target.protocol, body), call, target.isSelect);
    // A worker may still read the buffer of a cancelled call, so that buffer is left to the garbage collector.
    if (!call.signal.aborted) freeBytes(body);
    if ("refused" in reply || !place.holdAnswer(Buffer.byteLength(reply.body))) {
      await new Promise<void>((resolve) => delayRejection(bytes, resolve));
      return open.refuse(unavailable);
    }
    freeOnceSent(exchange, reply);
    if (protocols[target.protocol].isRpc) return open.answer(reply);
    // A REST reply may be compressed first, and it has no RPC code to note.
    await sendRest(exchange, reply);
  };
}

function bodyOf({ exchange, target: { protocol } }: OpenCall, { hold }: Place): Promise<Buffer | BodyProblem> {
  const { isFramed, receivedBytesMax } = protocols[protocol];
  return receive(exchange, receivedBytesMax, hold, isFramed ? frameBytes : undefined);
}

type ServeStream = (open: OpenCall, call: ScheduledCall, place: Place) => void;

/** @param onFault receives what a handler threw, which callers never see */
export function createServeStream(
  handlers: ContextHandlers,
  serving: Serving,
  onFault: (fault: unknown) => void,
): ServeStream {
  const rpc = createRpc(handlers, { serving, onFault });
  return (open, call, place) => {
    const { req, res } = open.exchange.nodePair();
    if (!meterBody(open.exchange, req, place, () => open.refuse(unavailable))) return open.refuse(unavailable);
    open.handOver(res);
    rpc(req, res, call);
  };
}

const noHeaders: BufferedRequest["headers"] = {};

/** @param body as received */
export function bufferedRequest(exchange: Exchange, protocol: Protocol, body: Uint8Array): BufferedRequest {
  return {
    protocol,
    httpVersion: exchange.httpVersion,
    httpMethod: exchange.httpMethod,
    target: exchange.target,
    headers: protocols[protocol].isRpc ? plainHeaders(exchange) : codingHeader(exchange),
    body,
  };
}

/** The only header that answering a REST call needs. */
function codingHeader({ headers }: Exchange): BufferedRequest["headers"] {
  const coding = headers["content-encoding"];
  return coding === undefined ? noHeaders : { "content-encoding": coding };
}

function plainHeaders({ headers }: Exchange): BufferedRequest["headers"] {
  const plain: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || name.startsWith(":") || name === "authorization") continue;
    plain[name] = typeof value === "string" ? value : value.join(", ");
  }
  return plain;
}

export function answerBodyProblem(problem: BodyProblem, open: OpenCall): void {
  if (problem === "too_long") open.refuse({ refused: "body_too_long", retryAfterMs: null });
  else if (problem === "overload") open.refuse(unavailable);
}

/**
 * Reserves the bytes of a body that Connect reads.
 * @param onOverload called if a body of unknown length grows beyond what may be in flight; it answers the call
 * @returns false if the declared length cannot be reserved
 */
function meterBody(exchange: Exchange, req: RpcRequest, place: Place, onOverload: () => void): boolean {
  const declared = declaredLength(req);
  if (declared !== null && !place.hold(declared)) return false;

  async function* counted(): AsyncGenerator<Buffer> {
    let overloaded = false;
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      exchange.countChunk(chunk.length);
      overloaded = declared === null && !place.hold(chunk.length);
      if (overloaded) break;
      yield chunk;
    }
    if (!overloaded) return;
    onOverload();
    // The call has its response. Connect waits here until the request is garbage collected.
    await new Promise(() => {});
  }
  Object.defineProperty(req, Symbol.asyncIterator, { value: counted });
  return true;
}

async function sendRest(exchange: Exchange, reply: BufferedReply): Promise<void> {
  if (reply.body.length < COMPRESS_BYTES_MIN) return exchange.send(reply);
  // A cache must not give the compressed form to a client that did not ask for it.
  const headers = { ...reply.headers, vary: "accept-encoding" };
  if (!acceptsGzip(exchange.headers["accept-encoding"])) return exchange.send({ ...reply, headers });
  const body = await gzipped(reply.body);
  const coded = { "content-encoding": "gzip", "content-length": String(body.length) };
  exchange.send({ ...reply, headers: { ...headers, ...coded }, body });
}

/** RFC 9110, section 12.5.3: gzip or `*` is listed, without a weight of 0; gzip's own entry beats `*`. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  let accepted = false;
  const items = String(header ?? "").toLowerCase();
  for (const item of items.split(",")) {
    const [coding = "", ...parameters] = item.split(";").map((part) => part.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (coding === "gzip" || coding === "x-gzip") return !refused;
    if (coding === "*") accepted = !refused;
  }
  return accepted;
}

/** Freeing smaller responses is not worth a listener: hundreds of them fit between two markings. */
const FREED_BYTES_MIN = 256 * 1024;

/** Frees a large response's memory after it was sent. No one else may read the response. */
export function freeOnceSent(exchange: Exchange, { body }: BufferedReply): void {
  if (typeof body === "string" || body.length < FREED_BYTES_MIN) return;
  exchange.onOver(() => {
    // The operating system may still read the memory of an aborted response.
    if (exchange.sentInFull()) freeBytes(body);
  });
}
