// The serving state of the deployment, which can be watched, and grpc.health.v1.Health based on it. The empty service
// name means the whole server.
import { ConnectError, type HandlerContext, type ServiceImpl } from "@connectrpc/connect";
import {
  type Health,
  type HealthCheckRequest,
  HealthCheckResponse_ServingStatus as ServingStatus,
} from "../../../gen/grpc/health/v1/health_pb.ts";
import { ContextService } from "../../../gen/winnow/v1/context_pb.ts";
import { statuses } from "../../statuses.ts";

/** `no_workers`: no worker can be started, so every large call is rejected. */
export type ServingState = "starting" | "serving" | "no_workers" | "draining";

export interface Serving {
  readonly state: () => ServingState;
  /** Settles at the next change of state, or when `signal` aborts; never rejects. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
}

export interface ServingSwitch extends Serving {
  readonly set: (state: ServingState) => void;
}

export function createServing(): ServingSwitch {
  let current: ServingState = "starting";
  const waiting = new Set<() => void>();
  return {
    state: () => current,
    set: (state) => {
      if (state === current) return;
      current = state;
      for (const wake of waiting) wake();
    },
    changed: (signal) =>
      new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        if (signal.aborted) return resolve();
        waiting.add(wake);
        signal.addEventListener("abort", wake, { once: true });
      }),
  };
}

const names: ReadonlySet<string> = new Set(["", ContextService.typeName]);

export function createHealth(serving: Serving): ServiceImpl<typeof Health> {
  const status = () => (serving.state() === "serving" ? ServingStatus.SERVING : ServingStatus.NOT_SERVING);
  return {
    check: ({ service }) => {
      if (!names.has(service)) throw new ConnectError("no such service", statuses.unknown_name.code);
      return { status: status() };
    },

    /**
     * Sends every change. The stream of an unknown name stays open, as the protocol requires; a drain ends all streams.
     */
    async *watch({ service }: HealthCheckRequest, { signal }: HandlerContext) {
      let sent: ServingStatus | null = null;
      while (!signal.aborted) {
        const state = serving.state();
        const now = names.has(service) ? status() : ServingStatus.SERVICE_UNKNOWN;
        if (now !== sent) yield { status: now };
        sent = now;
        // The state may have changed while the client was slow to read.
        if (serving.state() !== state) continue;
        if (state === "draining") throw new ConnectError("the server is draining", statuses.unavailable.code);
        await serving.changed(signal);
      }
      throw ConnectError.from(signal.reason, statuses.cancelled.code);
    },
  };
}
