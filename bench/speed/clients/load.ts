// A process that keeps a server busy: repeats one select call, several at a time, until it gets a signal to stop.
// Arguments: address, key, file with the body, width. Reports the number of calls and of answers other than 200.
import { readFileSync } from "node:fs";
import { createRestClient } from "./rest-client.ts";

const [url = "", key = "", file = "", width = "1"] = process.argv.slice(2);
const body = readFileSync(file);
const client = createRestClient(url, key);
const made = { calls: 0, refused: 0 };
let stopping = false;
process.once("message", () => {
  stopping = true;
});

async function callInTurn(): Promise<void> {
  while (!stopping) {
    const { status } = await client.post("/v1/context/select", body);
    made.calls += 1;
    if (status !== 200) made.refused += 1;
  }
}

await Promise.all(Array.from({ length: Number(width) }, callInTurn));
client.close();
process.send?.(made);
process.disconnect();
