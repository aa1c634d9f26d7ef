// Connect's conformance suite against the test build, once for each way a unary call can take through the edge: whole,
// as the service's own calls go, and through the router, as streams and Connect's GET go.
import { fileURLToPath } from "node:url";
import { run } from "./command.ts";
import type { Tools } from "./tools.ts";
import type { Verdict } from "./verdict.ts";

const local = (name: string) => fileURLToPath(new URL(`conformance/${name}`, import.meta.url));

/** One server after the other: the suite waits a few seconds for each, and a busy machine starts two in more. */
const SERVERS_AT_ONCE = "1";

export async function conform(tools: Tools, way: "whole" | "router"): Promise<Verdict> {
  const words = [
    ...["--mode", "server", "--conf", local("config.yaml"), "--known-failing", `@${local("known-failing.txt")}`],
    ...["--parallel", "4", "--max-servers", SERVERS_AT_ONCE, "-v", "--", process.execPath, local("server.ts")],
  ];
  const env = { INTEROP_CONFORMANCE_IMAGE: tools.conformanceImage, INTEROP_WAY: way };
  const { code, output } = await run(tools.conformance, words, { env });
  const totals = /Total cases: \d+\n.*/.exec(output)?.[0] ?? "";
  // A runner that ran nothing would succeed as well.
  const passed = Number(/(\d+) passed/.exec(totals)?.[1] ?? 0);
  const holds = code === 0 && passed > 0;
  return { name: `connect conformance, ${way}`, holds, told: holds ? totals.replaceAll("\n", ", ") : output };
}
