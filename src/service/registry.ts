// What the deployment says of itself: its labels and its identity. No engine work.
import { create } from "@bufbuild/protobuf";
import {
  type GetHealthResponse,
  GetHealthResponseSchema,
  type ListOperatingPointsResponse,
  ListOperatingPointsResponseSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import { defaultLabel, publishedPoints } from "../points/published.ts";

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
