import { expect, test } from "vitest";
import { acceptsGzip } from "../../src/http/serve.ts";

test.each([
  [undefined, false],
  ["", false],
  ["gzip", true],
  ["GZIP", true],
  ["x-gzip", true],
  ["deflate, gzip;q=1.0, *;q=0.5", true],
  ["gzip;q=0.001", true],
  ["gzip;q=0", false],
  ["gzip; q=0.000", false],
  ["*", true],
  ["*;q=0", false],
  ["*, gzip;q=0", false],
  ["*;q=0, gzip", true],
  ["br, deflate", false],
  ["identity", false],
  ["not-gzip", false],
  [["br", "gzip"], true],
])("accept-encoding %j allows gzip: %s", (header, accepted) => {
  expect(acceptsGzip(header)).toBe(accepted);
});
