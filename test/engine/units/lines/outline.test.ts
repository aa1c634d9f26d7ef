// Lines that depend on less indented lines above them: branches, entries of lists, documents, sections.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const env = (name: string) =>
  Array.from(
    { length: 6 },
    (_, i) => `      - name: ${name}_SETTING_${i}\n        value: a value of ${name} ${i}\n`,
  ).join("");
const container = (name: string) =>
  `  - name: ${name}\n    image: registry.example/${name}:2\n    env:\n${env(name.toUpperCase())}`;
const spec = `spec:\n  replicas: 2\n  containers:\n${container("web")}${container("proxy")}`;
const deployment = (name: string) => `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${name}\n${spec}`;

describe("lines that are indented", () => {
  it("share a unit with the line above them if all of its branch fits", () => {
    const { parts } = cut(deployment("shop"));
    expect(parts).toContain("      - name: WEB_SETTING_3\n        value: a value of WEB 3\n");
  });

  it("depend on the short line that opens their branch, however much is in it", () => {
    const result = cut(deployment("shop"));
    const opener = indexOf(result, "- name: proxy");
    expect(result.parts[opener]).toBe("  - name: proxy\n");
    const setting = indexOf(result, "PROXY_SETTING_5");
    const list = result.heads[setting] ?? -1;
    expect([result.parts[list], result.heads[list]]).toEqual(["    env:\n", opener]);
    expect(result.contexts[setting]).toContain("name: proxy env");
  });

  it("belong to the key above them if they are entries of a list, even if they are indented as much", () => {
    const fields = Array.from({ length: 8 }, (_, i) => `  field-${i}: a value of some length ${i}\n`).join("");
    const result = cut(`jobs:\n- id: first\n${fields}- id: second\n${fields.replaceAll("field", "entry")}other: 1\n`);
    const second = indexOf(result, "- id: second");
    expect(result.parts[result.heads[second] ?? -1]).toBe("jobs:\n");
    expect(result.heads[indexOf(result, "entry-7")]).toBe(second);
    expect(result.heads[indexOf(result, "other: 1")]).toBe(-1);
  });

  it("depend on the unit that names their document", () => {
    const result = cut(`${deployment("shop")}---\n${deployment("billing")}`);
    const names = result.parts.flatMap((part, at) => (part.includes("kind: Deployment") ? [at] : []));
    expect(names).toHaveLength(2);
    expect(result.parts[names[1] ?? -1]).toContain("name: billing");
    const last = result.parts.length - 1;
    expect(result.contexts[last]).toContain("Deployment billing");
    let head = last;
    while ((result.heads[head] ?? -1) !== -1) head = result.heads[head] ?? -1;
    expect(head).toBe(names[1]);
  });
});

describe("lines", () => {
  it("of a settings file depend on their section", () => {
    const settings = (name: string) =>
      Array.from({ length: 9 }, (_, i) => `${name}-option-${i}: on the ${i}th day\n`).join("\n");
    const result = cut(`[client]\n${settings("client")}\n[server]\n${settings("server")}`);
    expect(result.type).toBe("lines");
    const late = indexOf(result, "server-option-8");
    expect(result.parts[result.heads[late] ?? -1]).toContain("[server]");
    expect(result.contexts[late]).toBe("server");
  });

  it("without a letter or digit end the unit above them", () => {
    const block = (at: number) => `zone ${at} {\n   file db-${at}\n   owner team ${at}\n}\n`;
    const { parts } = cut(Array.from({ length: 8 }, (_, at) => block(at)).join(""), "external_data");
    expect(parts.filter((part) => part.trim() === "}")).toEqual([]);
  });

  it("that are comments share a unit with the line they explain", () => {
    const pair = (at: number) => `# How often zone ${at} is read again\nrefresh-${at}: ${at} minutes\n`;
    const { parts } = cut(Array.from({ length: 12 }, (_, at) => pair(at)).join(""));
    expect(parts[5]).toBe(pair(5));
  });

  it("are not running text, however long, if they are fields below another line", () => {
    const entry = (at: number) => `entry-${at}:\n  about: ${"some words about it ".repeat(6)}\n  note: A. B. C.\n`;
    expect(cut(Array.from({ length: 9 }, (_, at) => entry(at)).join("")).noun).toBe("lines");
  });
});

describe("a block without indentation, between blank lines", () => {
  const block = (name: string, first = `${name}  <=0.30.1`) =>
    `${first}\nSeverity: high\nForgery of requests in ${name} - https://example.com/advisories/${name}-1\n` +
    `Leak of credentials in ${name} - https://example.com/advisories/${name}-2\nnode_modules/${name}\n`;
  const report = (...blocks: readonly string[]) => cut(`# audit report\n\n${blocks.join("\n")}`);

  it("depends on its first line if it is longer than a unit", () => {
    const result = report(block("axios"), block("braces"), block("cookie"), "3 vulnerabilities\n");
    const [name, leak] = [indexOf(result, "braces  <=0.30.1"), indexOf(result, "Leak of credentials in braces")];
    expect([result.type, result.parts[name]]).toEqual(["lines", "braces  <=0.30.1\n"]);
    expect([result.heads[leak], result.contexts[leak]]).toEqual([name, "braces  <=0.30.1"]);
    expect(result.heads[indexOf(result, "3 vulnerabilities")]).toBe(-1);
  });

  it("does not depend on a setting or a sentence", () => {
    const others = ["qs", "tar", "send"].map((name) => block(name));
    const result = report(...others, block("axios", "name = axios"), block("cookie", "See all of them."));
    expect(result.type).toBe("lines");
    expect(result.heads[indexOf(result, "Leak of credentials in axios")]).toBe(-1);
    expect(result.heads[indexOf(result, "Leak of credentials in cookie")]).toBe(-1);
  });

  it("does not end the branches of deeper lines", () => {
    const field = (at: number) => `  field-${at}: a value of some length ${at}\n`;
    const fields = Array.from({ length: 12 }, (_, at) => (at === 6 ? `\n${field(at)}` : field(at))).join("");
    const result = cut(`first:\n${fields}second:\n${fields.replaceAll("field", "entry")}`);
    expect(result.heads[indexOf(result, "entry-11")]).toBe(indexOf(result, "second:"));
  });
});

describe("profiles of an application", () => {
  const settings = (name: string) =>
    Array.from({ length: 9 }, (_, i) => `${name}.setting.number-${i}=a value of ${name} ${i}\n`).join("");
  const profile = (name: string) => `#---\nspring.config.activate.on-profile=${name}\n${settings(name)}`;
  const result = cut(`spring.application.name=shop\n${settings("all")}${profile("staging")}${profile("prod")}`);

  it("depend on the unit that names the profile, and are searched by that name alone", () => {
    const late = indexOf(result, "staging.setting.number-8");
    expect(result.parts[result.heads[late] ?? -1]).toContain("on-profile=staging");
    expect(result.contexts[late]).toBe("staging");
  });
});

it("makes the files of a listing depend on their directory", () => {
  const file = (name: string) => `-rw-r--r--  1 root root  4096 Jun 24  2025 ${name}.py\n`;
  const listing = (at: number) => `lib/part${at}:\ntotal 56\n${["charset", "header", "parser"].map(file).join("")}\n`;
  const result = cut(Array.from({ length: 6 }, (_, at) => listing(at)).join(""));
  const late = result.parts.findLastIndex((part) => part.includes("parser.py"));
  expect(result.parts[result.heads[late] ?? -1]).toBe("lib/part5:\n");
  expect(result.contexts[late]).toBe("lib/part5");
});
