// How long 5.4 MB take to arrive over HTTP/2 with a round trip of 40 ms, from the call to the delivery of its last
// byte. On an open connection, and on a new one, which must receive the window sizes first. With a window of 64 KiB it
// would be 3.3 s. Warm-up: one upload on each.
import { type ClientHttp2Session, connect } from "node:http2";
import { type Findings, medianRow } from "../harness/benchmark.ts";
import { interleaved } from "../harness/rounds.ts";
import { startRelay } from "../servers/relay.ts";
import { startUnlimited } from "../servers/winnow-server.ts";

const ROUND_TRIP_MS = 40;
const UPLOAD_BYTES = 5_400_000;
const UPLOAD_MS_MAX = 100;
const ROUNDS = 5;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const relay = await startRelay(server.url, ROUND_TRIP_MS / 2);
  // Not JSON: it is read in full and then refused, so that only the upload is measured.
  const body = Buffer.alloc(UPLOAD_BYTES, "x");
  const upload = (session: ClientHttp2Session) =>
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
  const held = connect(relay.url);
  const onHeld = () => upload(held);
  const onNew = async () => {
    const session = connect(relay.url);
    const took = await upload(session);
    session.close();
    return took;
  };
  const took = await interleaved(1, ROUNDS, { held: onHeld, new: onNew });
  held.close();
  relay.close();
  await server.stop();
  const bar = { atMost: UPLOAD_MS_MAX };
  const what = `5.4 MB uploaded over a ${ROUND_TRIP_MS} ms round trip`;
  const rows = [medianRow(what, took.held, "ms", bar), medianRow(`${what}, on a new connection`, took.new, "ms", bar)];
  return { rows, curves: [] };
}
