// The handler set behind every protocol.
import type { ContextHandlers } from "./answer.ts";
import { getHealth, listOperatingPoints } from "./registry.ts";
import { type Surroundings, select } from "./select.ts";

export interface Identity {
  /** Path of the select call, as its route says. */
  readonly selectPath: string;
  /** "" when the service runs from a source tree. */
  readonly buildId: string;
}

export function createHandlers(surroundings: Surroundings, { selectPath, buildId }: Identity): ContextHandlers {
  return {
    select: (request, call) => select(request, call, surroundings),
    listOperatingPoints,
    getHealth: () => getHealth(selectPath, buildId),
  };
}
