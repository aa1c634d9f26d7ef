// Connect's conformance suite against the test build, once for each path of a unary call through the edge: buffered, as
// the service's own calls, and through the router, as streams and Connect's GET.
import { fileURLToPath } from "node:url";
import { run } from "./command.ts";
import type { Tools } from "./tools.ts";
import type { Verdict } from "./verdict.ts";

const local = (name: string) => fileURLToPath(new URL(`conformance/${name}`, import.meta.url));

/** One server at a time: the suite waits a few seconds for each, and two starting on a busy machine take longer. */
const SERVERS_AT_ONCE = "1";

export async function conform(tools: Tools, way: "whole" | "router"): Promise<Verdict> {
  const words = [
    ...["--mode", "server", "--conf", local("config.yaml"), "--known-failing", `@${local("known-failing.txt")}`],
    ...["--parallel", "4", "--max-servers", SERVERS_AT_ONCE, "-v", "--", process.execPath, local("server.ts")],
  ];
  const env = { INTEROP_CONFORMANCE_IMAGE: tools.conformanceImage, INTEROP_WAY: way };
  const { code, output } = await run(tools.conformance, words, { env });
  const totals = /Total cases: \d+\n.*/.exec(output)?.[0] ?? "";
  // A runner without any test would also succeed.
  const passed = Number(/(\d+) passed/.exec(totals)?.[1] ?? 0);
  const holds = code === 0 && passed > 0;
  return { name: `connect conformance, ${way}`, holds, detail: holds ? totals.replaceAll("\n", ", ") : output };
}
