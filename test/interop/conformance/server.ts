// The server that Connect's conformance runner starts. It reads its task from standard input and writes its address to
// standard output. Stops at SIGTERM.
import "./swap.ts";
import { fromBinary, fromJson, toBinary } from "@bufbuild/protobuf";
import { messageNamed, registry } from "./schema.ts";

/** On both pipes, each message has its length in four bytes in front. */
const LENGTH_BYTES = 4;

const { mintKeys, startEdge } = await import("../edge.ts");
// The suite's client has no key to send.
const { address, drain } = await startEdge(mintKeys(), { keyless: true });
await readRequest();
const { hostname, port } = new URL(address);
const answer = toBinary(
  messageNamed("ServerCompatResponse"),
  fromJson(messageNamed("ServerCompatResponse"), { host: hostname, port: Number(port) }, { registry }),
);
const length = Buffer.alloc(LENGTH_BYTES);
length.writeUInt32BE(answer.length);
process.stdout.write(Buffer.concat([length, answer]));
process.once("SIGTERM", () => void drain().then(() => process.exit(0)));

/** The task changes nothing here: the server supports every protocol and version of the suite. */
async function readRequest(): Promise<void> {
  let received = Buffer.alloc(0);
  for await (const chunk of process.stdin) {
    received = Buffer.concat([received, Buffer.from(chunk)]);
    const whole = received.length >= LENGTH_BYTES && received.length >= LENGTH_BYTES + received.readUInt32BE(0);
    if (whole) break;
  }
  fromBinary(messageNamed("ServerCompatRequest"), received.subarray(LENGTH_BYTES));
}
