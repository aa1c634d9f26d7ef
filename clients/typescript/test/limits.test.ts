import { expect, test } from "vitest";
import { BODY_BYTES_MAX } from "../../../src/wire/body-limit.ts";
import { REQUEST_BYTES_MAX } from "../src/limits.ts";

test("the client, which imports nothing of the service, refuses to send exactly what the service does not read", () => {
  expect(REQUEST_BYTES_MAX).toBe(BODY_BYTES_MAX);
});
