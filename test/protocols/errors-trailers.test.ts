import { Code, ConnectError } from "@connectrpc/connect";
import { findTrailerError } from "@connectrpc/connect/protocol-grpc";
import { expect, test } from "vitest";
import { trailersOnly } from "../../src/protocols/errors.ts";

test.each([
  ["plain, with: signs/", "plain, with: signs/"],
  ["100%", "100%25"],
  ["line\nbreak", "line%0Abreak"],
  ["é😀", "%C3%A9%F0%9F%98%80"],
  ["", ""],
])("grpc-message writes %j as %j", (text, written) => {
  const reply = trailersOnly(new ConnectError(text, Code.Unavailable), "application/grpc");
  expect(reply.headers["grpc-message"]).toBe(written);
});

test("a client decodes the message", () => {
  const { headers } = trailersOnly(new ConnectError("90 % é", Code.Unavailable), "application/grpc");
  const error = findTrailerError(new Headers(headers));
  expect([error?.code, error?.rawMessage]).toEqual([Code.Unavailable, "90 % é"]);
});
