// Finds the request in a prompt that also tells a model how to work. Prompt templates mark it with a label, an element
// or a heading, introduce the model above it, and say how to answer below it.
// In: a prompt. Out: the range of the request; the whole prompt if nothing shows where it is. Linear in the prompt.

interface RequestPart {
  readonly start: number;
  readonly end: number;
}

const USER = "(?:User(?:'s)? )?";
const REQUESTS = "Question|Query|Request|Message";

/** The whole name of a request, without its colon. */
export const REQUEST_NAME = new RegExp(`^${USER}(?:${REQUESTS}|Task|Instructions?)$`, "i");

/** Finds these names as labels at the start of a line, with text after them. */
function labelled(names: string): RegExp {
  return new RegExp(`^[ \\t]{0,4}(?:#{1,4} |\\*\\*)?(?:${names})(?:\\*\\*)? ?[:：](?=[\\s*]{0,80}[^\\s*])`, "gim");
}

/** The label of what an agent does now, below its whole task: `Next step: `, `Next: `, `Sub-question: `. */
const STEP = labelled(
  "Next(?: (?:step|task|action|question))?|Current (?:step|task|action|question)|" +
    "Sub-?(?:task|question)|Follow-?up(?: question)?|Answer the question[^:\\n]{0,80}",
);

/** The label of a request below instructions: `Question: `, `## User query: `. */
const LABEL = labelled(`${USER}(?:${REQUESTS}|Task)|User|Human|Q`);

/** Headings on a line of their own: `# Request`, `## User question`. Last `# Task`, which may head the instructions. */
const HEADINGS = [REQUESTS, "Task"].map((names) => new RegExp(`^(#{1,4}) ${USER}(?:${names})[ \\t]{0,8}\\r?\\n`, "im"));

/** Elements that hold a request: `<user_query>...</user_query>`. Not `<request>`, which is mostly quoted data. */
const ELEMENTS = [
  ...["user_query", "user_question", "user_request", "user_message", "user_input"],
  ...["query", "question", "task"],
];

/** How a prompt introduces the model, in a paragraph of its own. */
const PERSONA = /^\s*You are (?:an?|the) [^\n]*(?:\n[^\n]+)*?\r?\n[ \t]*\r?\n/;

/** How a prompt says in its last paragraph in which manner to answer. */
const MANNER = new RegExp(
  "^(?:Please )?(?:(?:Answer|Respond|Reply) (?:concisely|briefly|precisely|using only|only (?:in|with|using)|" +
    "in (?:one|two|three|a few|full|plain|English|JSON|Markdown)|with (?:JSON|citations|sources))\\b|" +
    "Cite (?:(?:the|your|all) )?sources?\\b|Be (?:concise|brief|precise)\\b|Think step by step|" +
    "Do not make (?:anything|things) up)",
  "i",
);

export function requestPart(prompt: string): RequestPart {
  const step = Array.from(prompt.matchAll(STEP), below).at(-1) ?? 0;
  if (step > 0) return { start: step, end: prompt.length };
  const marked = inElement(prompt) ?? underHeading(prompt);
  if (marked !== null) return marked;
  const [label] = Array.from(prompt.matchAll(LABEL), below);
  const start = label || belowPersona(prompt);
  return { start, end: withoutManner(prompt, start) };
}

/** Where the text after a label starts; 0 for a label at the start of the prompt, above which nothing stands. */
function below({ index, 0: label }: RegExpExecArray): number {
  return index === 0 ? 0 : index + label.length;
}

/** 0 if no request follows the introduction, or if the introduction itself asks. */
function belowPersona(prompt: string): number {
  const persona = PERSONA.exec(prompt)?.[0] ?? "";
  return persona.includes("?") || persona.length >= prompt.trimEnd().length ? 0 : persona.length;
}

function inElement(prompt: string): RequestPart | null {
  for (const name of prompt.includes("</") ? ELEMENTS : []) {
    const opening = prompt.indexOf(`<${name}>`);
    const start = opening + name.length + "<>".length;
    const end = opening === -1 ? -1 : prompt.indexOf(`</${name}>`, start);
    const inner = end === -1 ? "" : prompt.slice(start, end).trim();
    // An element that begins with another one is quoted data.
    if (inner !== "" && !inner.startsWith("<")) return { start, end };
  }
  return null;
}

/** Up to the next heading that is not below it. */
function underHeading(prompt: string): RequestPart | null {
  for (const pattern of HEADINGS) {
    const heading = pattern.exec(prompt);
    if (heading === null) continue;
    const [line, marks = ""] = heading;
    const start = heading.index + line.length;
    const next = prompt.slice(start).search(new RegExp(`^#{1,${marks.length}} `, "m"));
    const end = next === -1 ? prompt.length : start + next;
    if (prompt.slice(start, end).trim() !== "") return { start, end };
  }
  return null;
}

/** The end of the request: the start of a last paragraph about the manner of the answer, or the end of the prompt. */
function withoutManner(prompt: string, start: number): number {
  const last = lastBlankLine(prompt.trimEnd());
  const isManner = last > start && MANNER.test(prompt.slice(last).trimStart());
  return isManner && prompt.slice(start, last).trim() !== "" ? last : prompt.length;
}

/** The line break before the last blank line; 0 if there is none. Found from the end, because there may be millions. */
function lastBlankLine(text: string): number {
  for (let end = text.lastIndexOf("\n"); end > 0; ) {
    const before = text.lastIndexOf("\n", end - 1);
    if (before === -1) return 0;
    if (text.slice(before, end).trim() === "") return before;
    end = before;
  }
  return 0;
}
