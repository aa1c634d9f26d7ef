import { createHash } from "node:crypto";
import { once } from "node:events";
import { request as ask } from "node:http";
import { Script } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageScript } from "../../src/play/page.ts";
import { type Playground, startPlayground } from "../../src/play/server.ts";
import { pool } from "../contract/pools.ts";
import { playground, post } from "./playground.ts";

const request = {
  task: { prompt: "How many items were counted at the archive in report 7?" },
  budget: { max_context_tokens: 250 },
  records: pool(),
};

let running: Playground;
beforeAll(async () => {
  running = await playground();
});
afterAll(() => running.stop());

const nothing = { document: "", policy: "" };

test.each(["0.0.0.0", "::", "192.168.0.1", "localhost", "example.com"])(
  "binds nothing but loopback: not %s",
  async (host) => {
    await expect(startPlayground(host, 0, nothing)).rejects.toThrow(
      `--host is "${host}", must be a loopback address: 127.0.0.1 or ::1`,
    );
  },
);

test("says which port is taken", async () => {
  const port = Number(new URL(running.address).port);
  await expect(startPlayground("127.0.0.1", port, nothing)).rejects.toThrow(`port ${port} is in use`);
});

describe("the page", () => {
  test("runs one script that joins all parts", async () => {
    const script = await pageScript();
    expect(script).not.toMatch(/^(?:import|export) /m);
    // Two parts with the same top-level name would not compile.
    expect(() => new Script(script)).not.toThrow();
  });

  test("is not served under another name of this address", async () => {
    const asked = ask(running.address, { headers: { host: "evil.example" } }).end();
    const [response] = await once(asked, "response");
    response.resume();
    expect(response.statusCode).toBe(403);
  });

  test("has a policy that allows only its own script and style", async () => {
    const response = await fetch(running.address);
    const document = await response.text();
    const policy = response.headers.get("content-security-policy") ?? "";
    const hashOf = (tag: RegExp): string =>
      createHash("sha256")
        .update(tag.exec(document)?.[1] ?? "")
        .digest("base64");
    expect(policy).toContain(`script-src 'sha256-${hashOf(/<script type="module">([\s\S]*?)<\/script>/)}'`);
    expect(policy).toContain(`style-src 'sha256-${hashOf(/<style>([\s\S]*?)<\/style>/)}'`);
    expect(policy).toMatch(/^default-src 'none'; .*connect-src 'self'; .*frame-ancestors 'none'$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("is the only resource", async () => {
    expect((await fetch(`${running.address}/view`)).status).toBe(404);
    expect((await fetch(`${running.address}/../package.json`)).status).toBe(404);
    expect((await post(running.address, "/", "{}")).status).toBe(404);
  });
});

describe("a post", () => {
  test("gets the view that the page shows", async () => {
    const response = await post(running.address, "/view", JSON.stringify(request));
    expect(response.status).toBe(200);
    const { headline, tokens_before, rendered_context, report } = JSON.parse(await response.text());
    expect(headline).toMatch(/^\d+ of [\d,]+ tokens sent, \d+ % saved$/);
    expect(tokens_before).toBeGreaterThan(250);
    expect(rendered_context.length).toBeGreaterThan(100);
    expect(report).toMatch(/^<svg class="bar"[\s\S]*<section class="index"/);
  });

  test("gets the page that select writes", async () => {
    const response = await post(running.address, "/report", JSON.stringify(request));
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toMatch(/^<!doctype html>[\s\S]*Content-Security-Policy/);
  });

  test.each([
    ["a field", { ...request, records: [{ text: 1 }] }, "records[0].text", "records[0].text must be a string"],
    ["a budget", { ...request, budget: {} }, "budget.max_context_tokens", "budget.max_context_tokens is missing"],
    [
      "a label",
      { ...request, budget: { max_context_tokens: 1, operating_point: "x" } },
      "budget.operating_point",
      "must be one of balanced-1",
    ],
    [
      "a kind",
      { ...request, records: [{ text: "a", kind: "x" }] },
      "records[0].kind",
      "must be one of external_data, user_input",
    ],
  ])("that is wrong names the field: %s", async (_name, wrong, field, detail) => {
    const response = await post(running.address, "/view", JSON.stringify(wrong));
    expect([response.status, await response.json()]).toEqual([200, { field, detail: expect.stringContaining(detail) }]);
  });

  test.each([
    ["not JSON", "{", "the body is not valid JSON"],
    ["not an object", "[]", "the body must be a JSON object, not an array"],
  ])("that is %s says so", async (_name, body, detail) => {
    const response = await post(running.address, "/view", body);
    expect(await response.json()).toEqual({ field: "", detail: expect.stringContaining(detail) });
  });

  test("of a text gets its content or its error", async () => {
    const read = async (name: string, text: string) =>
      (await post(running.address, "/read", JSON.stringify({ name, text }), { "x-winnow-page": "one" })).json();
    const messages = JSON.stringify([
      { role: "assistant", content: "Ahoy." },
      { role: "user", content: "When does it sail?" },
    ]);
    // No two texts of a page replace each other.
    const [conversation, records, broken] = await Promise.all([
      read("pasted 1", messages),
      read("a.json", '[{"text":"a"}]'),
      read("b.json", "[1,"),
    ]);
    expect(conversation).toMatchObject({ requests: [{ task: { prompt: "When does it sail?" }, records: [{}] }] });
    expect(records).toEqual({ records: [{ text: "a" }] });
    const detail = "b.json: not valid JSON: Expected more, but the text ends (line 1 column 4)";
    expect(broken).toEqual({ field: "records", detail });
  });

  test("of another site is refused without CORS headers", async () => {
    const response = await post(running.address, "/view", "{}", { origin: "http://evil.example" });
    expect(response.status).toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("over the limit is refused with both sizes", async () => {
    const body = JSON.stringify({ ...request, records: [{ text: "a".repeat(6 * 1024 * 1024) }] });
    const response = await post(running.address, "/view", body);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      field: "records",
      detail: `the request holds ${body.length} bytes, at most 6291456 (6 MB)`,
    });
  });

  test("is cancelled by a newer one of the same page, while other pages are answered", async () => {
    const text = "The archive counted items, and the office kept a list of them. ".repeat(40_000);
    const slow = JSON.stringify({ ...request, records: [{ text }] });
    const [first, second, other] = await Promise.all([
      post(running.address, "/view", slow, { "x-winnow-page": "one" }),
      post(running.address, "/view", slow, { "x-winnow-page": "one" }),
      post(running.address, "/view", JSON.stringify(request), { "x-winnow-page": "two" }),
    ]);
    // The first of its two requests had not ended when the other arrived.
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    expect(other.status).toBe(200);
  });
});
