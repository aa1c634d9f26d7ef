// What it takes a bare node:http server to turn calls away: to read each of them and say a word.
import { openLoop } from "./clients/open-loop.ts";
import { createThinClient, sending } from "./clients/thin-client.ts";
import { cpuMsOf } from "./harness/cpu.ts";
import { startChild } from "./servers/child-server.ts";

/** Of what a bare server is sent in each round. */
const BARE_SECONDS = 1;

/** A bare server beside ours, and what it takes for each of so many such calls a second. */
export async function startBareRefusals(requests: readonly Buffer[]) {
  const server = await startChild("hello-server.ts");
  const client = createThinClient(server.url);
  const send = sending(client, requests);
  const callMs = async (perSecond: number) => {
    const before = cpuMsOf(server.pid);
    const { answered } = await openLoop(perSecond, BARE_SECONDS, 1, send);
    return (cpuMsOf(server.pid) - before) / answered.length;
  };
  await callMs(1_000);
  const stop = () => {
    client.close();
    return server.stop();
  };
  return { callMs, stop };
}
