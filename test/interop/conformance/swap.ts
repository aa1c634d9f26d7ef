// Makes the test build: three modules of the wire are loaded through the doubles beside this file, which let
// Connect's ConformanceService in next to the service's own. Everything else is what production runs.
// Imported before anything that reaches the wire.
import { registerHooks } from "node:module";

const wire = new URL("../../../src/wire/", import.meta.url);
const doubles = new Map(
  ["services.ts", "context-router.ts", "target.ts"].map((name) => [
    new URL(name, wire).href,
    new URL(name, import.meta.url).href,
  ]),
);

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const resolved = nextResolve(specifier, context);
    const double = doubles.get(resolved.url);
    // A double itself is the one that gets to see the original.
    return double === undefined || double === context.parentURL ? resolved : { ...resolved, url: double };
  },
});
