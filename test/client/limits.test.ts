import { expect, test } from "vitest";
import { REQUEST_BYTES_MAX } from "../../src/client/limits.ts";
import { BODY_BYTES_MAX } from "../../src/wire/body-limit.ts";

test("the client, which imports nothing of the service, refuses to send exactly what the service does not read", () => {
  expect(REQUEST_BYTES_MAX).toBe(BODY_BYTES_MAX);
});
