// Makes the test build: three modules are replaced by the files in this folder, which add Connect's ConformanceService
// to the service's own. Everything else is the production code. Import this file before any module that imports the
// protocols.
import { registerHooks } from "node:module";

/** Makes the compiler check that a replacement has every name of its module. */
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
    // The replacement itself imports the original.
    return double === undefined || double === context.parentURL ? resolved : { ...resolved, url: double };
  },
});
