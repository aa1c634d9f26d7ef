// Where the request stands in a prompt template.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownCpuMs } from "../../../bench/speed/harness/cpu.ts";
import { requestPart } from "../../../src/engine/index/request-part.ts";
import { anyText } from "../../property/texts.ts";

const REQUEST = "Which plants are sick?";
const RULES = "Use only the context. Cite your sources.";

function found(prompt: string): string {
  const { start, end } = requestPart(prompt);
  return prompt.slice(start, end).trim();
}

describe("the request is", () => {
  test.each([
    ["what follows a label", `${RULES}\n\nQuestion: ${REQUEST}`, REQUEST],
    ["what follows the last step", `Task: tend it.\nNext step: dig.\nNext step: ${REQUEST}`, REQUEST],
    [
      "what follows the last order to answer",
      `Answer the question below:\n{context}\nAnswer the question from it: ${REQUEST}`,
      REQUEST,
    ],
    ["in an element", `<rules>${RULES}</rules>\n<user_query>\n${REQUEST}\n</user_query>\nAnswer.`, REQUEST],
    ["in an element of one line", `${RULES} <question>${REQUEST}</question>`, REQUEST],
    ["under its heading", `# Rules\n${RULES}\n\n# Request\n${REQUEST}\n\n# Format\nJSON`, REQUEST],
    ["with the headings below its own", `# Rules\n${RULES}\n# Task\n## Plants\n${REQUEST}`, `## Plants\n${REQUEST}`],
    ["under the heading of the question, not of the task", `# Task\n${RULES}\n\n# Question\n${REQUEST}`, REQUEST],
    ["what follows the last of several equal labels", `Answer.\n\nQ: Who?\nA: Ada.\n\nQ: ${REQUEST}`, REQUEST],
    ["what follows a label in another language", `Beantworte die Frage.\n\nFrage: ${REQUEST}`, REQUEST],
    [
      "the task below the introduction",
      `You are Ida.\n\nYour task is to find sick plants.\n\nBe concise.`,
      "Your task is to find sick plants.",
    ],
    ["in the last of several elements", `<user_query>old</user_query>\n<user_query>${REQUEST}</user_query>`, REQUEST],
    ["below a greeting", `Hi there, I hope you are well. ${REQUEST}`, REQUEST],
    [
      "below everything that tells the model how to work",
      `You are Ida, a cook.\n\n## Style\nUse plain text.\n\nTools:\n- pan\n- pot\n\nToday is Sunday.\n\n${REQUEST}`,
      REQUEST,
    ],
    [
      "below a question for help",
      `Hello! Hope you're doing well. Could you help me with the following? ${REQUEST}`,
      REQUEST,
    ],
    ["above an appeal", `${REQUEST} Thanks a lot in advance, I really appreciate it!`, REQUEST],
    [
      "above a way to work",
      `${REQUEST}\n\nThink step by step. First list the relevant facts, then answer. ` +
        "Explain your reasoning and cite it. If the answer is not in the context, say so. " +
        "Return JSON with keys answer and sources.",
      REQUEST,
    ],
    ["above sentences about the manner", `${REQUEST} Please think step by step. Use Markdown. Thanks a lot!`, REQUEST],
    ["above the form of the answer", `${REQUEST}\n\nReturn your answer as JSON. Do not add any text.`, REQUEST],
    ["below the introduction of the model", `You are a gardener.\n${RULES}\n\n${REQUEST}`, REQUEST],
    ["above the manner of the answer", `${REQUEST}\n\nAnswer concisely. ${RULES}`, REQUEST],
    ["above a manner after line breaks of Windows", `${REQUEST}\r\n\r\nBe brief.`, REQUEST],
    ["between the two", `You are a gardener.\n\n${REQUEST}\n\nThink step by step.`, REQUEST],
  ])("%s", (_, prompt, request) => expect(found(prompt)).toBe(request));
});

describe("the whole prompt is the request", () => {
  test.each([
    ["without a template", `I moved the pots.\n\n${REQUEST}`],
    ["with an introduction alone", "You are a gardener. Which plants are sick?"],
    ["with a manner alone", "Answer briefly which plants are sick."],
    ["with an empty element", `${REQUEST}\n<question> </question>`],
    ["with an element that is not closed", `${REQUEST}\n<question>`],
    ["with an introduction and blank lines", "You are a gardener. Which plants are sick?\n\n"],
    ["with an introduction that asks", "You are a gardener. Which plants are sick?\n\nThey stand in the shade."],
    ["with a last paragraph that asks for rules", "I keep two dogs.\n\nCite the rules that apply to me."],
    ["with a task of data", `${REQUEST}\n<task><id>7</id></task>`],
    ["with a manner that asks", "My ferns are yellow. Answer briefly which plants are sick."],
    ["with a label in data below an order", "The printer must answer. Fix the queue.\nQuery: SELECT 1"],
    ["with a step in a log", `${REQUEST}\n\nStep 3 of 7\nNext step: choose a disk`],
    ["with a question below an element", `<task>Build a bed</task>\n\n${REQUEST}`],
    ["with an order in the introduction", "You are Ida. Find the sick plants.\n\nLogs:\n12:00 dry"],
    ["with a heading in a report", "Uploads fail.\n\n## Request\nPOST /upload\n\n## Response\n413"],
    ["with a manner that asks whether", "The list is below. Answer concisely whether all plants are sick."],
    ["with a form that names a subject", "Read the log. Provide your answer as the name of the sick plant."],
    ["with a label in data", `${REQUEST}\n\nMessage: index out of range`],
    ["with a label in data below a statement", "Find what failed.\n\nUser: ann@acme.com\nTask: PROJ-1"],
    ["with questions and answers in data", "Put this well.\n\nQ: Who?\nA: Ada.\n\nQ: When?\nA: In May."],
    ["with a heading in data", `${REQUEST}\n\n## Request\nGET /plants`],
    ["with an element in data", `${REQUEST}\n\n<config>\n  <task>build</task>\n</config>`],
    ["with a manner that names a subject", "I sell ferns. Use bullet points to list the sick ones."],
    ["with an order that looks like a manner", "A job failed. Return the output of the job."],
    ["with a condition that asks", "If the plants are sick, which of them should I water?"],
    ["with thanks for a reason", "It broke. Thanks to the rain all plants are sick."],
    ["with an introduction that is the task", "You are Ida. List the sick plants.\n\nYou must reply in German."],
    ["with an introduction that asks about a list", "You are a gardener. Which?\n\n- the fern\n- the ivy"],
    ["with an element of data", `${REQUEST}\n<request><id>7</id></request>`],
    ["with a heading above nothing", `${REQUEST}\n\n# Request\n`],
    ["with a last paragraph that asks", `The pots are dry.\n\nAnswer this: ${REQUEST}`],
  ])("%s", (_, prompt) => expect(found(prompt)).toBe(prompt.trim()));
});

test("is never empty or outside of a prompt that has text", () => {
  const marks = [
    "<task>",
    "</task>",
    "# Request\n",
    "Question: ",
    "You are a cook.\n\n",
    "\n\nBe brief",
    "Next step: ",
  ];
  const piece = fc.oneof(fc.constantFrom(...marks), anyText);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const prompt = pieces.join("");
      fc.pre(prompt.trim() !== "");
      const { start, end } = requestPart(prompt);
      expect(start >= 0 && end <= prompt.length).toBe(true);
      expect(prompt.slice(start, end).trim()).not.toBe("");
    }),
  );
});

test.each([
  ["elements that are not closed", "</x><task>"],
  ["headings", "# Request\n"],
  ["labels without text", `Question:${" ".repeat(90)}\n`],
  ["steps", "Next step: dig.\n"],
  ["line breaks", "\n"],
  ["lines below an introduction", "You are a cook.\n"],
  ["paragraphs below an introduction", "Be brief.\n\n"],
  ["manners", "Thanks. "],
  ["quotes", '"'],
])("a megabyte of %s is read in linear time", (_, text) => {
  const prompt = text.repeat(1_000_000 / text.length);
  const began = ownCpuMs();
  requestPart(`You are a cook. ${prompt}`);
  expect(ownCpuMs() - began).toBeLessThan(500);
});
