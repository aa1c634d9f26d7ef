// Dialogue: turns stay whole, and speakers are distinguished from other text before a colon.
import { describe, expect, it } from "vitest";
import { speakerAt } from "../../../../src/engine/units/prose/speaker.ts";
import { cut, total } from "../cut.ts";

describe("speakerAt", () => {
  it.each([
    ["Ada: hello", "Ada"],
    ["Ada Lovelace: hello", "Ada Lovelace"],
    ["**Ada**: hello", "Ada"],
    ["**Ada:** hello", "Ada"],
    ["> Ada: hello", "Ada"],
    ["[10:02] Ada: hello", "Ada"],
    ["[00:10:02.123] Dr. O'Neil-Smith: hello", "Dr. O'Neil-Smith"],
    ["10:02 AM Ada: hello", "Ada"],
    ["10:02 a.m. Ada: hello", "Ada"],
    ["10:02 Pam: hello", "Pam"],
    ["[00:00:06] P11: hello", "P11"],
    ["[00:01:02.300 --> 00:01:05.100] SPEAKER_01: hello", "SPEAKER_01"],
    ["2024-01-02 10:02 - Ada: hello", "Ada"],
    ["Ada (10:02): hello", "Ada"],
    ["Ada [host]: hello", "Ada"],
    ["USER: hello", "USER"],
    ["assistant: hello", "assistant"],
    ["Speaker 1: hello", "Speaker 1"],
    ["PhD A: hello", "PhD A"],
    ["Q: why?", "Q"],
    ["<ada> hello", "ada"],
    ["用户：你好", "用户"],
    ["Дмитрий: привет", "Дмитрий"],
    ["أحمد: مرحبا", "أحمد"],
    ["Ada:", "Ada"],
    ["Ada  3:41 PM", "Ada"],
    ["**Ada Lovelace** · 10:02", "Ada Lovelace"],
    ["Ada — Today at 10:02 AM", "Ada"],
    ["Ada (host)  3:41 PM", "Ada"],
    ["Ada  Sep 18", "Ada"],
    ["Ada Lovelace  18 Sept 2025 at 9:04 AM", "Ada Lovelace"],
    ["Ada\n  10:02 AM", "Ada"],
  ])("finds the speaker of %s", (line, speaker) => {
    expect(speakerAt(line, 0, line.length)).toBe(speaker);
  });

  it.each([
    "hello there: you",
    "else: return",
    "http://example.org",
    "12:30 is the time",
    "Ada came on Sep 18",
    "Ada May 3",
    "a sentence that says: this",
    "He said that they were on their way: at last",
    "INFO: started",
    "03-17 16:13:38.811  1702  2395 D WindowManager: shown",
    "17/06/09 20:10:53 INFO spark.CacheManager: found",
    "std::vector",
    "<p> hello",
    '"key": 1',
    "{Ada: 1}",
    "",
  ])("finds no speaker in %j", (line) => {
    expect(speakerAt(line, 0, line.length)).toBeNull();
  });
});

describe("dialogue", () => {
  it("has one unit for each turn, including its further lines", () => {
    const turns = [
      "Ada: Hi Bob, did you get it?\n",
      "Bob: Yes.\nIt is long.\n\n",
      "Ada: I will send more tonight.\n",
      "Bob: Thanks!\n",
    ];
    const { noun, parts, counts } = cut([...turns, ...turns].join(""));
    expect(noun).toBe("turns");
    expect(parts).toEqual([...turns, ...turns]);
    expect(total(counts)).toBe(8);
  });

  it("keeps a turn of 700 characters whole, and cuts a longer one into sentences that depend on its first", () => {
    const sentence = "We talked about the budget for a while, and about who should pay for what. ";
    const fits = `Ada: ${sentence.repeat(9)}\n`;
    const long = `Bob: ${sentence.repeat(20)}\n`;
    const { parts, counts, heads } = cut([fits, long, "Ada: Yes.\n", "Bob: No.\n"].join(""));
    expect(parts[0]).toBe(fits);
    expect(parts.length).toBeGreaterThan(5);
    expect(heads.slice(2, -2).every((head) => head === 1)).toBe(true);
    expect(total(counts)).toBe(4);
  });

  it("recognises a chat by its returning speakers, although a label stands above it", () => {
    const turns = ["User: Is the oven hot?\n\n", "Assistant: It is.\n\n", "User: And now?\n\n", "Assistant: Yes.\n"];
    const long = turns.map((turn) => turn.replace("\n", " It stands next to the window of the kitchen.\n"));
    const { noun, parts } = cut(["Session Date: 2024/01/08 (Mon) 19:22\n\n", ...long].join(""));
    expect(noun).toBe("turns");
    expect(parts.slice(-4)).toEqual(long);
  });

  it("recognises a single question with an assistant's answer, and cuts a long answer as Markdown", () => {
    const item = (n: number) => `${n}. Take the ${"very ".repeat(30)}large screw number ${n}.\n`;
    const items = Array.from({ length: 6 }, (_, n) => item(n + 1));
    const text = `2024-01-08\n\nUser: How do I mount the shelf?\n\nAssistant: In six steps:\n\n${items.join("")}`;
    const { noun, parts, heads } = cut(text);
    expect(noun).toBe("turns");
    expect(parts.slice(1, 3)).toEqual(["User: How do I mount the shelf?\n\n", "Assistant: In six steps:\n\n"]);
    expect(parts.slice(3)).toEqual(items);
    expect(heads).toEqual([-1, 0, 1, 2, 2, 2, 2, 2, 2]);
  });

  it("reads a chat pasted from an app, where the clock time stands below the name", () => {
    const turns = [
      "Ada Lovelace\n  9:05 AM\nbuild 3.8 is up\n:rocket:\n6\n",
      "Ben Sørensen\n  9:40 AM\nit crashes on the map\n4 replies\n\n",
      "Ada Lovelace\n  9:44 AM\nlog?\n",
      "Ben Sørensen\n  9:52 AM\n```\nEXC_RESOURCE\n```\n",
    ];
    const { noun, parts } = cut([...turns, ...turns].join(""));
    expect(noun).toBe("turns");
    expect(parts).toEqual([...turns, ...turns]);
  });

  it("reads the messages of a channel below names with dates, although each person speaks once", () => {
    const turns = [
      "Ada  Sep 18\nwhoever took the red flask from the boathouse, it has diesel in it\n",
      "Ben (grip)  Sep 19\nsorry\n",
      "Cleo  Sep 25\nthe party is at the lifeboat station, 17 Oct 8 pm\n",
      "Dora  Oct 3\none day later, because of the dinner, same place\n",
    ];
    const { noun, parts } = cut(turns.join(""));
    expect(noun).toBe("turns");
    expect(parts).toEqual(turns);
  });

  it("takes a list of names and dates for no dialogue", () => {
    const names = "Kickoff Review Freeze Launch Party Survey Audit Budget Retreat Handover Training Closing".split(" ");
    const { noun } = cut(names.map((name, at) => `${name}  Sep ${at + 10}\n`).join(""));
    expect(noun).not.toBe("turns");
  });

  it("treats a subtitle's number, time and words as one turn, even if a speaker is named inside", () => {
    const cue = (n: number, words: string) =>
      `${n}\n00:00:${n + 10}.000 --> 00:00:${n + 13}.500 align:start\n${words}\n\n`;
    const cues = [
      cue(1, "Ada: Hello."),
      cue(2, "<v Bob>Good morning.\nAda: Who is that?"),
      cue(3, "42"),
      cue(4, "Yes."),
    ];
    const { noun, parts, counts } = cut(`WEBVTT\n\n${cues.join("")}${"".padEnd(0)}`.padEnd(200));
    expect(noun).toBe("turns");
    expect(parts.slice(1).map((part) => part.trim())).toEqual(cues.map((one) => one.trim()));
    expect(counts.slice(1)).toEqual([1, 1, 1, 1]);
  });

  it("starts a subtitle at its name, which stands below an empty line", () => {
    const cue = (n: number) => `intro-${n}\n00:00:1${n}.000 --> 00:00:1${n}.500\nGood morning,\nor evening.\n\n`;
    const cues = [cue(1), cue(2), cue(3), cue(4)];
    expect(cut(`WEBVTT\n\n${cues.join("")}`).parts.slice(1)).toEqual(cues);
  });

  it.each([
    ["items with labels in a list of changes", "* Fix: Pages are read.\n* Feature: Pages are written.\n", "markdown"],
    [
      "exceptions of one class",
      "Traceback (most recent call last):\n  File \"a.py\", line 2, in b\n    c(d)\nKeyError: 'd'\n\n" +
        "During handling of the above exception, another exception occurred:\n\n",
      "stack_trace",
    ],
  ])("does not take %s for turns", (_name, text, type) => {
    expect(cut(text.repeat(3)).type).toBe(type);
  });

  it("keeps a message of a user or a model whole", () => {
    const text = "I would like to change my booking. It is under my wife's name. We want to leave a day later. ".repeat(
      4,
    );
    expect(cut(text, "user_input").parts).toEqual([text]);
    expect(cut(text, "external_data").parts.length).toBeGreaterThan(1);
  });
});

describe("an answer", () => {
  const pairs = ["the modem", "the router", "the invoice", "the number"];
  it.each([
    ["Q", "A", "?"],
    ["Frage", "Antwort", "?"],
    ["ถาม", "ตอบ", ""],
  ])("depends on its question and is searched by it: %s and %s", (asks, answers, mark) => {
    const below = "Look below the second line of the page.";
    const text = pairs.map((thing) => `${asks}: Where is ${thing}${mark}\n${answers}: ${below}\n\n`).join("");
    const { type, heads, contexts } = cut(text);
    expect(type).toBe("dialogue");
    expect(heads).toEqual([-1, 0, -1, 2, -1, 4, -1, 6]);
    expect(contexts[3]).toBe(`${asks}: Where is the router${mark}`);
  });

  it("does not depend on a statement of a conversation", () => {
    const text = ["Ada: It rains.", "Ben: A lot.", "Ada: Stay in.", "Ben: I will.", "Ada: Good."].join("\n");
    expect(cut(`${text}\n`).heads.slice(1)).not.toContain(1);
  });
});

describe("a chat with an assistant", () => {
  it("may be a single question with its answer", () => {
    expect(cut("User: Where is the key to the mill?\n\nAssistant: Under the stone by the door.\n").type).toBe(
      "dialogue",
    );
  });

  it.each([
    ["settings", "user: ada\nhost: db.example\nmodel: x-5\nretries: 4\npool:\n  size: 12\n  idle: 40\nlevel: info\n"],
    [
      "a list",
      "- User: Ada Lovelace\n- Model: X-200\n- Colour: red\n- Price: 40 EUR\nIt comes with a cable and a bag.\n",
    ],
  ])("is not seen in the fields of %s", (_name, text) => {
    expect(cut(text).type).not.toBe("dialogue");
  });

  it.each(["User", "**Ada**"])("is cut into blocks of what %s says and the reply", (user) => {
    const turns = [
      `${user}: How do I remove a pedal?`,
      "Assistant: Turn it towards the back wheel.",
      `${user}: The cat weighs 6 kg now.`,
      "Assistant: Is it a kitten?",
      `${user}: No, it is nine.`,
      "Assistant: Then feed it less.",
    ];
    expect(cut(`${turns.join("\n\n")}\n`).blocks).toEqual([0, 0, 1, 1, 1, 1]);
  });
});
