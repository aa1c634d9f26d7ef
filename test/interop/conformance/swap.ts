// Makes the test build: three modules are loaded through the doubles beside this file, which serve Connect's
// ConformanceService next to the service's own. Everything else is what production runs.
// Import this file before anything that reaches the protocols.
import { registerHooks } from "node:module";

/** A double that lacks a name of its module does not compile; otherwise only the suite would find out. */
type Double<_Its extends Own, Own> = Own;
export type Doubles = readonly [
  Double<typeof import("./routes.ts"), typeof import("../../../src/protocols/routes.ts")>,
  Double<typeof import("./router.ts"), typeof import("../../../src/protocols/connect/router.ts")>,
  Double<typeof import("./protocol.ts"), typeof import("../../../src/protocols/protocol.ts")>,
];

const doubles = new Map(
  ["routes.ts", "connect/router.ts", "protocol.ts"].map((name) => [
    new URL(`../../../src/protocols/${name}`, import.meta.url).href,
    new URL(name.replace("connect/", ""), import.meta.url).href,
  ]),
);

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const resolved = nextResolve(specifier, context);
    const double = doubles.get(resolved.url);
    // The double itself imports the original.
    return double === undefined || double === context.parentURL ? resolved : { ...resolved, url: double };
  },
});
