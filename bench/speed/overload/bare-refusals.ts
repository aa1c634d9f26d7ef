// The cost of refusing a call with a bare node:http server: reading the request and sending a fixed answer.
import { openLoop } from "../clients/open-loop.ts";
import { createThinClient, sendInRotation } from "../clients/thin-client.ts";
import { cpuMsOf } from "../harness/cpu.ts";
import { startChild } from "../servers/child-server.ts";

/** How long the bare server is loaded in each round. */
const BARE_SECONDS = 1;

/** Runs a bare server at that many such calls a second and measures its cost per call. */
export async function startBareRefusals(requests: readonly Buffer[]) {
  const server = await startChild("hello-server.ts");
  const client = createThinClient(server.url);
  const send = sendInRotation(client, requests);
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
