// The vocabulary reads words sixteen units at a time. This compares it with the same rules on strings, and the first
// two letters of a term with the term itself.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createModule, withCurrentViews } from "../../src/text/vocabulary/wasm-module.ts";
import { createVocabulary, isSingle, shortForm, startsWithDigit, type Vocabulary } from "../../src/text/vocabulary.ts";
import { formsOf } from "./plain-terms.ts";

function termsOf(vocabulary: Vocabulary, text: string): number[] {
  return [...vocabulary.termsIn(text)];
}

function read(vocabulary: Vocabulary, text: string): string[] {
  return termsOf(vocabulary, text).map((term) => vocabulary.form(term));
}

const word = fc.oneof(
  fc.stringMatching(/^[A-Za-z_]{1,12}[0-9]{0,4}[A-Za-z]{0,6}$/),
  fc.stringMatching(/^[a-z]{12,40}(ing|ed|s|ational)$/),
  fc.constantFrom(
    "Straße",
    "straßeRunning",
    "İstanbul",
    "abcdİ",
    "\u212aelvin",
    "\u212aelvinsRunning_über",
    "ÉCOLE",
    "粮食产量",
    "ＡＢ１２",
    "Ｔｅｓｔｓ３５",
    "𠮷野家",
    "𠮷uarpsk𐀀u",
    "𝒳y",
    "ไทย",
    "हिन्दी",
    "Ⅳ",
    "a\u0301b",
    "“quoted”",
    "don’t",
  ),
  fc.string({ unit: "binary", maxLength: 100 }),
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(" ", "", ", ", "—", "\n    ", "。")), { maxLength: 40 })
  .map((words) => words.flat().join(""));

describe("terms", () => {
  test("have the forms that the rules give for strings, and one number each", () => {
    fc.assert(
      fc.property(text, (given) => {
        const vocabulary = createVocabulary();
        const terms = termsOf(vocabulary, given);
        const expected = formsOf(given);
        expect(terms.map((term) => vocabulary.form(term))).toEqual(expected);
        expect(vocabulary.size()).toBe(new Set(expected).size);
        for (const term of terms) {
          const form = vocabulary.form(term);
          expect(vocabulary.starts()[term]).toBe((form.charCodeAt(0) << 16) | (form.charCodeAt(1) || 0));
          const last = Array.from({ length: 4 }, (_, back) => form.charCodeAt(form.length - 1 - back) & 0xff);
          const end = last.reduce((all, unit) => (all << 8) | unit, 0);
          expect(vocabulary.end(term)).toBe(form.length < 4 ? 0 : end);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("in full width are those of basic Latin", () => {
    const vocabulary = createVocabulary();
    const wide = termsOf(vocabulary, "ＡＢ１２は２０２４年のｅｒｒｏｒ");
    const basic = termsOf(vocabulary, "AB12は2024年のerror");
    expect(wide).toEqual(basic);
  });

  test("of a range are those of the range as a text, unless it splits a character", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (given, one, other) => {
        const plain = given.replaceAll(/\p{Surrogate}|[^\0-\uffff]/gu, " ");
        const [from = 0, to = 0] = [one % (plain.length + 1), other % (plain.length + 1)].sort((a, b) => a - b);
        const vocabulary = createVocabulary();
        vocabulary.read(plain, from, to);
        expect(Array.from(vocabulary.take(), (term) => vocabulary.form(term))).toEqual(formsOf(plain.slice(from, to)));
      }),
    );
  });

  test("of neighbouring parts are those of each part, each followed by the repetition", () => {
    const lengths = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, lengths, fc.nat({ max: 3 }), fc.constantFrom(1, 2_000), (given, steps, repeated, times) => {
        const plain = given.replaceAll(/\p{Surrogate}|[^\0-\uffff]/gu, " ").repeat(times);
        let end = 1;
        const ends = steps.map((step) => (end = Math.min(plain.length, end + step)));
        const [together, apart] = [createVocabulary(), createVocabulary()];
        for (const vocabulary of [together, apart]) vocabulary.read("read before this", 0, 16);
        const counts = Int32Array.from(ends);
        together.readEach(plain, 1, counts, 0, repeated);
        const expected = ends.map((to, at) => {
          const read = apart.read(plain, ends[at - 1] ?? 1, to);
          apart.repeat(0, repeated);
          return read;
        });
        expect([...counts]).toEqual(expected);
        expect(together.take()).toEqual(apart.take());
      }),
    );
  });

  test("are counted, repeated and taken in the order in which they were read", () => {
    const vocabulary = createVocabulary();
    const counts = [vocabulary.read("one two three", 0, 13), vocabulary.repeat(1, 3), vocabulary.read("four", 0, 4)];
    expect(read(vocabulary, "not counted")).toEqual(["not", "count"]);
    expect(counts).toEqual([3, 5, 6]);
    expect([...vocabulary.take()]).toEqual([0, 1, 2, 1, 2, 3]);
    expect(vocabulary.read("five one", 0, 8)).toBe(2);
    expect([...vocabulary.take()]).toEqual([6, 0]);
  });
});

test.each([0, 100_000])("words keep their terms while tables for %i units grow", (length) => {
  const vocabulary = createVocabulary(length);
  const given = Array.from(
    { length: 5_000 },
    (_, n) => `Stated${n}x walked${n} run_${n} слово${n} ${"z".repeat(16)}${n}`,
  );
  const terms = termsOf(vocabulary, given.join(" "));
  expect(terms.map((term) => vocabulary.form(term))).toEqual(formsOf(given.join(" ")));
  expect(termsOf(vocabulary, given.join(" "))).toEqual(terms);
});

// A window holds at most 65,472 units of a text. Words and characters cross each of its ends.
test.each<[string, string]>([
  ["words", "Every window ends in another word of it_all "],
  ["one word", "a"],
  ["letters without spaces", "粮食产量增长"],
  ["characters of two units", "𝒳"],
  ["nothing to read", " "],
])("a text many times as long as one window: %s", (_, part) => {
  const given = part.repeat(Math.ceil(200_000 / part.length));
  for (const shifted of [given, `x${given}`]) expect(read(createVocabulary(), shifted)).toEqual(formsOf(shifted));
});

describe("vocabularies that are used alternately", () => {
  test("have separate words, as if each were used alone", () => {
    const turn = fc.record({ vocabulary: fc.nat({ max: 2 }), text });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 12 }), (turns) => {
        const together = [createVocabulary(), createVocabulary(50_000), createVocabulary()];
        const alone = [0, 1, 2].map((which) => turns.filter(({ vocabulary }) => vocabulary === which));
        const found = [0, 1, 2].map((): number[][] => []);
        for (const { vocabulary, text: given } of turns) {
          const mine = together[vocabulary];
          if (mine !== undefined) found[vocabulary]?.push(termsOf(mine, given));
        }
        for (const [which, own] of alone.entries()) {
          const vocabulary = createVocabulary();
          expect(found[which]).toEqual(own.map(({ text: given }) => termsOf(vocabulary, given)));
          expect(together[which]?.size()).toBe(vocabulary.size());
        }
      }),
    );
  });

  test("can be cancelled during a long text and closed, without effect on others", () => {
    const [left, other] = [createVocabulary(), createVocabulary()];
    const text = "one two ".repeat(100_000);
    let asked = 0;
    const leave = () => {
      asked += 1;
      if (asked === 10) throw new Error("left");
    };
    expect(() => left.termsIn(text, leave)).toThrow("left");
    left.close();
    expect(read(other, "two one")).toEqual(["two", "on"]);
  });

  test("throw after they are closed, without effect on others", () => {
    const [closed, open] = [createVocabulary(), createVocabulary()];
    expect([read(closed, "one"), read(open, "two")]).toEqual([["on"], ["two"]]);
    closed.close();
    expect(() => closed.size()).toThrow("vocabulary is closed");
    expect(open.form(0)).toBe("two");
    open.close();
    expect(() => open.form(0)).toThrow("vocabulary is closed");
    expect(read(createVocabulary(), "three")).toEqual(["three"]);
  });

  test("a large one and a small one", () => {
    const given = Array.from({ length: 400_000 }, (_, n) => `word${n}`).join(" ");
    const [large, small] = [createVocabulary(), createVocabulary()];
    const terms = termsOf(large, given);
    expect(termsOf(small, "a word1 a")).toEqual([0, 1, 2, 3, 0]);
    expect(termsOf(large, given)).toEqual(terms);
    expect(small.form(1)).toBe("word1");
    expect(read(createVocabulary(), "another")).toEqual(["anoth"]);
    large.close();
    expect(() => large.form(0)).toThrow("vocabulary is closed");
    const next = createVocabulary();
    expect([read(next, "another word1"), next.size()]).toEqual([["anoth", "word1", "word", "1"], 4]);
  });
});

/** A word takes 24 bytes for key, term and meaning, 8 for its term, up to 32 for slots, and as much spare room. */
const WORD_BYTES_MAX = 96;

test("a text of new letter pairs takes memory in proportion to them", () => {
  const words = createModule();
  const { run, memory } = words;
  run.begin(0, 0);
  const at = run.SHORT_WINDOW.value;
  for (let first = 0; first < 2 ** 10; first++) {
    for (let second = 0; second < 2 ** 10; second++) {
      withCurrentViews(words).units.set([0xac00 + first, 0xac00 + second], at >> 1);
      run.readWord(at, at + 4, true);
      run.keepFound(0);
    }
  }
  expect(run.terms()).toBe(2 ** 20);
  expect(memory.buffer.byteLength).toBeLessThan(WORD_BYTES_MAX * run.terms());
});

test.each(["x", "7", "77", "7x", "x7", "harbour", "東", "東京"])("%s", (word) => {
  const vocabulary = createVocabulary(word.length);
  vocabulary.read(word, 0, word.length);
  const term = vocabulary.take().at(0) ?? -1;
  const form = vocabulary.form(term);
  const start = vocabulary.starts()[term] ?? -1;
  expect(isSingle(start)).toBe(form.length === 1);
  expect(startsWithDigit(start)).toBe(/^\d/.test(form));
  expect(shortForm(start)).toBe(form.slice(0, 2));
  vocabulary.close();
});
