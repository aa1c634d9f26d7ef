// Source code: small units that depend on their function's signature, without a parser for any language.
import { describe, expect, it } from "vitest";
import { cut, indexOf, total } from "../cut.ts";

function body(line: (i: number) => string): string {
  return Array.from({ length: 24 }, (_, i) => line(i)).join("");
}

const PYTHON = `import os


class Store:
    """Keeps things."""

    def __init__(self, path):
        self.path = path

    @staticmethod
    def load(path):
${body((i) => `        value_${i} = read(path, ${i})\n`)}        return value_0

    def save(self):
${body((i) => `        write(self.path, item_${i})\n`)}

def main():
${body((i) => `    step_${i}()\n`)}`;

const LANGUAGES: readonly (readonly [string, string, string])[] = [
  ["TypeScript", "export async function load(path: string): Promise<void> {", "}"],
  ["an arrow function", "export const load = async (path: string) => {", "};"],
  ["Rust", "pub(crate) fn load(path: &Path) -> Result<()> {", "}"],
  ["Go", "func (s *Store) Load(path string) error {", "}"],
  ["Java", "public static void load(String path) throws IOException {", "}"],
  ["C", "static int load(const char *path) {", "}"],
  ["C++", "void Store::load(const std::string& path) {", "}"],
  ["Ruby", "def load(path)", "end"],
  ["Kotlin", "suspend fun load(path: String) {", "}"],
  ["PHP", "function load($path) {", "}"],
];

describe("code", () => {
  it("has small units that never cross a blank line, and counts lines", () => {
    const { type, noun, parts, counts } = cut(PYTHON, "artifact");
    expect([type, noun]).toEqual(["code", "lines"]);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(240);
    expect(parts.filter((part) => /\n[ \t]*\n\s*\S/.test(part))).toEqual([]);
    expect(total(counts)).toBe(PYTHON.split("\n").length - 1);
  });

  it("makes a line depend on its function's signature, and a method on its class", () => {
    const result = cut(PYTHON, "artifact");
    const line = indexOf(result, "item_20");
    const signature = indexOf(result, "def save(self)");
    expect(result.heads[line]).toBe(signature);
    expect(result.heads[signature]).toBe(indexOf(result, "class Store"));
    expect(result.contexts[line]).toBe("class Store: def save(self):");
    expect(result.heads[indexOf(result, "step_20")]).toBe(indexOf(result, "def main()"));
  });

  it("keeps a decorator with what it decorates", () => {
    const result = cut(PYTHON, "artifact");
    expect(result.parts[indexOf(result, "def load(path)")]?.trimStart().startsWith("@staticmethod")).toBe(true);
  });

  it.each(LANGUAGES)("recognises a function in %s by its signature", (_name, signature, end) => {
    const inside = body((i) => `  call_number_${i}(path);\n`);
    const text = `${signature}\n${inside}${end}\n\n${body((i) => `other_${i} = 1;\n`)}`;
    const result = cut(text, "artifact");
    expect(result.heads[indexOf(result, "call_number_20(")]).toBe(0);
    expect(result.contexts[indexOf(result, "call_number_20(")]).toBe(signature.slice(0, 40));
    expect(result.heads[indexOf(result, "other_20 ")]).toBe(-1);
  });

  it("reads past the line numbers of a file viewer", () => {
    const numbered = PYTHON.split("\n")
      .map((line, i) => `${i + 1}:${line}`)
      .join("\n");
    const result = cut(numbered);
    expect(result.type).toBe("code");
    expect(result.heads[indexOf(result, "item_20")]).toBe(indexOf(result, "def save(self)"));
  });

  it("tells the asterisks of a comment from those of a list", () => {
    const lines = Array.from({ length: 8 }, (_, at) => `* the change number ${at} of the package`);
    expect(cut(`/**\n${lines.map((line) => ` ${line}`).join("\n")}\n */\n`).type).toBe("code");
    expect(cut(`/**\n${lines.map((line) => `\t ${line}`).join("\n")}\n */\n`).type).toBe("code");
    expect(cut(`Release 3\n\n${lines.map((line) => `  ${line}`).join("\n")}\n`).type).toBe("markdown");
  });

  it("recognises a numbered view as code even if most lines are comments", () => {
    const lines = [
      "import os",
      "import sys",
      "",
      ...Array.from({ length: 9 }, (_, i) => `    Says more about ${i} here.`),
    ];
    const commented = [...lines, "", "x = os.getcwd()", "y = sys.argv"];
    expect(cut(commented.map((line, i) => `${i + 1}:${line}`).join("\n")).type).toBe("code");
    expect(cut(commented.join("\n")).type).not.toBe("code");
  });

  it("adds the file name that a viewer shows to the context of its lines", () => {
    const viewed = cut(`[File: /repo/src/store/load.py (60 lines)]\n${PYTHON}`);
    expect(viewed.contexts[indexOf(viewed, "import os")]).toBe("store load.py");
    expect(viewed.contexts[indexOf(viewed, "item_20")]).toContain("def save(self):");
  });

  it("gives a numbered blank line to the unit above it", () => {
    const numbered = PYTHON.split("\n").map((line, i) => `${i + 1}:${line}`);
    expect(cut(numbered.join("\n")).parts.filter((part) => /^\d+:\n?$/.test(part))).toEqual([]);
  });

  it("keeps a short function whole, including blank lines", () => {
    const lines = [
      "def add(a, b):",
      '    """Adds two numbers.',
      "",
      '    """',
      "",
      "    total = a + b",
      "",
      "    return total",
    ];
    const text = `${lines.join("\n")}\n${"    # note\n".repeat(9)}`;
    expect(cut(text, "artifact").parts).toEqual([text]);
  });

  it("cuts one endless line into slices", () => {
    const text = `${"function a(){return 1}".repeat(400)}\n`;
    const { parts, counts } = cut(text, "artifact");
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(520);
    expect(total(counts)).toBe(1);
  });
});
