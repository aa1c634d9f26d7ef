import { expect, test } from "vitest";
import { background, record, scored, task, whyOf } from "../request.ts";

const asked = "When does the winter ferry to Norrholm leave, the ferry of getUserToken?";

function matchedBy(text: string, prompt = asked, fields = {}): readonly string[] {
  const of = scored([...background, record(text, fields)], prompt);
  return whyOf(of.at(-1)).matchedTerms;
}

test("a record lists the matched words as the task writes them, the rarest first", () => {
  expect(matchedBy("The ferry to norrholm is red.")).toEqual(["Norrholm", "ferry"]);
});

test("words of a title count, an identifier counts as one word, and only matched words are listed", () => {
  expect(matchedBy("A token of the user.", asked, { title: "Norrholm" })).toEqual(["Norrholm", "getUserToken"]);
  expect(matchedBy("Nothing of the kind.")).toEqual([]);
});

test("for a script without spaces, pairs of characters are listed", () => {
  expect(matchedBy("渡轮每天两班。", "渡轮")).toEqual(["渡轮"]);
});

test("keywords are listed whole", () => {
  const of = scored([...background, record("The red quay.")], task("When?", { keywords: ["red quay"] }));
  expect(whyOf(of.at(-1)).matchedTerms).toEqual(["red quay"]);
});

test("at most eight words are listed", () => {
  const words = "anchor beacon canoe dinghy estuary frigate galley harbour island jetty";
  expect(matchedBy(words, words)).toHaveLength(8);
});
