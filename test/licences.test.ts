// Winnow is distributed with its packages, so each must have a licence that requires no more than a notice.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const allowed = new Set(["Apache-2.0", "MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD"]);

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  /** A link to a workspace, which has its own entry. */
  readonly link?: boolean;
}

const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
);
const runtime = Object.entries(lock.packages).filter(
  ([path, { dev, devOptional, link }]) => path !== "" && !dev && !devOptional && !link,
);

/** `(A AND B)` requires both, `A OR B` either. */
function isAllowed(license = "none"): boolean {
  return license.split(" OR ").some((either) =>
    either
      .replaceAll(/[()]/g, "")
      .split(" AND ")
      .every((each) => allowed.has(each)),
  );
}

test("every package that the service runs on is under an allowed licence", () => {
  expect(runtime.length).toBeGreaterThan(20);
  expect(runtime.filter(([, { license }]) => !isAllowed(license)).map(([path]) => path)).toEqual([]);
});
