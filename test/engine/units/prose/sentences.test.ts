// The ends of sentences by script, and characters that only look like an end, as in the labels of rules.
import { describe, expect, it } from "vitest";
import { mayEndSentence, sentenceEndAt } from "../../../../src/engine/units/prose/sentences.ts";
import { cut, indexOf } from "../cut.ts";

function sentences(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const cut = mayEndSentence(text.charCodeAt(i)) ? sentenceEndAt(text, i, from, text.length) : -1;
    if (cut <= from) continue;
    found.push(text.slice(from, cut));
    from = cut;
    i = cut - 1;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}

describe("sentenceEndAt", () => {
  it.each([
    ["English", ["It rained. ", "Nobody came! ", "Why? ", "Because…"]],
    ["quotes and brackets", ['"Was it fair?" ', "He shrugged. ", "(It was not.) ", "They left."]],
    ["German", ["Es regnete. ", "Ärger gab es auch."]],
    ["Russian", ["Шёл дождь. ", "Никто не пришёл."]],
    ["Chinese", ["下雨了。", "没人来！", "为什么？", "他说：“走吧。”", "完"]],
    ["Japanese", ["雨が降った。", "誰も来なかった。"]],
    ["Hindi", ["बारिश हुई। ", "कोई नहीं आया।"]],
    ["Arabic", ["هل أمطرت؟ ", "نعم. ", "لم يأت أحد."]],
    ["Urdu", ["بارش ہوئی۔ ", "کوئی نہیں آیا۔"]],
    ["Armenian", ["Անձրև եկավ։ ", "Ոչ ոք չեկավ։"]],
    ["Burmese", ["မိုးရွာသည်။ ", "ဘယ်သူမှမလာပါ။"]],
    ["Amharic", ["ዘነበ። ", "ማንም አልመጣም።"]],
    ["several enders", ["What?! ", "No... ", "Yes!!!"]],
    ["spaces before full stops", ["He left . ", "She stayed ."]],
  ])("finds the sentences of %s", (_name, expected) => {
    expect(sentences(expected.join(""))).toEqual(expected);
  });

  it.each([
    ["decimals", "Prices rose 3.4% to 1.99 in all."],
    ["full-width decimals", "価格は３．５％上がった"],
    ["versions and hosts", "Use node 24.1.0 from www.example.org now."],
    ["abbreviations", "Dr. Smith met Prof. Jones approx. 20 times, see Fig. 3 and No. 7."],
    ["initials", "J. R. R. Tolkien wrote it with C. S. Lewis."],
    ["lower-case letters after it", "He came at 5 p.m. and left, e.g. by train, i.e. late."],
    ["German abbreviations", "Das gilt z.B. hier bzw. dort, vgl. Nr. 5."],
    ["Russian abbreviations", "Он родился в 1900 г. Москва, ул. Ленина."],
    ["numbers of list items", "12. Twelfth item"],
    ["file names", "See read.me, a.txt and b.js for more"],
  ])("does not cut at %s", (_name, text) => {
    expect(sentences(text)).toEqual([text]);
  });

  it("distinguishes `no.` from `No. 5`", () => {
    expect(sentences("He said no. They left.")).toEqual(["He said no. ", "They left."]);
  });
});

const INTRODUCTION =
  "This text is long enough to be cut into its sentences, and it says what the rules below are for.\n";
const rules = (label: (n: number) => string) =>
  [1, 2, 3, 4].map((n) => `${label(n)} The player number ${n} moves first. The others wait for player ${n}.\n`);

describe("the label of a rule", () => {
  it.each([
    ["a letter and a number", (n: number) => `B${n}.`],
    ["capitals, a hyphen and a number", (n: number) => `FR-1${n}.`],
    ["a code with a parenthesis", (n: number) => `R${n})`],
    ["a code with a colon", (n: number) => `NFR-${n}:`],
    ["a word and a number", (n: number) => `Rule ${n}.`],
    ["an abbreviation and a number", (n: number) => `Art. ${n}.`],
    ["a division of a division", (n: number) => `Section 4.${n}.`],
  ])("stays with the whole rule if it is %s", (_, label) => {
    expect(cut(INTRODUCTION + rules(label).join("")).parts).toEqual([INTRODUCTION, ...rules(label)]);
  });

  it("makes its rule an item below a heading", () => {
    const part = (letter: string) =>
      `Part ${letter}. Moves of kind ${letter}\n${rules((n) => `${letter}${n}.`).join("")}\n`;
    const result = cut(part("A") + part("B"));
    const rule = indexOf(result, "B3.");
    expect(result.type).toBe("markdown");
    expect(result.parts[result.heads[rule] ?? -1]).toBe("Part B. Moves of kind B\n");
    expect(result.contexts[rule]).toBe("Part B. Moves of kind B");
  });

  it("is not recognised inside a line, or at the end of a wrapped sentence", () => {
    const wrapped =
      "The rent and the days on which it is due, and the account to which it is paid, are\n" +
      "those that are named below for each of the houses and for each of the two cases of\n" +
      "Section 4.2. ";
    const inside =
      "It was known as B2. Then it was sold, and took another name that nobody has used since those days.\n";
    const { parts } = cut(`${INTRODUCTION}\n${wrapped}Later payments cost a fee, which the tenant pays.\n\n${inside}`);
    expect(parts[1]).toBe(wrapped);
    expect(parts.at(-1)).toBe(inside);
  });
});
