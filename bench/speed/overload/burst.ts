// Memory under a burst: 64 calls of 5.4 MB at once, over REST and over gRPC, each on a new server. Also for the two
// forms of request that need the most memory: very many small records, and a prompt of half the body that consists of
// new words.
import { hostileText } from "../../corpus/hostile.ts";
import { asMessage } from "../../corpus/messages.ts";
import { encoded, type RequestBody, requestOf, textsOfBytes } from "../../corpus/requests.ts";
import { createGrpcClient } from "../clients/grpc-client.ts";
import { createRestClient } from "../clients/rest-client.ts";
import { type Findings, type Row, soleRow } from "../harness/benchmark.ts";
import { residentMb } from "../harness/cpu.ts";
import { startUnlimited, type WinnowServer } from "../servers/winnow-server.ts";

const CALLS = 64;
const BODY_BYTES = 5_400_000;
const PEAK_MB_MAX = 600;

/** Without spaces, every two letters are a word, and nearly all pairs of 20,000 letters are new. In UTF-16 units. */
const CROWDED_RECORD_UNITS = 38;
const CROWDED_TEXT_BYTES = 4_900_000;

/** The prompt that takes half of the body. */
const PROMPT_BYTES = CROWDED_TEXT_BYTES / 2;

/** How a call of the burst ended. */
type Ended = "answered" | "rejected" | "failed";
type Burst = (server: WinnowServer) => Promise<readonly Ended[]>;

export async function run(): Promise<Findings> {
  const asked = requestOf(textsOfBytes(99, BODY_BYTES), 32_000, 99);
  const body = encoded(asked);
  const message = asMessage(asked);
  const rest = await burst("REST", (server) => overRest(server, body));
  const grpc = await burst("gRPC", (server) => overGrpc(server, message));
  const crowded = asMessage(requestOf(crowdedTexts(CROWDED_TEXT_BYTES), 32_000, 99));
  const records = await burst("gRPC, each 43,000 records of random Chinese", (server) => overGrpc(server, crowded));
  const wordy = asMessage(wordyRequest());
  const prompts = await burst("gRPC, each a prompt of 820,000 random Chinese letters", (server) =>
    overGrpc(server, wordy),
  );
  return { rows: [...rest, ...grpc, ...records, ...prompts], curves: [] };
}

/** A prompt as long as the records. */
function wordyRequest(): RequestBody {
  const asked = requestOf(crowdedTexts(CROWDED_TEXT_BYTES - PROMPT_BYTES), 32_000, 99);
  return { ...asked, task: { prompt: hostileText("CJK", 98, PROMPT_BYTES) } };
}

function crowdedTexts(bytes: number): readonly string[] {
  const text = hostileText("CJK", 99, bytes);
  const records = Math.ceil(text.length / CROWDED_RECORD_UNITS);
  return Array.from({ length: records }, (_, at) =>
    text.slice(at * CROWDED_RECORD_UNITS, (at + 1) * CROWDED_RECORD_UNITS),
  );
}

async function burst(name: string, calls: Burst): Promise<readonly Row[]> {
  const server = await startUnlimited();
  const before = residentMb(server.pid).now;
  const ended = await calls(server);
  const { peak } = residentMb(server.pid);
  await server.stop();
  const count = (end: Ended) => ended.filter((each) => each === end).length;
  const what = `64 calls of 5.4 MB at once over ${name}`;
  return [
    {
      what: `${what}: peak resident memory`,
      figure: peak,
      unit: "MB",
      bar: { atMost: PEAK_MB_MAX },
      samples: [before, peak],
    },
    soleRow(`${what}: failed otherwise than by a refusal`, count("failed"), "calls", { atMost: 0 }),
    soleRow(`${what}: rejected`, count("rejected"), "calls", null),
  ];
}

async function overRest(server: WinnowServer, body: Buffer): Promise<readonly Ended[]> {
  const client = createRestClient(server.url, server.key);
  const call = async (): Promise<Ended> => {
    const { status } = await client.post("/v1/context/select", body);
    return status === 200 ? "answered" : status === 503 ? "rejected" : "failed";
  };
  const ended = await Promise.all(Array.from({ length: CALLS }, () => call().catch((): Ended => "failed")));
  client.close();
  return ended;
}

const GRPC_UNAVAILABLE = 14;

async function overGrpc(server: WinnowServer, message: Buffer): Promise<readonly Ended[]> {
  const client = createGrpcClient(server.url, server.key);
  const call = () =>
    client.call("Select", message).then(
      (): Ended => "answered",
      (error: { readonly code?: number }): Ended => (error.code === GRPC_UNAVAILABLE ? "rejected" : "failed"),
    );
  const ended = await Promise.all(Array.from({ length: CALLS }, call));
  client.close();
  return ended;
}
