// Winnow's client for `pipeline`, in its own process. Otherwise V8 would mark the garbage of the other pipeline on a
// helper thread while the next contender runs, and Winnow would be charged for it. Arguments: address, key, process id
// of the server. In: the numbers of requests. Out: milliseconds of processor time of each, here and in the server.
import { encoded } from "../../corpus/requests.ts";
import { createRestClient } from "../clients/rest-client.ts";
import { cpuMsOf, ownCpuMs } from "../harness/cpu.ts";
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
