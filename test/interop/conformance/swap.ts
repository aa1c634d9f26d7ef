// Makes the test build: three modules of the wire are loaded through the doubles beside this file, which let
// Connect's ConformanceService in next to the service's own. Everything else is what production runs.
// Imported before anything that reaches the wire.
import { registerHooks } from "node:module";

/** One that lacks a name of its module does not compile: else the suite alone would tell, which few run. */
type Double<_Its extends Own, Own> = Own;
export type Doubles = readonly [
  Double<typeof import("./services.ts"), typeof import("../../../src/wire/services.ts")>,
  Double<typeof import("./context-router.ts"), typeof import("../../../src/wire/context-router.ts")>,
  Double<typeof import("./target.ts"), typeof import("../../../src/wire/target.ts")>,
];

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
