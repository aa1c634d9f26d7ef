// The results of the calls in a simulated run, as their clients see them.
import type { BufferedReply } from "../../src/protocols/reply.ts";
import type { PlannedCall } from "./plan.ts";

/** How a call ended: answered, abandoned by its client, aborted by the server, or not accepted. */
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

/** What clients notice outside their calls, and what they do at the end of the run. */
export interface Witness {
  /** Answers that no client can interpret. */
  readonly anomalies: string[];
  /** Run at the end: clients that did not read their answers read them, and those that still wait disconnect. */
  readonly atTheEnd: (() => void)[];
  readonly finished: () => boolean;
}
