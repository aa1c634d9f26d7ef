import { expect, test } from "vitest";
import { BODY_BYTES_MAX } from "../../../src/limits.ts";
import { REQUEST_BYTES_MAX } from "../src/transport.ts";

test("the client rejects exactly the bodies that the service does not read", () => {
  expect(REQUEST_BYTES_MAX).toBe(BODY_BYTES_MAX);
});
