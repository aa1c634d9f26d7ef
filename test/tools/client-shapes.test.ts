// The client's types and table agree with the proto files.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientShapes } from "../../tools/client-shapes.ts";

test.each([...clientShapes()])("%s is fresh; `make gen` writes it", (path, text) => {
  expect(readFileSync(path, "utf8")).toBe(text);
});
