import { describe, expect, test } from "vitest";
import { targetOf } from "../../src/protocols/protocol.ts";
import { findRoute, routes } from "../../src/protocols/routes.ts";

test("the routes are those of the interface", () => {
  expect(routes.map(({ httpMethod, path }) => `${httpMethod} ${path}`)).toEqual([
    "POST /v1/context/select",
    "GET /v1/operating-points",
    "GET /v1/health",
  ]);
});

describe("a route", () => {
  test.each([
    ["POST", "/v1/context/select", "Select"],
    ["GET", "/v1/operating-points", "ListOperatingPoints"],
    ["GET", "/v1/health", "GetHealth"],
  ])("is found for %s %s", (method, path, rpc) => {
    expect(findRoute(method, path)).toMatchObject({ route: { path, rpc: { name: rpc } } });
  });

  test.each([
    ["GET", "/v1/context/select", "POST"],
    ["HEAD", "/v1/health", "GET"],
    ["POST", "/v1/health", "GET"],
    ["OPTIONS", "/v1/operating-points", "GET"],
    ["get", "/v1/health", "GET"],
    ["GET", "/v1/health/", null],
    ["GET", "/V1/health", null],
    ["GET", "//v1/health", null],
    ["GET", "/v1/%68ealth", null],
    ["GET", "/", null],
    ["GET", "", null],
    ["GET", "*", null],
    ["GET", "constructor", null],
    ["PUT", "/winnow.v1.ContextService/Select", "POST"],
    ["PUT", "/winnow.v1.ContextService/GetHealth", "GET, POST"],
    ["POST", "/winnow.v1.ContextService/Nope", null],
  ])("is not found for %s %j, allowed is %s", (method, path, allow) => {
    expect(findRoute(method, path)).toMatchObject({ failure: { error: "not_found" }, allow });
  });
});

describe("a target", () => {
  const select = "/winnow.v1.ContextService/Select";
  const health = "/winnow.v1.ContextService/GetHealth";
  const rest = { protocol: "rest", rpc: null, route: null, isSelect: false };

  test.each([
    ["POST", "/v1/context/select", "application/json", { route: "/v1/context/select", isSelect: true }],
    ["POST", "/v1/context/select?x=1", "text/plain", { route: "/v1/context/select", isSelect: true }],
    ["POST", "/v1/context/select?", undefined, { route: "/v1/context/select", rpc: "winnow.v1.ContextService/Select" }],
    ["GET", "/v1/context/select", undefined, rest],
    ["GET", "/v1/health", undefined, { protocol: "rest", rpc: "winnow.v1.ContextService/GetHealth", isSelect: false }],
    ["GET", "/nowhere", undefined, rest],
    ["POST", "/v1/context/select", "application/grpc", { protocol: "grpc", rpc: null, isSelect: false }],
    ["POST", select, "application/grpc", { protocol: "grpc", rpc: select.slice(1), isSelect: true }],
    ["POST", select, "Application/GRPC+proto", { protocol: "grpc" }],
    ["POST", select, "application/grpc+thrift", { protocol: "grpc" }],
    ["GET", select, "application/grpc", { protocol: "grpc" }],
    ["POST", "/no/where", "application/grpc", { protocol: "grpc", rpc: null, isSelect: false }],
    ["POST", select, "application/grpc-web", { protocol: "grpc-web", isSelect: true }],
    ["POST", select, "application/grpc-web-text+proto", { protocol: "grpc-web" }],
    ["POST", select, "application/json", { protocol: "connect", route: null, isSelect: true }],
    ["POST", select, "application/json; charset=utf-8", { protocol: "connect" }],
    ["POST", select, "application/proto", { protocol: "connect" }],
    ["POST", select, "text/plain", rest],
    ["POST", select, undefined, rest],
    ["PUT", select, "application/json", rest],
    ["GET", select, undefined, rest],
    ["GET", `${health}?encoding=json&message=%7B%7D`, undefined, { protocol: "connect", isSelect: false }],
    ["GET", health, "application/json", { protocol: "connect" }],
    ["HEAD", health, undefined, rest],
    [
      "POST",
      "/grpc.health.v1.Health/Check",
      "application/grpc",
      { protocol: "grpc", rpc: "grpc.health.v1.Health/Check" },
    ],
    ["POST", "/grpc.health.v1.Health/Watch", "application/connect+json", { protocol: "connect" }],
    ["POST", "/grpc.health.v1.Health/Nope", "application/json", rest],
  ] as const)("of %s %s as %s", (method, target, contentType, expected) => {
    expect(targetOf(method, target, contentType)).toMatchObject(expected);
  });
});
