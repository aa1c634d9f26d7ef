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

/** Signatures whose brace stands on a line of its own. */
const BRACE_BELOW: readonly (readonly [string, string])[] = [
  ["PHP", "public function load(string $path): void"],
  ["C#", "public async Task Load(string path)"],
  ["C++", "void Store::load(const std::string& path) const"],
  ["C with a return type above", "static void\nload (const char *path)"],
  ["C over several lines", "static void load(\n    const char *path,\n    int flags\n)"],
  ["a constructor with what it initialises", "Store::Store(int path)\n    : path_(path),\n      open_(false)"],
];

const PHP_CLASS = `<?php
final class Store extends Base
{
    private string $path;

    public function load(string $path): void
    {
${body((i) => `        $this->read($path, ${i + 100});\n`)}
        if ($path === '')
        {
            $this->clear();
        }
        $this->close();
    }

    public function save(): void
    {
        $this->write();
    }
}

function helper($x)
{
    return $x + 1;
}
${body((i) => `$other[${i + 100}] = helper(${i});\n`)}`;

const LABELS = `class Store : public Base {
public:
  void load(int path) {
${body((i) => `    read_${i}(path);\n`)}#ifdef FAST
    prefetch(path);
#endif
${body((i) => `    check_${i}(path);\n`)}failed:
    close(path);
  }

private:
  int size_ = 0;
};

#define LIMIT 12
`;

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

  it.each(BRACE_BELOW)("recognises a function in %s with its brace on a line below", (_name, signature) => {
    const before = body((i) => `other_${i} = 1;\n`);
    const inside = body((i) => `    call_number_${i}(path);\n`);
    const result = cut(`${before}\n${signature}\n{\n${inside}}\n\n${body((i) => `last_${i} = 1;\n`)}`, "artifact");
    const head = result.heads[indexOf(result, "call_number_20(")] ?? -1;
    expect(result.parts[head]?.startsWith(signature)).toBe(true);
    expect(result.parts.some((part) => /^\s*\{\s*$/.test(part))).toBe(false);
    expect(result.heads[indexOf(result, "last_20 ")]).toBe(-1);
  });

  it.each(["with orders as (", "WITH RECURSIVE orders AS (", "orders as ("])(
    "takes `%s` for a definition",
    (opening) => {
      const columns = body((i) => `        sum(amount_${i}) as amount_${i},\n`);
      const result = cut(
        `${opening}\n\n    select\n${columns}        1\n    from items\n\n)\n\nselect * from orders\n`,
      );
      expect(result.heads[indexOf(result, "(amount_20)")]).toBe(indexOf(result, opening));
      expect(result.contexts[indexOf(result, "(amount_20)")]).toBe(opening);
    },
  );

  it("makes members depend on a class with its brace on the line below", () => {
    const result = cut(PHP_CLASS, "artifact");
    const method = indexOf(result, "function load(");
    expect(result.heads[indexOf(result, "$path, 120)")]).toBe(method);
    expect(result.heads[indexOf(result, "$this->close()")]).toBe(method);
    expect(result.heads[indexOf(result, "$this->write()")]).toBe(indexOf(result, "class Store"));
    expect(result.heads[method]).toBe(indexOf(result, "class Store"));
    expect(result.heads[indexOf(result, "$other[120]")]).toBe(-1);
  });

  it("keeps a definition open across labels and preprocessor lines, and closes it with its brace", () => {
    const result = cut(LABELS, "artifact");
    const method = indexOf(result, "void load(");
    expect(result.heads[indexOf(result, "prefetch(")]).toBe(method);
    expect(result.heads[indexOf(result, "check_20(")]).toBe(method);
    expect(result.heads[indexOf(result, "close(path)")]).toBe(method);
    expect(result.heads[indexOf(result, "int size_")]).toBe(indexOf(result, "class Store"));
    expect(result.heads[indexOf(result, "#define LIMIT")]).toBe(-1);
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
