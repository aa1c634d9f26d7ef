// Lines that lead to a list that is not indented.
import { expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const FILLER = "Some text that goes on for long enough to fill a unit on its own, and says nothing, and then some. ";

it.each(["Version 2.1 (beta)", "v2.1.0-rc1", "2024-02-03 weekly meeting", "[2.1] - unreleased"])(
  "makes a list depend on the release or the meeting above it: %s",
  (line) => {
    const result = cut(
      `Notes\n\n${line}\n- Reads pages. ${FILLER}\n- Writes pages. ${FILLER}\n\nBye. ${FILLER}\n- One.\n`,
    );
    const above = indexOf(result, line);
    expect(["Reads", "Writes"].map((word) => result.heads[indexOf(result, word)])).toEqual([above, above]);
    expect(result.heads[indexOf(result, "Bye.")]).not.toBe(above);
  },
);

it.each(["They read 2.1 million pages.", "Pages that they read", "Read 12%, written 2.1%"])(
  "makes a list depend on no other line: %s",
  (line) => {
    const result = cut(`# Notes\n\n${line}\n- Reads pages. ${FILLER}\n- Writes pages. ${FILLER}\n`);
    expect(result.heads[indexOf(result, "Reads")]).toBe(0);
  },
);
