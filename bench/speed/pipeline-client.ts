// Winnow's client in `pipeline`, in a process of its own: the garbage of the pipeline by hand, which another thread of
// V8 marks while the next contender runs, is not charged to Winnow. Arguments: address, key, process id of the server.
// In: which requests to ask. Out: milliseconds of processor time that each cost, here and in the server.
import { encoded } from "../corpus/requests.ts";
import { createRestClient } from "./clients/rest-client.ts";
import { cpuMsOf, ownCpuMs } from "./harness/cpu.ts";
import { type Asked, requestsOf } from "./pipeline-requests.ts";

const [url = "", key = "", server = ""] = process.argv.slice(2);
const pid = Number(server);
const client = createRestClient(url, key);

process.on("message", async (asked: Asked) => {
  const requests = requestsOf(asked);
  const before = cpuMsOf(pid) + ownCpuMs();
  for (const request of requests) await client.select(encoded(request));
  process.send?.((cpuMsOf(pid) + ownCpuMs() - before) / requests.length);
});
process.once("disconnect", () => client.close());
