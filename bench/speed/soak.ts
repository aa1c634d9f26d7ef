// Does memory grow with the number of calls? The figure is a line through the server's resident memory over 200,000
// mixed calls, after the first 50,000.
import { asMessage } from "../corpus/messages.ts";
import { encoded, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { createGrpcClient } from "./clients/grpc-client.ts";
import { createRestClient } from "./clients/rest-client.ts";
import { growthRows, memoryOver } from "./engine/growth.ts";
import type { Findings } from "./harness/benchmark.ts";
import { startUnlimited } from "./servers/winnow-server.ts";

const CALLS = 200_000;
/** By then every heap has reached its full size. Earlier calls still enlarge it. */
const WARMUP_CALLS = 50_000;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const rest = createRestClient(server.url, server.key);
  const grpc = createGrpcClient(server.url, server.key);
  const small = Array.from({ length: 32 }, (_, at) => requestOf(textsOfBytes(300 + at, 2_000), 200, at));
  const bodies = small.map(encoded);
  const messages = small.map(asMessage);
  const large = encoded(requestOf(textsOfBytes(400, 200_000), 4_000, 400));
  const none = Buffer.alloc(0);

  const memory = await memoryOver(server.pid, CALLS, (at) => {
    if (at % 1_000 === 0) return rest.select(large);
    if (at % 50 === 0) return rest.post("/v1/context/select", Buffer.from("{ not json"));
    if (at % 5 === 0) return rest.select(bodies[at % bodies.length] ?? none);
    if (at % 7 === 0) return grpc.call("Select", messages[at % messages.length] ?? none);
    return rest.get("/v1/health");
  });
  rest.close();
  grpc.close();
  await server.stop();

  const rows = growthRows({ of: "calls", total: CALLS, warmup: WARMUP_CALLS }, memory);
  const series = [{ name: "resident memory", points: memory.filter(({ x }) => x > 0) }];
  const axes = { xLabel: "calls", yLabel: "MB" };
  return { rows, curves: [{ name: "soak", title: "200,000 mixed calls", ...axes, series }] };
}
