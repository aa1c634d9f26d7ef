// The claims of a patent.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const part = (name: string) =>
  `a ${name} that is arranged on a pipe between the pump and ${"the first or ".repeat(12)}the last room;`;
const text =
  "# Claims\n\nWhat is claimed is:\n\n" +
  `1. A system comprising: ${part("valve")} ${part("chamber")} and ${part("detector")} each of them being closed.\n\n` +
  "2. The system of claim 1, wherein the chamber is filled.\n\n" +
  "3. The system according to any one of claims 2 to 9, wherein it is heated.\n\n" +
  "4. A method comprising closing the valve.\n\n";

describe("a claim", () => {
  const result = cut(text, "external_data");
  const first = indexOf(result, "1. A system");
  const second = indexOf(result, "2. The system");

  it("depends on the claim that it refers to", () => {
    expect(result.type).toBe("markdown");
    expect(result.heads[second]).toBe(first);
    expect(result.heads[indexOf(result, "3. The system")]).toBe(second);
    expect(result.parts[result.heads[indexOf(result, "4. A method")] ?? -1]).toContain("What is claimed is:");
  });

  it("is the head of its later parts", () => {
    const later = indexOf(result, "a detector that");
    expect(later).toBeGreaterThan(first);
    expect(result.heads[later]).toBe(first);
  });

  it("depends on the line above the list if no claim refers to another", () => {
    const others = cut(text.replaceAll("claims 2", "items 2").replaceAll("claim 1", "item 1"), "external_data");
    const head = others.heads[indexOf(others, "2. The system")] ?? -1;
    expect(others.parts[head]).toContain("What is claimed is:");
  });
});
