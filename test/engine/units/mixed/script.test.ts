// Scripts and hearings, in which no colon follows the speaker.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const TURNS = [
  ["Q", "Who had the key to the cabinet?"],
  ["A", "Ms. Okonjo. She kept it in her desk."],
  ["Q", "Did you see anyone there?"],
  ["A", "Mr. Reyes. He was kneeling."],
  ["Q", "Did you speak to him?"],
  ["A", "I asked what he was doing."],
] as const;

const nameOf = (letter: string) => (letter === "Q" ? "JACK" : "LADY BRACKNELL");

describe("a script", () => {
  it.each([
    ["`Q.` and `A.` without blank lines", (who: string, words: string) => `${who}. ${words}\n`],
    ["`Q.` in the middle of the page", (who: string, words: string) => `       ${who}.   ${words}\n`],
    ["names with full stops", (who: string, words: string) => `${nameOf(who)}. ${words}\n`],
    ["names with full stops on lines of their own", (who: string, words: string) => `${nameOf(who)}.\n${words}\n\n`],
    ["names in columns", (who: string, words: string) => `${nameOf(who)}  ${words}\n\n`],
    ["names above the words", (who: string, words: string) => `${nameOf(who)}\n${words}\n\n`],
    ["names with remarks above the words", (who: string, words: string) => `${nameOf(who)} (CONT'D)\n${words}\n\n`],
  ])("has a unit for each turn, with %s", (_, turn) => {
    const turns = TURNS.map(([who, words]) => turn(who, words));
    const result = cut(turns.join(""));
    expect([result.type, result.noun]).toEqual(["dialogue", "turns"]);
    expect(result.parts).toEqual(turns);
    expect(result.heads).toEqual([-1, 0, -1, 2, -1, 4]);
  });

  const scene = (title: string, pairs: readonly (readonly [string, string])[]) =>
    `${title}\n\nA room with a stove.\n\n${pairs.map(([who, words]) => `${nameOf(who)}\n${words}\n\n`).join("")}`;

  it("makes turns and directions depend on the title of their scene", () => {
    const [first, second, third] = [TURNS.slice(0, 2), TURNS.slice(2, 4), TURNS.slice(4)];
    const text = scene("INT. OFFICE - DAY", first) + scene("EXT. QUAY - NIGHT", second) + scene("INT. CELL", third);
    const result = cut(`A play in one act.\n\n${text}He leaves.\n`);
    const quay = indexOf(result, "EXT. QUAY");
    expect(result.type).toBe("dialogue");
    expect(result.heads[quay]).toBe(-1);
    expect(result.heads[quay + 1]).toBe(quay);
    expect(result.heads[indexOf(result, "Did you see")]).toBe(quay);
    expect(result.heads[indexOf(result, "He leaves")]).toBe(indexOf(result, "INT. CELL"));
    expect(result.parts.at(-1)).toBe("He leaves.\n");
  });

  it("is not a manual that ends in a few questions", () => {
    const steps = Array.from({ length: 20 }, (_, at) => `- Turn screw ${at} until it is tight.\n`);
    const result = cut(`${steps.join("")}\n${TURNS.map(([who, words]) => `${who}. ${words}\n`).join("")}`);
    expect(result.type).toBe("markdown");
  });

  it("is not a list of sections, labels or motions", () => {
    const sections = ["SCOPE", "TERMS", "FEES", "NOTICES", "COSTS", "LAW"].map(
      (title) => `${title}\nSome words here.\n\n`,
    );
    expect(cut(sections.join("")).type).not.toBe("dialogue");
    const labels = Array.from({ length: 8 }, (_, at) => `PASS\nstep ${at} took ${at} ms\n`);
    expect(cut(labels.join("")).type).not.toBe("dialogue");
    const votes = [1, 2, 3].map((n) => `${n}.  ITEM ${n}\n\nMOTION:  Hsu moved it.\nVOTE:    Ayes: ${n}. Carried.\n\n`);
    expect(cut(votes.join("")).type).not.toBe("dialogue");
  });
});
