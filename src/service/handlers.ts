// The handlers behind every protocol: select calls, the list of operating points, and health.
import { create } from "@bufbuild/protobuf";
import {
  type GetHealthResponse,
  GetHealthResponseSchema,
  type ListOperatingPointsResponse,
  ListOperatingPointsResponseSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import { defaultLabel, publishedPoints } from "../points/published.ts";
import type { ContextHandlers, Environment } from "./call.ts";
import { select } from "./select.ts";

export interface Identity {
  /** Path of the select call, as its route says. */
  readonly selectPath: string;
  /** "" if the service runs from a source tree. */
  readonly buildId: string;
}

export function createHandlers(environment: Environment, { selectPath, buildId }: Identity): ContextHandlers {
  // Made once, because health checks are the most frequent calls and these answers never change.
  const [points, health] = [listOperatingPoints(), getHealth(selectPath, buildId)];
  return {
    select: (request, call) => select(request, call, environment),
    listOperatingPoints: () => points,
    getHealth: () => health,
  };
}

/** The name the deployment reports for itself. */
const serviceName = "winnow";

/** The labels served, for the operator. */
export const servedPoints = publishedPoints.map(({ label, policyVersion }) => ({
  label,
  policyVersion,
  isDefault: label === defaultLabel,
}));

export function listOperatingPoints(): ListOperatingPointsResponse {
  return create(ListOperatingPointsResponseSchema, {
    default: defaultLabel,
    operatingPoints: publishedPoints.map(({ label, policyVersion }) => ({ label, policyVersion })),
  });
}

/**
 * @param selectPath the path of the select call, as its route says
 * @param buildId "" if the service runs from a source tree
 */
export function getHealth(selectPath: string, buildId: string): GetHealthResponse {
  return create(GetHealthResponseSchema, {
    status: "ok",
    service: serviceName,
    endpoint: selectPath,
    defaultOperatingPoint: defaultLabel,
    operatingPoints: publishedPoints.map((point) => point.label),
    buildId,
  });
}
