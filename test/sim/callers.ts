// The clients of a simulated run: each makes its planned call over its wire and in its manner, and what comes back is
// written down: which answers, and how the call ended as its client saw it.
import { type ClientHttp2Session, connect, constants } from "node:http2";
import type { Protocol } from "../../src/wire/reply.ts";
import type { WholeReply } from "../../src/wire/whole.ts";
import { readAnswers } from "./http1-client.ts";
import type { Pipe } from "./pipe.ts";
import type { PlannedCall, WireName } from "./plan.ts";
import { authorizationOf, type World } from "./world.ts";

/** How a call ended: answered, given up by its client, cut by the server, or not let in. */
export type Ended = "answered" | "left" | "closed" | "not connected";

export interface Seen {
  readonly call: PlannedCall;
  readonly answers: WholeReply[];
  ended: Ended | null;
}

export interface Callers {
  readonly make: (call: PlannedCall) => void;
  readonly seen: readonly Seen[];
  /** What no client can make sense of. */
  readonly oddities: readonly string[];
  /** Those who would not read their answers now do; those who still wait hang up. */
  readonly finish: () => void;
}

const protocols: Readonly<Record<WireName, Protocol>> = {
  rest: "rest",
  "rest-h2": "rest",
  grpc: "grpc",
  "grpc-web": "grpc-web",
  connect: "connect",
};

/** What a call is answered in. A path that is no method's has nothing of Connect about it, and REST says so. */
export function protocolOf({ wire, ask }: PlannedCall): Protocol {
  return wire === "connect" && ask.outcome === "not_found" ? "rest" : protocols[wire];
}

interface Http1Connection {
  readonly made: Pipe;
  readonly waiting: Seen[];
  over: boolean;
}

export function createCallers(world: World): Callers {
  const seen: Seen[] = [];
  const oddities: string[] = [];
  const atTheEnd: (() => void)[] = [];
  let lastHttp1: Http1Connection | null = null;
  let shared: ClientHttp2Session | null = null;
  let finished = false;

  function make(call: PlannedCall): void {
    const one: Seen = { call, answers: [], ended: null };
    seen.push(one);
    if (call.wire === "rest-h2" || call.wire === "grpc") overHttp2(one);
    else overHttp1(one);
  }

  function overHttp1(one: Seen): void {
    const { call } = one;
    const follows = call.manner === "follows" && lastHttp1 !== null && !lastHttp1.over ? lastHttp1 : null;
    const connection = follows ?? openHttp1(call);
    if (connection === null) {
      one.ended = "not connected";
      return;
    }
    if (call.manner !== "deaf") lastHttp1 = connection;
    connection.waiting.push(one);
    const { client } = connection.made;
    const leave = (go: () => void) => {
      for (const each of connection.waiting) each.ended ??= "left";
      go();
    };
    const [head, tail] = halves(http1Request(call));
    if (call.manner === "chopped") for (const byte of chopped(Buffer.concat([head, tail]))) client.write(byte);
    else client.write(head);
    if (call.manner === "slow") world.clock.after(call.patienceMs, () => client.write(tail));
    else if (call.manner !== "stalls" && call.manner !== "chopped") client.write(tail);
    if (call.manner === "leaves") world.clock.after(call.patienceMs, () => leave(() => client.destroy()));
    if (call.manner === "resets") world.clock.after(call.patienceMs, () => leave(connection.made.reset));
  }

  function openHttp1(call: PlannedCall): Http1Connection | null {
    const made = world.connect();
    if (made === null) return null;
    const connection: Http1Connection = { made, waiting: [], over: false };
    made.client.on("error", () => {});
    const listen = () =>
      readAnswers(made.client, {
        onAnswer: (reply) => {
          const one = connection.waiting.shift();
          if (one === undefined)
            oddities.push(
              `an answer to nothing: ${reply.status} at ${world.clock.monotonicMs()} after call ${call.id}`,
            );
          else finishWith(one, reply);
        },
        onEnd: () => {
          connection.over = true;
          for (const one of connection.waiting) one.ended ??= "closed";
        },
      });
    if (call.manner === "deaf") atTheEnd.push(listen);
    else listen();
    atTheEnd.push(() => made.client.end());
    return connection;
  }

  function overHttp2(one: Seen): void {
    const { call } = one;
    const alone = call.manner === "deaf" || call.manner === "resets";
    const opened = alone || shared === null || shared.closed || shared.destroyed ? openHttp2(call) : null;
    if (!alone && opened !== null) shared = opened.session;
    const session = opened?.session ?? shared;
    if (session === null || session.closed || session.destroyed) {
      one.ended = "not connected";
      return;
    }
    const { headers, body } = http2Request(call);
    const stream = session.request(headers, { endStream: body.length === 0 });
    const chunks: Buffer[] = [];
    let head: Record<string, string> = {};
    let trailers: Record<string, string> | null = null;
    let whole = false;
    stream.on("response", (received) => {
      head = plain(received);
    });
    stream.on("trailers", (received) => {
      trailers = plain(received);
    });
    stream.on("end", () => {
      whole = true;
    });
    stream.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", () => {});
    stream.on("close", () => {
      const status = Number(head[":status"]);
      const complete = whole && Number.isInteger(status) && stream.rstCode === constants.NGHTTP2_NO_ERROR;
      if (!complete) one.ended ??= "closed";
      else if (!finished)
        finishWith(one, { status, headers: head, body: Buffer.concat(chunks), ...(trailers && { trailers }) });
    });
    if (body.length > 0) {
      const [first, second] = [body.subarray(0, body.length / 2), body.subarray(body.length / 2)];
      stream.write(first);
      if (call.manner === "slow") world.clock.after(call.patienceMs, () => stream.end(second));
      else if (call.manner !== "stalls") stream.end(second);
    }
    const leave = (go: () => void) => () => {
      one.ended ??= "left";
      go();
    };
    if (call.manner === "leaves")
      world.clock.after(
        call.patienceMs,
        leave(() => stream.close(constants.NGHTTP2_CANCEL)),
      );
    if (call.manner === "resets" && opened !== null) world.clock.after(call.patienceMs, leave(opened.made.reset));
  }

  function openHttp2({ manner }: PlannedCall): { readonly session: ClientHttp2Session; readonly made: Pipe } | null {
    const made = world.connect();
    if (made === null) return null;
    const settings = manner === "deaf" ? { initialWindowSize: 0 } : {};
    const session = connect("http://sim", { createConnection: () => made.client, settings });
    session.on("error", () => {});
    // Whatever its streams make of this is no answer.
    atTheEnd.push(() => session.destroy());
    return { session, made };
  }

  function finishWith(one: Seen, reply: WholeReply): void {
    one.answers.push(reply);
    one.ended ??= "answered";
  }

  return {
    make,
    seen,
    oddities,
    finish: () => {
      finished = true;
      for (const each of atTheEnd) each();
    },
  };
}

function http1Request({ wire, ask, key, deadlineMs }: PlannedCall): { readonly head: Buffer; readonly body: Buffer } {
  const forms = {
    rest: { line: `${ask.httpMethod} ${ask.path}`, type: "application/json", body: Buffer.from(ask.json) },
    "grpc-web": { line: `POST /${ask.rpc}`, type: "application/grpc-web+proto", body: ask.grpcFrame },
    connect: { line: `POST /${ask.rpc}`, type: "application/json", body: Buffer.from(ask.protoJson) },
  };
  const { line, type, body } = wire === "grpc-web" || wire === "connect" ? forms[wire] : forms.rest;
  const authorization = authorizationOf(key);
  const deadline = wire === "connect" ? `Connect-Timeout-Ms: ${deadlineMs}` : `Grpc-Timeout: ${deadlineMs}m`;
  const lines = [
    `${line} HTTP/1.1`,
    "Host: sim",
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    ...(authorization === null ? [] : [`Authorization: ${authorization}`]),
    ...(deadlineMs === null ? [] : [deadline]),
  ];
  return { head: Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body };
}

function http2Request({ wire, ask, key, deadlineMs }: PlannedCall) {
  const authorization = authorizationOf(key);
  const grpc = wire === "grpc";
  const headers = {
    ":method": grpc ? "POST" : ask.httpMethod,
    ":path": grpc ? `/${ask.rpc}` : ask.path,
    "content-type": grpc ? "application/grpc" : "application/json",
    ...(grpc ? { te: "trailers" } : {}),
    ...(authorization === null ? {} : { authorization }),
    ...(deadlineMs === null ? {} : { "grpc-timeout": `${deadlineMs}m` }),
  };
  return { headers, body: grpc ? ask.grpcFrame : Buffer.from(ask.json) };
}

/** The head with half of the body, and the rest. */
function halves({ head, body }: { readonly head: Buffer; readonly body: Buffer }): readonly [Buffer, Buffer] {
  return [Buffer.concat([head, body.subarray(0, body.length / 2)]), body.subarray(body.length / 2)];
}

const CHOP_BYTES = 97;

function chopped(bytes: Buffer): readonly Buffer[] {
  const count = Math.ceil(bytes.length / CHOP_BYTES);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * CHOP_BYTES, (at + 1) * CHOP_BYTES));
}

function plain(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
