// What comes back of the calls of a simulated run, as their clients see it.
import type { BufferedReply } from "../../src/protocols/reply.ts";
import type { PlannedCall } from "./plan.ts";

/** How a call ended: answered, given up by its client, cut by the server, or not let in. */
export type Ended = "answered" | "left" | "closed" | "not connected";

export interface Seen {
  readonly call: PlannedCall;
  readonly answers: BufferedReply[];
  ended: Ended | null;
}

export function answeredWith(one: Seen, reply: BufferedReply): void {
  one.answers.push(reply);
  one.ended ??= "answered";
}

/** Where clients write down what belongs to no call, and what they still have to do. */
export interface Witness {
  /** What no client can make sense of. */
  readonly oddities: string[];
  /** Done when the run ends: who would not read its answers does, who still waits hangs up. */
  readonly atTheEnd: (() => void)[];
  readonly finished: () => boolean;
}
