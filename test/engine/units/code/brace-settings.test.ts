// Labelled blocks of settings in braces.
import { describe, expect, it } from "vitest";
import { ownCpuMs } from "../../../../bench/speed/harness/cpu.ts";
import { areBraceSettings } from "../../../../src/engine/units/code/brace-settings.ts";
import { cut, indexOf, linesOf } from "../cut.ts";

describe("blocks of settings", () => {
  const location = (name: string) =>
    `    location /${name}/ {\n        proxy_pass http://${name};\n        proxy_read_timeout 60s;\n    }\n\n`;
  const server = (name: string) =>
    `server {\n    listen 443 ssl http2;\n    server_name ${name}.example;\n` +
    `    root /srv/www/${name}.example/current/public;\n\n${location(`${name}-api`)}` +
    `    # for large files\n${location(`${name}-upload`)}}\n\n`;
  const result = cut(`user www;\nworker_processes 4;\n\n${server("shop")}${server("chat")}${server("blog")}`);

  it("are units of their own if they are short, with the comment above them", () => {
    const upload = `    # for large files\n${location("chat-upload")}`;
    expect(result.parts[indexOf(result, "chat-upload/")]).toBe(upload);
  });

  it("depend on the block around them, whose first lines are one unit", () => {
    const opener = indexOf(result, "server_name chat");
    expect(result.parts[opener]).toBe("server {\n    listen 443 ssl http2;\n    server_name chat.example;\n");
    const inner = indexOf(result, "location /chat-api/");
    expect([result.heads[inner], result.contexts[inner]]).toEqual([opener, "server {"]);
    expect(result.heads[opener]).toBe(-1);
  });

  it.each([
    ["Terraform", 'resource "aws_vpc" "this" {\n  tags = {\n    Owner = "web"\n  }\n}\n'],
    ["protobuf", "message Foo {\n  string name = 1;\n  enum Kind {\n    NONE = 0;\n  }\n}\n"],
    ["BIND", 'zone "example.org" IN {\n  type master;\n  file "db.example";\n};\n'],
  ])("are recognised in %s", (_, text) => {
    expect(areBraceSettings(linesOf(text))).toBe(true);
  });

  it.each([
    ["branches", "if (a) {\n  save(a);\n} else {\n  load(b);\n}\n"],
    ["a literal", "const options = {\n  name: 1,\n  inner: {\n    a: 2,\n  },\n};\n"],
    ["a class", "class Foo {\n  bar() {\n    return this.x;\n  }\n}\n"],
    ["a dictionary", "options = {\n  'a': 1,\n}\n"],
  ])("are not recognised in %s", (_, text) => {
    expect(areBraceSettings(linesOf(text))).toBe(false);
  });

  it("are recognised in linear time if many blanks follow a call", () => {
    const started = ownCpuMs();
    expect(areBraceSettings(Array(2_000).fill(`${"a(".repeat(50)})${" ".repeat(290)}x`))).toBe(false);
    expect(ownCpuMs() - started).toBeLessThan(3_000);
  });
});
