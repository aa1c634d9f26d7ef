// Content types that do not fit the request. Each gets an answer in a form that its client reads, and none is a
// success.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, selectBody, serve } from "./fixtures/served.ts";

let served: Served;

beforeAll(async () => {
  served = await serve();
});

afterAll(() => served.drain());

const SELECT = "/winnow.v1.ContextService/Select";

test.each([
  "text/plain",
  "application/grpc+unknown",
  "application/grpc-web-text",
  "application/connect+json",
  "application/json; charset=latin1",
  "multipart/form-data",
  "",
])("%j on the path of an RPC is refused", async (type) => {
  const headers = { authorization: "Bearer good", "content-type": type };
  const answer = await fetch(served.address + SELECT, { method: "POST", headers, body: selectBody("x") });
  const text = await answer.text();
  const code = answer.headers.get("grpc-status") ?? /"code":"\w+"|"error":"\w+"/.exec(text)?.[0];
  expect(code).toBeDefined();
  expect([answer.status, code]).not.toEqual([200, "0"]);
});

test.each(["text/plain", "application/xml", "application/x-www-form-urlencoded", ""])(
  "%j on the path of REST changes nothing",
  async (type) => {
    const headers = { authorization: "Bearer good", "content-type": type };
    const init = { method: "POST", headers, body: selectBody("x") };
    const answer = await fetch(`${served.address}/v1/context/select`, init);
    expect([answer.status, (await answer.text()).includes("r-1")]).toEqual([200, true]);
  },
);
