import { expect, test } from "vitest";
import { background, record, scored, task, whyOf } from "../request.ts";

const asked = "When does the winter ferry to Norrholm leave, the ferry of getUserToken?";

function matchedBy(text: string, prompt = asked, fields = {}): readonly string[] {
  const of = scored([...background, record(text, fields)], prompt);
  return whyOf(of.at(-1)).matchedTerms;
}

test("a record names the words it matches as the task writes them, the rarest first", () => {
  expect(matchedBy("The ferry to norrholm is red.")).toEqual(["Norrholm", "ferry"]);
});

test("words of a title count, parts of an identifier are one word, and what is not there is not named", () => {
  expect(matchedBy("A token of the user.", asked, { title: "Norrholm" })).toEqual(["Norrholm", "getUserToken"]);
  expect(matchedBy("Nothing of the kind.")).toEqual([]);
});

test("a script without spaces is named by its pairs", () => {
  expect(matchedBy("渡轮每天两班。", "渡轮")).toEqual(["渡轮"]);
});

test("keywords are named whole", () => {
  const of = scored([...background, record("The red quay.")], task("When?", { keywords: ["red quay"] }));
  expect(whyOf(of.at(-1)).matchedTerms).toEqual(["red quay"]);
});

test("at most eight words are named", () => {
  const words = "anchor beacon canoe dinghy estuary frigate galley harbour island jetty";
  expect(matchedBy(words, words)).toHaveLength(8);
});
