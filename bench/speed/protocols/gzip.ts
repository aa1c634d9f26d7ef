// Compression: every protocol accepts and returns gzip, and no client can request a compression as expensive as
// brotli's highest quality. Warm-up: a round of each kind.
import { gunzipSync, gzipSync } from "node:zlib";
import { asMessage } from "../../corpus/messages.ts";
import { encoded, requestOf, textsOfBytes } from "../../corpus/requests.ts";
import { selectInGzip } from "../clients/raw-grpc.ts";
import { createRestClient } from "../clients/rest-client.ts";
import { type Findings, medianRow, type Row, soleRow } from "../harness/benchmark.ts";
import { cpuMsOf } from "../harness/cpu.ts";
import { interleaved } from "../harness/rounds.ts";
import { ratios } from "../harness/statistics.ts";
import { startUnlimited } from "../servers/winnow-server.ts";

const CALLS = 60;
const ROUNDS = 3;
const paths = [
  { name: "REST", path: "/v1/context/select" },
  { name: "Connect JSON", path: "/winnow.v1.ContextService/Select" },
] as const;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const client = createRestClient(server.url, server.key);
  // A budget for everything, so that the answer is as large as the request.
  const request = requestOf(textsOfBytes(31, 30_000), 20_000, 31);
  const rest = encoded(request);
  const rpc = Buffer.from(JSON.stringify({ ...request, records: request.records.map(({ text }) => ({ text })) }));
  const rows: Row[] = [];
  for (const { name, path } of paths) {
    const body = name === "REST" ? rest : rpc;
    const answered = await client.post(path, body, { "accept-encoding": "gzip" });
    const gzipped = answered.headers["content-encoding"] === "gzip" && gunzipSync(answered.body).length > 0;
    const accepted = await client.post(path, gzipSync(body), { "content-encoding": "gzip" });
    rows.push(
      yes(`${name}: gzip answered when asked for`, answered.status === 200 && gzipped),
      yes(`${name}: gzip accepted`, accepted.status === 200),
    );
    const cost = (encoding: string) => async () => {
      const before = cpuMsOf(server.pid);
      for (let call = 0; call < CALLS; call++) await client.post(path, body, { "accept-encoding": encoding });
      return (cpuMsOf(server.pid) - before) / CALLS;
    };
    const used = await interleaved(1, ROUNDS, { plain: cost("identity"), gzip: cost("gzip"), brotli: cost("br") });
    const gzip = ratios(used.gzip, used.plain);
    const brotli = ratios(used.brotli, used.plain);
    const atMost = { atMost: 1.5 };
    rows.push(
      medianRow(`${name}: 30 kB answered to a client of brotli only`, brotli, "x", atMost),
      medianRow(`${name}: 30 kB answered in gzip`, gzip, "x", null),
    );
  }
  client.close();
  const grpc = await selectInGzip(server, asMessage(request));
  rows.push(
    yes("gRPC: gzip accepted", grpc.status === "0"),
    yes("gRPC: gzip answered to a call in gzip", grpc.gzipped),
  );
  await server.stop();
  return { rows, curves: [] };
}

function yes(what: string, holds: boolean): Row {
  return soleRow(what, holds ? 1 : 0, "(1 = yes)", { atLeast: 1 });
}
