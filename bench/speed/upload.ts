// How long 5.4 MB take to arrive over HTTP/2 with a round trip of 40 ms: from the call to its last byte's delivery.
// Warm-up: a small call, which brings the windows, and one upload. A window of 64 KiB would make it 5.4 s.
import { connect } from "node:http2";
import type { Findings } from "./benchmark.ts";
import { startRelay } from "./relay.ts";
import { median } from "./statistics.ts";
import { startUnlimited } from "./winnow-server.ts";

const ROUND_TRIP_MS = 40;
const UPLOAD_BYTES = 5_400_000;
const ROUNDS = 5;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const relay = await startRelay(server.url, ROUND_TRIP_MS / 2);
  const session = connect(relay.url);
  const post = (body: Buffer) =>
    new Promise<number>((resolve, reject) => {
      const startedAt = performance.now();
      const stream = session.request({
        ":method": "POST",
        ":path": "/v1/context/select",
        authorization: `Bearer ${server.key}`,
      });
      stream.on("error", reject);
      stream.on("close", () => resolve(relay.deliveredAt() - startedAt));
      stream.resume();
      stream.end(body);
    });
  // No JSON: it is read whole and then refused, so that the upload alone is measured.
  const body = Buffer.alloc(UPLOAD_BYTES, "x");
  await post(Buffer.from("x"));
  await post(body);
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) samples.push(await post(body));
  session.close();
  relay.close();
  await server.stop();
  const what = "5.4 MB uploaded over a 40 ms round trip";
  return { rows: [{ what, figure: median(samples), unit: "ms", bar: { atMost: 100 }, samples }], curves: [] };
}
