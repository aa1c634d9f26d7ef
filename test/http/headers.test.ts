import { expect, test } from "vitest";
import { deadlineMs, dropEndlessDeadline } from "../../src/http/headers.ts";

test.each([
  [{}, null],
  [{ "grpc-timeout": "1H" }, 3_600_000],
  [{ "grpc-timeout": "2M" }, 120_000],
  [{ "grpc-timeout": "3S" }, 3_000],
  [{ "grpc-timeout": "250m" }, 250],
  [{ "grpc-timeout": "1500u" }, 1.5],
  [{ "grpc-timeout": "5000000n" }, 5],
  [{ "grpc-timeout": "0m" }, 0],
  [{ "grpc-timeout": "99999999H" }, null],
  [{ "grpc-timeout": "123456789S" }, null],
  [{ "grpc-timeout": "1" }, null],
  [{ "grpc-timeout": "-1S" }, null],
  [{ "grpc-timeout": "1s" }, null],
  [{ "connect-timeout-ms": "700" }, 700],
  [{ "connect-timeout-ms": "12345678901" }, null],
  [{ "connect-timeout-ms": "1e3" }, null],
])("%j gives %s ms", (headers, ms) => {
  expect(deadlineMs(headers)).toBe(ms);
});

test.each([
  [{ "grpc-timeout": "99999999H", te: "trailers" }, { te: "trailers" }],
  [{ "connect-timeout-ms": "9999999999" }, {}],
  [{ "grpc-timeout": "1H" }, { "grpc-timeout": "1H" }],
  // Left to Connect, which says what is wrong with them.
  [{ "grpc-timeout": "-1S" }, { "grpc-timeout": "-1S" }],
  [{ "connect-timeout-ms": "12345678901" }, { "connect-timeout-ms": "12345678901" }],
])("Connect sees %j as %j", (headers, seen) => {
  const mended = { ...headers };
  dropEndlessDeadline(mended);
  expect(mended).toEqual(seen);
});
