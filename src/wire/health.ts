// grpc.health.v1.Health over the serving state. The empty name stands for the whole server.
import { ConnectError, type HandlerContext, type ServiceImpl } from "@connectrpc/connect";
import {
  type Health,
  type HealthCheckRequest,
  HealthCheckResponse_ServingStatus as ServingStatus,
} from "../../gen/grpc/health/v1/health_pb.ts";
import { ContextService } from "../../gen/winnow/v1/context_pb.ts";
import { statuses } from "../statuses.ts";
import type { Serving } from "./serving.ts";

const names: ReadonlySet<string> = new Set(["", ContextService.typeName]);

export function createHealth(serving: Serving): ServiceImpl<typeof Health> {
  const status = () => (serving.state() === "serving" ? ServingStatus.SERVING : ServingStatus.NOT_SERVING);
  return {
    check: ({ service }) => {
      if (!names.has(service)) throw new ConnectError("no such service", statuses.unknown_name.code);
      return { status: status() };
    },

    /** Tells every change. An unknown name stays open, as the protocol wants it; a drain ends the stream. */
    async *watch({ service }: HealthCheckRequest, { signal }: HandlerContext) {
      let told: ServingStatus | null = null;
      while (!signal.aborted) {
        const state = serving.state();
        const now = names.has(service) ? status() : ServingStatus.SERVICE_UNKNOWN;
        if (now !== told) yield { status: now };
        told = now;
        // While the client was slow to read, the state may have moved on.
        if (serving.state() !== state) continue;
        if (state === "draining") throw new ConnectError("the server drains", statuses.unavailable.code);
        await serving.changed(signal);
      }
      throw ConnectError.from(signal.reason, statuses.cancelled.code);
    },
  };
}
