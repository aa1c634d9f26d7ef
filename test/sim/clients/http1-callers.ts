// HTTP/1.1 clients of a simulated run: one connection each, or that of an earlier call if the plan says so.
import type { PlannedCall } from "../plan.ts";
import { http1Request } from "../planned-request.ts";
import { answeredWith, type Seen, type Witness } from "../seen.ts";
import type { World } from "../world.ts";
import { readAnswers } from "./http1-client.ts";
import type { Pipe } from "./pipe.ts";

interface Http1Connection {
  readonly made: Pipe;
  readonly waiting: Seen[];
  over: boolean;
}

/** Returns a function that makes a call. */
export function http1Callers(world: World, { anomalies, atTheEnd }: Witness): (one: Seen) => void {
  let last: Http1Connection | null = null;

  function make(one: Seen): void {
    const { call } = one;
    const follows = call.manner === "follows" && last !== null && !last.over ? last : null;
    const connection = follows ?? open(call);
    if (connection === null) {
      one.ended = "not connected";
      return;
    }
    if (call.manner !== "reads_nothing") last = connection;
    connection.waiting.push(one);
    const { client } = connection.made;
    const leave = (go: () => void) => {
      for (const each of connection.waiting) each.ended ??= "left";
      go();
    };
    const [head, tail] = halves(http1Request(call));
    if (call.manner === "chopped") for (const byte of chopped(Buffer.concat([head, tail]))) client.write(byte);
    else client.write(head);
    if (call.manner === "slow") world.clock.after(call.secondHalfAfterMs, () => client.write(tail));
    else if (call.manner !== "stalls" && call.manner !== "chopped") client.write(tail);
    if (call.manner === "leaves") world.clock.after(call.secondHalfAfterMs, () => leave(() => client.destroy()));
    if (call.manner === "resets") world.clock.after(call.secondHalfAfterMs, () => leave(connection.made.reset));
  }

  function open(call: PlannedCall): Http1Connection | null {
    const made = world.connect();
    if (made === null) return null;
    const connection: Http1Connection = { made, waiting: [], over: false };
    made.client.on("error", () => {});
    const listen = () =>
      readAnswers(made.client, {
        onAnswer: (reply) => {
          const one = connection.waiting.shift();
          if (one === undefined)
            anomalies.push(
              `an answer to nothing: ${reply.status} at ${world.clock.monotonicMs()} after call ${call.id}`,
            );
          else answeredWith(one, reply);
        },
        onEnd: () => {
          connection.over = true;
          for (const one of connection.waiting) one.ended ??= "closed";
        },
      });
    if (call.manner === "reads_nothing") atTheEnd.push(listen);
    else listen();
    atTheEnd.push(() => made.client.end());
    return connection;
  }

  return make;
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
