// What it takes a bare node:http server to turn calls away: to read each of them and say a word.
import { startChild } from "./child-server.ts";
import { cpuMsOf } from "./cpu.ts";
import { openLoop } from "./open-loop.ts";
import { createThinClient, sending } from "./thin-client.ts";

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
