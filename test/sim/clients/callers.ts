// The clients of a simulated run: each makes its planned call over its protocol and in its manner, and records the
// answers and how the call ended.
import type { Protocol } from "../../../src/protocols/protocol.ts";
import type { PlannedCall, TransportName } from "../plan.ts";
import type { Seen, Witness } from "../seen.ts";
import type { World } from "../world.ts";
import { http1Callers } from "./http1-callers.ts";
import { http2Callers } from "./http2-callers.ts";

export interface Callers {
  readonly make: (call: PlannedCall) => void;
  readonly seen: readonly Seen[];
  /** Answers that no client can interpret. */
  readonly anomalies: readonly string[];
  /** Clients that did not read their answers now do; those that still wait disconnect. */
  readonly finish: () => void;
}

const protocols: Readonly<Record<TransportName, Protocol>> = {
  rest: "rest",
  "rest-h2": "rest",
  grpc: "grpc",
  "grpc-web": "grpc-web",
  connect: "connect",
};

/** The protocol of the answer. An unknown path cannot be Connect, so the answer is that of REST. */
export function protocolOf({ transport, ask }: PlannedCall): Protocol {
  return transport === "connect" && ask.outcome === "not_found" ? "rest" : protocols[transport];
}

export function createCallers(world: World): Callers {
  const seen: Seen[] = [];
  let finished = false;
  const witness: Witness = { anomalies: [], atTheEnd: [], finished: () => finished };
  const overHttp1 = http1Callers(world, witness);
  const overHttp2 = http2Callers(world, witness);

  return {
    make: (call) => {
      const one: Seen = { call, answers: [], ended: null };
      seen.push(one);
      if (call.transport === "rest-h2" || call.transport === "grpc") overHttp2(one);
      else overHttp1(one);
    },
    seen,
    anomalies: witness.anomalies,
    finish: () => {
      finished = true;
      for (const each of witness.atTheEnd) each();
    },
  };
}
