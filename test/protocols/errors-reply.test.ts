import { expect, test } from "vitest";
import { faultReply } from "../../src/protocols/errors.ts";

const text = "the service could not answer this request";

test.each([
  ["rest", "application/json", 500, { error: "engine_error", detail: text }],
  ["connect", "application/proto", 500, { code: "internal", message: text }],
] as const)("every fault on %s gets the same failure", (protocol, contentType, status, body) => {
  const reply = faultReply(protocol, contentType);
  expect(reply.status).toBe(status);
  expect(JSON.parse(reply.body)).toMatchObject(body);
});

test.each([
  ["grpc", "application/grpc+proto"],
  ["grpc-web", "application/grpc-web+json"],
] as const)(
  "a fault on %s is the same as trailers alone, of the content type that was asked with",
  (protocol, type) => {
    const { status, headers, body } = faultReply(protocol, type);
    expect([status, body]).toEqual([200, ""]);
    expect(headers).toMatchObject({ "content-type": type, "grpc-status": "13", "grpc-message": text });
    // The failure as a message, for clients that decode details.
    expect(headers).toHaveProperty("grpc-status-details-bin");
  },
);
