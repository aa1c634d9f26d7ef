import { describe, expect, test } from "vitest";
import { setApart } from "../src/client.ts";

describe("records set apart", () => {
  const records = ["rules", "one", "two", "spec", "three", "now"].map((text) => ({ text }));

  test("stand around the context, in their order", () => {
    const { records: sent, around } = setApart(records, { newest: 1, pinned: ({ text }) => /rules|spec/.test(text) });
    expect(sent.map(({ text }) => text)).toEqual(["one", "two", "three"]);
    expect(around({ context: "[selected]" })).toBe("rules\n\n[selected]\n\nspec\n\nnow");
  });

  test.each([
    ["none", {}, 6, "[selected]"],
    ["all", { newest: 9 }, 0, "rules\n\none\n\ntwo\n\nspec\n\nthree\n\nnow"],
  ])("%s of them", (_name, options, sent, whole) => {
    const apart = setApart(records, options);
    expect(apart.records).toHaveLength(sent);
    expect(apart.around({ context: sent === 0 ? "" : "[selected]" })).toBe(whole);
  });
});
