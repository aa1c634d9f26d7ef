// The Python client's types, table and descriptors agree with the proto files.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pythonShapes } from "../../tools/python-shapes.ts";

test.each([...pythonShapes()])("%s is fresh; `make gen` writes it", (path, content) => {
  expect(readFileSync(path)).toEqual(Buffer.from(content));
});
