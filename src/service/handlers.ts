// The handler set behind every protocol.
import type { ContextHandlers } from "./answer.ts";
import { getHealth, listOperatingPoints } from "./registry.ts";
import { select } from "./select.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Identity {
  /** Path of the select call, as its route says. */
  readonly selectPath: string;
  /** "" when the service runs from a source tree. */
  readonly buildId: string;
}

export function createHandlers(surroundings: Surroundings, { selectPath, buildId }: Identity): ContextHandlers {
  // What never changes is made once: a health check is the cheapest call there is, and the most frequent.
  const [points, health] = [listOperatingPoints(), getHealth(selectPath, buildId)];
  return {
    select: (request, call) => select(request, call, surroundings),
    listOperatingPoints: () => points,
    getHealth: () => health,
  };
}
