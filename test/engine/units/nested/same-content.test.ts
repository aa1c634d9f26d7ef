// What JSON repeats in another format accompanies the plain text and is never sent by itself.
import { describe, expect, it } from "vitest";
import { cut } from "../cut.ts";

const ROWS = Array.from({ length: 9 }, (_, i) => `sku-${i} LYS ${i * 17 + 100}\n`);

function notebook(data: Readonly<Record<string, readonly string[]>>): string {
  const cell = {
    cell_type: "code",
    id: "1b27edd9",
    metadata: {},
    outputs: [{ data, metadata: {} }],
    source: ["stock"],
  };
  return JSON.stringify({ cells: [cell, { cell_type: "markdown", source: ["The end of the notebook"] }] }, null, 1);
}

const html = ["<table>\n", ...ROWS.map((row) => `<tr><td>${row.trim().replaceAll(" ", "</td><td>")}</td></tr>\n`)];

describe("formats of one output", () => {
  it("never sends HTML by itself if plain text follows it", () => {
    const { parts, announces } = cut(notebook({ "text/html": html, "text/plain": ROWS }));
    const announced = parts.filter((_, at) => announces[at]);
    expect(announced.length).toBeGreaterThan(1);
    expect(announced.filter((part) => !part.includes("<td>"))).toEqual([]);
    expect(parts.filter((part, at) => part.includes("sku-8 LYS") && announces[at])).toEqual([]);
  });

  it("sends HTML by itself if nothing repeats it", () => {
    expect(cut(notebook({ "text/html": html })).announces).not.toContain(true);
    expect(cut(notebook({ "text/html": html, notes: ROWS })).announces).not.toContain(true);
  });

  it("leaves other fields alone, whatever stands next to them", () => {
    expect(cut(notebook({ "text/markdown/x y": html, "text/plain": ROWS })).announces).not.toContain(true);
  });
});
