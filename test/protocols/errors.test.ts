import { describe, expect, test } from "vitest";
import { BadRequestSchema } from "../../gen/google/rpc/error_details_pb.ts";
import { ErrorEnvelopeSchema } from "../../gen/winnow/v1/context_pb.ts";
import { failureError, failureReply } from "../../src/protocols/errors.ts";
import { compileJsonWriter } from "../../src/protocols/json/writer.ts";
import { badRequest, engineError, type Failure, notFound, requestTooLarge } from "../../src/service/failure.ts";
import { statuses } from "../../src/statuses.ts";

const failures: readonly Failure[] = [
  badRequest("records[3].kind", "must be a string"),
  badRequest("", "the body is empty"),
  requestTooLarge("input_tokens", 100, 2 ** 31 - 1),
  requestTooLarge("records", 0, 1),
  engineError("no such label"),
  notFound("no such path"),
];

test("the cases cover every failure", () => {
  const names = Object.entries(statuses).flatMap(([name, { body }]) => (body === "envelope" ? [name] : []));
  const covered = new Set<string>(failures.map((failure) => failure.error));
  expect(names.filter((name) => !covered.has(name))).toEqual([]);
});

describe.each(failures)("%j", (failure) => {
  const reply = failureReply(failure);
  const error = failureError(failure);

  test("has its status and code from the table", () => {
    expect(reply.status).toBe(statuses[failure.error].http);
    expect(error.code).toBe(statuses[failure.error].code);
  });

  test("has a body with its error name and no key of the gateway's bodies", () => {
    const body = JSON.parse(reply.body);
    expect(body).toMatchObject({ error: failure.error, detail: failure.detail });
    expect(body).not.toHaveProperty("message");
    expect(body).not.toHaveProperty("Message");
  });

  test("has the same envelope on RPC as on REST", () => {
    const [envelope] = error.findDetails(ErrorEnvelopeSchema);
    expect(envelope === undefined ? null : compileJsonWriter(ErrorEnvelopeSchema)(envelope)).toBe(reply.body);
    expect(error.rawMessage).toBe(failure.detail);
  });

  test("names a field if it is a bad request, and only then", () => {
    const violations = error.findDetails(BadRequestSchema).flatMap((detail) => detail.fieldViolations);
    const fields = violations.map((violation) => violation.field);
    expect(fields).toEqual(failure.error === "bad_request" ? [failure.field] : []);
  });
});
