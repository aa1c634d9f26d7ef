import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { create, createFileRegistry, type DescMethod, fromBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServerReflection } from "../../../gen/grpc/reflection/v1/reflection_pb.ts";
import { ServerReflection as ServerReflectionAlpha } from "../../../gen/grpc/reflection/v1alpha/reflection_pb.ts";
import { ContextService } from "../../../gen/winnow/v1/context_pb.ts";
import { createServing } from "../../../src/protocols/connect/health.ts";
import { createProbeRpc, createRpc } from "../../../src/protocols/connect/listener.ts";
import { type Listening, listening } from "../listening.ts";
import { callWith, smallHandlers } from "../small-handlers.ts";

const run = promisify(execFile);
const buf = fileURLToPath(new URL("../../../node_modules/.bin/buf", import.meta.url));
let server: Listening;
let probes: Listening;

beforeAll(async () => {
  const options = { serving: createServing(), onFault: () => {} };
  const rpc = createRpc(smallHandlers(), options);
  server = await listening((request, response) => rpc(request, response, callWith()));
  probes = await listening(createProbeRpc(options));
});
afterAll(async () => {
  await server.close();
  await probes.close();
});

type Question = Parameters<ReturnType<typeof v1>["serverReflectionInfo"]>[0] extends AsyncIterable<infer R> ? R : never;

function v1() {
  return createClient(ServerReflection, createGrpcTransport({ baseUrl: server.http2 }));
}

async function ask(question: NonNullable<Question["messageRequest"]>) {
  const asking = async function* () {
    yield { host: "h", messageRequest: question };
  };
  for await (const answer of v1().serverReflectionInfo(asking())) return answer;
  throw new Error("no answer");
}

function files(answer: Awaited<ReturnType<typeof ask>>): FileDescriptorProto[] {
  const response = answer.messageResponse;
  if (response.case !== "fileDescriptorResponse") throw new Error(`answered ${response.case}`);
  return response.value.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
}

test("a stream that asks more than 64 questions ends after as many answers", async () => {
  const asking = async function* () {
    for (let question = 0; question < 1_000; question += 1) {
      yield { messageRequest: { case: "fileContainingSymbol" as const, value: "winnow.v1.ContextService" } };
    }
  };
  let answers = 0;
  const asked = async () => {
    for await (const { messageResponse } of v1().serverReflectionInfo(asking())) {
      expect(messageResponse.case).toBe("fileDescriptorResponse");
      answers += 1;
    }
  };
  await expect(asked()).rejects.toMatchObject({ code: Code.ResourceExhausted });
  expect(answers).toBe(64);
});

test("lists the services that are served", async () => {
  const { messageResponse, validHost, originalRequest } = await ask({ case: "listServices", value: "*" });
  expect(messageResponse).toMatchObject({
    value: {
      service: [
        { name: "winnow.v1.ContextService" },
        { name: "grpc.health.v1.Health" },
        { name: "grpc.reflection.v1.ServerReflection" },
        { name: "grpc.reflection.v1alpha.ServerReflection" },
      ],
    },
  });
  expect([validHost, originalRequest?.host]).toEqual(["h", "h"]);
});

test("returns a file with all its imports, enough to build its descriptors", async () => {
  const protos = files(await ask({ case: "fileByFilename", value: "winnow/v1/context.proto" }));
  expect(protos.map((proto) => proto.name)).toEqual([
    "winnow/v1/context.proto",
    "google/api/annotations.proto",
    "google/protobuf/struct.proto",
    "winnow/v1/options.proto",
    "google/api/http.proto",
    "google/protobuf/descriptor.proto",
  ]);
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: protos.toReversed() }));
  const service = registry.getService(ContextService.typeName);
  expect(service?.methods.map((method: DescMethod) => method.name)).toEqual([
    "Select",
    "ListOperatingPoints",
    "GetHealth",
  ]);
});

describe("finds the file of", () => {
  test.each([
    ["a service", "winnow.v1.ContextService", "winnow/v1/context.proto"],
    ["a method", "winnow.v1.ContextService.Select", "winnow/v1/context.proto"],
    ["a message", "winnow.v1.ContextRequest", "winnow/v1/context.proto"],
    ["a field", "winnow.v1.ContextRequest.request_id", "winnow/v1/context.proto"],
    ["an enum", "winnow.v1.RecordKind", "winnow/v1/context.proto"],
    ["an enum value", "winnow.v1.RECORD_KIND_ERROR", "winnow/v1/context.proto"],
    ["a nested message", "google.rpc.BadRequest.FieldViolation", null],
    ["a nested enum", "grpc.health.v1.HealthCheckResponse.ServingStatus", "grpc/health/v1/health.proto"],
    ["a value of that enum", "grpc.health.v1.HealthCheckResponse.SERVING", "grpc/health/v1/health.proto"],
    ["an extension", "winnow.v1.rule", "winnow/v1/options.proto"],
    ["a oneof", "google.protobuf.Value.kind", "google/protobuf/struct.proto"],
    ["nothing", "winnow.v1.Nope", null],
    ["a member of every object", "constructor", null],
  ])("%s", async (_, symbol, file) => {
    const answer = await ask({ case: "fileContainingSymbol", value: symbol });
    const found = answer.messageResponse.case === "fileDescriptorResponse" ? files(answer)[0]?.name : null;
    expect(found).toBe(file);
  });
});

test("finds extensions by number, and lists their numbers", async () => {
  const value = { containingType: "google.protobuf.FieldOptions", extensionNumber: 50620 };
  const found = files(await ask({ case: "fileContainingExtension", value }));
  expect(found[0]?.name).toBe("winnow/v1/options.proto");
  const numbers = await ask({ case: "allExtensionNumbersOfType", value: "google.protobuf.MethodOptions" });
  expect(numbers.messageResponse).toMatchObject({
    value: { baseTypeName: "google.protobuf.MethodOptions", extensionNumber: [72295728] },
  });
});

test.each([
  [{ case: "fileByFilename", value: "nope.proto" } as const, 5],
  [{ case: "allExtensionNumbersOfType", value: "nope" } as const, 5],
  [{ case: "fileContainingExtension", value: { containingType: "nope", extensionNumber: 1 } } as const, 5],
  [{ case: undefined } as const, 3],
])("answers %j with the error %d, and the stream continues", async (question, errorCode) => {
  const asking = async function* () {
    yield { messageRequest: question };
    yield { messageRequest: { case: "listServices", value: "" } as const };
  };
  const answers = [];
  for await (const { messageResponse } of v1().serverReflectionInfo(asking())) answers.push(messageResponse);
  expect(answers).toMatchObject([{ value: { errorCode } }, { case: "listServicesResponse" }]);
});

test("answers v1alpha in the same way", async () => {
  const client = createClient(ServerReflectionAlpha, createGrpcTransport({ baseUrl: server.http2 }));
  const asking = async function* () {
    yield { messageRequest: { case: "fileContainingSymbol", value: "winnow.v1.ContextService" } as const };
  };
  const answers = [];
  for await (const answer of client.serverReflectionInfo(asking())) answers.push(answer);
  expect(answers).toMatchObject([
    {
      $typeName: "grpc.reflection.v1alpha.ServerReflectionResponse",
      originalRequest: { messageRequest: { value: "winnow.v1.ContextService" } },
      messageResponse: { case: "fileDescriptorResponse" },
    },
  ]);
});

test("lists only probe services on a probe listener", async () => {
  const client = createClient(ServerReflection, createGrpcTransport({ baseUrl: probes.http2 }));
  const asking = async function* () {
    yield { messageRequest: { case: "listServices", value: "" } as const };
    yield { messageRequest: { case: "fileContainingSymbol", value: "winnow.v1.ContextService" } as const };
  };
  const answers = [];
  for await (const { messageResponse } of client.serverReflectionInfo(asking())) answers.push(messageResponse);
  expect(JSON.stringify(answers)).not.toContain("winnow");
  expect(answers).toMatchObject([{ case: "listServicesResponse" }, { case: "errorResponse" }]);
});

describe("buf curl calls methods by reflection", () => {
  test.each(["grpc-v1", "grpc-v1alpha"])("over %s", async (version) => {
    const url = `${server.http2}/winnow.v1.ContextService/Select`;
    const body = {
      requestId: "r",
      records: [{ text: "alpha" }],
      task: { prompt: "p" },
      budget: { maxContextTokens: 5 },
    };
    const { stdout } = await run(buf, [
      ...["curl", "--protocol", "grpc", "--http2-prior-knowledge", "--reflect", "--reflect-protocol", version],
      ...["-d", JSON.stringify(body), url],
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ requestId: "r", renderedContext: "alpha" });
  });

  test("and lists the services", async () => {
    const { stdout } = await run(buf, [
      ...["curl", "--protocol", "grpc", "--http2-prior-knowledge", "--list-methods", server.http2],
    ]);
    expect(stdout).toContain("winnow.v1.ContextService/Select");
  });
});
