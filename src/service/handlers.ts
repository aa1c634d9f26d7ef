// The handlers behind every protocol, among them what the deployment says of itself: its operating points and its
// health.
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
  /** "" when the service runs from a source tree. */
  readonly buildId: string;
}

export function createHandlers(environment: Environment, { selectPath, buildId }: Identity): ContextHandlers {
  // What never changes is made once: a health check is the cheapest call there is, and the most frequent.
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
 * @param buildId "" when the service runs from a source tree
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
