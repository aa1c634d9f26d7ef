// HTTP/2 clients of a simulated run: they share a session, except those that read nothing or reset it.
import { type ClientHttp2Session, connect, constants } from "node:http2";
import type { PlannedCall } from "../plan.ts";
import { http2Request } from "../planned-request.ts";
import { answeredWith, type Seen, type Witness } from "../seen.ts";
import type { World } from "../world.ts";
import type { Pipe } from "./pipe.ts";

/** Returns a function that makes a call. */
export function http2Callers(world: World, { atTheEnd, finished }: Witness): (one: Seen) => void {
  let shared: ClientHttp2Session | null = null;

  function make(one: Seen): void {
    const { call } = one;
    const alone = call.manner === "reads_nothing" || call.manner === "resets";
    const opened = alone || shared === null || shared.closed || shared.destroyed ? open(call) : null;
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
      else if (!finished())
        answeredWith(one, { status, headers: head, body: Buffer.concat(chunks), ...(trailers && { trailers }) });
    });
    if (body.length > 0) {
      const [first, second] = [body.subarray(0, body.length / 2), body.subarray(body.length / 2)];
      stream.write(first);
      if (call.manner === "slow") world.clock.after(call.secondHalfAfterMs, () => stream.end(second));
      else if (call.manner !== "stalls") stream.end(second);
    }
    const leave = (go: () => void) => () => {
      one.ended ??= "left";
      go();
    };
    if (call.manner === "leaves")
      world.clock.after(
        call.secondHalfAfterMs,
        leave(() => stream.close(constants.NGHTTP2_CANCEL)),
      );
    if (call.manner === "resets" && opened !== null)
      world.clock.after(call.secondHalfAfterMs, leave(opened.made.reset));
  }

  function open({ manner }: PlannedCall): { readonly session: ClientHttp2Session; readonly made: Pipe } | null {
    const made = world.connect();
    if (made === null) return null;
    const settings = manner === "reads_nothing" ? { initialWindowSize: 0 } : {};
    const session = connect("http://sim", { createConnection: () => made.client, settings });
    session.on("error", () => {});
    // Later reports of its streams are not answers.
    atTheEnd.push(() => session.destroy());
    return { session, made };
  }

  return make;
}

function plain(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
