// Fields of documents are not speakers, and speakers who talk in lists, indented lines or sections are not fields.
import { describe, expect, it } from "vitest";
import { sampleOf } from "../../../../src/engine/units/line-patterns.ts";
import { looksLikeDialogue } from "../../../../src/engine/units/mixed/dialogue.ts";

const isDialogue = (blocks: readonly string[]) => looksLikeDialogue(sampleOf(blocks.join("\n\n")));

const release = (version: string) =>
  `${version} (2024-05-20)\n------------------\n\nFixed:\n\n- A crash on start (#8701).\n\nAdded:\n\n- Flame graphs.`;

const item = (number: number) => `${number}.  NEW BUSINESS

Director Lam presented the rate study. Water would rise by 4.5% on July 1.

MOTION:  Councilor Hsu moved to adopt it.
VOTE:    Ayes: Abara, Feldt.  Motion carried 2-0.`;

const course = (number: number) => `CDS ${number}   Programming       4-2-2    8 ECTS    Autumn
          Variables, control flow, functions and records.
          Prerequisite: none.
          Lecturer: Dr. E. Mwangi. Assessment: exam 60%.`;

describe("labels are fields", () => {
  it.each([
    ["above items", ["7.2.0", "7.1.3", "7.1.2"].map(release)],
    ["below numbered headings", [1, 2, 3].map(item)],
    ["in indented entries", [101, 102, 105].map(course)],
  ])("%s", (_, blocks) => {
    expect(isDialogue(blocks)).toBe(false);
  });
});

const asked = "User: What do I need for the tent?";
const listed = "Assistant:\n\n1. Six pegs.\n2. A mallet.";

const hearing = `   THE COURT: Good morning, counsel. Are we ready to
proceed with the witness that we heard on Friday?
   MR. OSEI: We are, and we have the papers that the court
asked for in its order of last week.
   THE COURT: Then please call the witness to the stand so
that she can be sworn.`;

const episode = (title: string) =>
  `${title}\n\nADA: Welcome back.\n\nBEN: Thanks, it was a long week.\n\nADA: Tell us of it.\n\nBEN: We lost a boat.`;

describe("labels are speakers", () => {
  it.each([
    ["who answer in lists", [asked, listed, asked, listed]],
    ["in first lines that are indented", [hearing, hearing]],
    ["in sections", ["1. WELCOME", "2. THE BOAT"].map(episode)],
    ["between rules", [1, 2, 3].map(() => "Ada: Yes.\nIt is long.\n\n---\n\nBen: Thanks!\nI read it.\n\n---")],
  ])("%s", (_, blocks) => {
    expect(isDialogue(blocks)).toBe(true);
  });
});
