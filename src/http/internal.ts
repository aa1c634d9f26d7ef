// The internal listener, for probes and scrapers, which have no key: gRPC health and reflection, `/livez`, `/readyz`,
// `/metrics`. It has no access to handlers or callers, so no caller's data can leave through it.
import type { Serving } from "../protocols/connect/health.ts";
import { createProbeRpc } from "../protocols/connect/listener.ts";
import { protocols, targetOf } from "../protocols/protocol.ts";
import { gatewayReply, jsonReply, okReply, type Reply } from "../protocols/reply.ts";
import { pathOf } from "../protocols/routes.ts";
import { statuses } from "../statuses.ts";
import type { Telemetry } from "../telemetry/otel.ts";
import type { Clock } from "../time/clock.ts";
import { discardRest, type RequestListener } from "./exchange.ts";
import { guard } from "./headers.ts";

interface InternalParts {
  readonly serving: Serving;
  readonly scrape: Telemetry["scrape"];
  readonly onFault: (fault: unknown) => void;
  readonly clock: Clock;
  readonly lingerMs: number;
}

const NO_WORKERS = "no worker thread can be started: see worker_replaced in the log";

export function createInternal({ serving, scrape, onFault, clock, lingerMs }: InternalParts): RequestListener {
  const rpc = createProbeRpc({ serving, onFault });

  async function answer(path: string): Promise<Reply> {
    if (path === "/livez") return okReply('{"status":"ok"}');
    if (path === "/readyz") {
      const status = serving.state();
      const cause = status === "no_workers" ? { cause: NO_WORKERS } : {};
      return jsonReply(status === "serving" ? statuses.ok : statuses.unavailable, JSON.stringify({ status, ...cause }));
    }
    if (path === "/metrics" && scrape !== null) {
      return {
        status: statuses.ok.http,
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
        body: await scrape(),
      };
    }
    return gatewayReply(statuses.unknown_path);
  }

  return (exchange) => {
    if (!guard(exchange)) return;
    exchange.onOver(() => discardRest(exchange, clock, lingerMs));
    const { httpMethod, target, headers } = exchange;
    const { protocol } = targetOf(httpMethod, target, headers["content-type"]);
    if (protocols[protocol].isRpc) {
      const { req, res } = exchange.nodePair();
      return rpc(req, res);
    }
    answer(pathOf(target))
      .then((reply) => exchange.send(reply))
      .catch((fault: unknown) => {
        onFault(fault);
        exchange.send(gatewayReply(statuses.fault));
      });
  };
}
