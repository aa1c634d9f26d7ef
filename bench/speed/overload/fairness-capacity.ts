// How many calls of one organisation are answered while no other organisation calls. It measures clients that wait for
// their responses, and more calls than the service can answer. The clients share the processors with the service, so
// the figures are calls answered a second for each processor that the clients leave.
import { availableParallelism } from "node:os";
import { medianRow, type Row, soleRow } from "../harness/benchmark.ts";
import { median } from "../harness/statistics.ts";
import {
  type Answered,
  bodyFiles,
  type CallSize,
  callerOf,
  calls,
  type FairnessServer,
  latency,
} from "./fairness-server.ts";
import { settled } from "./overload-rows.ts";

const CLIENTS = 64;
const SECONDS = 4;
const ROUNDS = 1;
const CALM = 0.7;
const OVERLOADS = [2, 5] as const;
const GOODPUT_MIN = 0.9;
const SLOWER_MAX = 3;

export async function capacityRows(server: FairnessServer, size: CallSize): Promise<readonly Row[]> {
  const caller = callerOf(server, {
    key: server.keyOf("greedy", "open"),
    protocol: "rest",
    files: bodyFiles(server, size, "rest"),
    seconds: SECONDS,
  });
  const clients: Answered[] = [];
  const calm: Answered[] = [];
  const overloads = new Map(OVERLOADS.map((times): [number, Answered[]] => [times, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const waiting = await calls({ ...caller, width: CLIENTS });
    const capacity = waiting.answered.length / waiting.seconds;
    clients.push(waiting);
    calm.push(await calls({ ...caller, perSecond: CALM * capacity }));
    for (const [times, loads] of overloads) loads.push(await calls({ ...caller, perSecond: times * capacity }));
  }
  const rejected = clients.reduce((sum, { rejectedMs, failed }) => sum + rejectedMs.length + failed, 0);
  const calmMs = median(calm.map((load) => latency(settled(load), 0.99)));
  const what = (times: number, which: string) => `${size.size} at ${times} times the capacity: ${which}`;
  return [
    soleRow(
      `${size.size}: capacity, with ${CLIENTS} clients that wait`,
      median(clients.map(({ answered, seconds }) => answered.length / seconds)),
      "/s",
      null,
    ),
    soleRow(`${size.size}: rejected of ${CLIENTS} clients that wait`, rejected, "calls", { atMost: 0 }),
    soleRow(`${size.size}: p99 at ${CALM} of the capacity`, calmMs, "ms", null),
    ...[...overloads].flatMap(([times, loads]): readonly Row[] => {
      const shares = loads.map((load, at) => answeredOfLeft(load) / answeredOfLeft(clients[at] ?? load));
      const slower = loads.map((load) => latency(settled(load), 0.99) / calmMs);
      const failed = loads.reduce((sum, load) => sum + load.failed, 0);
      return [
        medianRow(what(times, "answered, of the capacity with waiting clients"), shares, "x", { atLeast: GOODPUT_MIN }),
        medianRow(what(times, "p99 of the answered over the calm one"), slower, "x", { atMost: SLOWER_MAX }),
        soleRow(what(times, "failed"), failed, "calls", { atMost: 0 }),
      ];
    }),
  ];
}

/** Calls answered a second for each processor that the clients leave, from when the service has recognised the load. */
function answeredOfLeft(load: Answered): number {
  const answered = settled(load);
  const [first, last] = [answered[0], answered.at(-1)];
  const seconds = first === undefined || last === undefined ? 1 : (last.dueMs - first.dueMs) / 1_000;
  return answered.length / seconds / (availableParallelism() - load.processors);
}
