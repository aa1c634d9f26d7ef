// Finds the request in a prompt that also tells a model how to work. Prompt templates mark it with a label, an element
// or a heading, introduce the model above it, and say how to answer below it.
// In: a prompt. Out: the range of the request; the whole prompt if nothing shows where it is. Linear in the prompt.

interface RequestPart {
  readonly start: number;
  readonly end: number;
}

const NAMES = "(?:User(?:'s)? )?(?:Question|Query|Request|Task|Message)";

/** Finds these names as labels at the start of a line, with text after them. */
function labelled(names: string): RegExp {
  return new RegExp(`^[ \\t]{0,4}(?:#{1,4} |\\*\\*)?(?:${names})(?:\\*\\*)? ?[:：](?=[\\s*]{0,80}[^\\s*])`, "gim");
}

/** The label of what an agent does now, below its whole task: `Next step: `, `Sub-question: `. */
const STEP = labelled("(?:Next|Current) (?:step|task|action|question)|Sub-?(?:task|question)|Follow-?up(?: question)?");

/** The label of a request below instructions: `Question: `, `## User query: `. */
const LABEL = labelled(`${NAMES}|User|Human|Q`);

/** A heading on a line of its own: `# Request`, `## User question`. */
const HEADING = new RegExp(`^(#{1,4}) ${NAMES}[ \\t]{0,8}\\r?\\n`, "im");

/** Elements that hold a request: `<user_query>...</user_query>`. Not `<request>`, which may be quoted data. */
const ELEMENTS = [
  ...["user_query", "user_question", "user_request", "user_message", "user_input"],
  ...["query", "question", "task"],
];

/** How a prompt introduces the model, in a paragraph of its own. */
const PERSONA = /^\s*You are (?:an?|the) [^\n]*(?:\n[^\n]+)*?\r?\n[ \t]*\r?\n/;

/** How a prompt says in its last paragraph in which manner to answer. */
const MANNER = new RegExp(
  "^(?:Please )?(?:(?:Answer|Respond|Reply) (?:concisely|briefly|precisely|only|in|with|using)\\b|" +
    "Cite (?:the|your|all)\\b|Be (?:concise|brief|precise)\\b|Think step by step|Do not make (?:anything|things) up)",
  "i",
);

export function requestPart(prompt: string): RequestPart {
  const step = Array.from(prompt.matchAll(STEP), ({ index }) => index).at(-1) ?? 0;
  if (step > 0) return { start: step, end: prompt.length };
  const marked = inElement(prompt) ?? underHeading(prompt);
  if (marked !== null) return marked;
  const start = Math.max(0, prompt.search(LABEL)) || (PERSONA.exec(prompt)?.[0].length ?? 0);
  return { start, end: withoutManner(prompt, start) };
}

function inElement(prompt: string): RequestPart | null {
  for (const name of prompt.includes("</") ? ELEMENTS : []) {
    const opening = prompt.indexOf(`<${name}>`);
    const start = opening + name.length + "<>".length;
    const end = opening === -1 ? -1 : prompt.indexOf(`</${name}>`, start);
    if (end !== -1 && prompt.slice(start, end).trim() !== "") return { start, end };
  }
  return null;
}

/** Up to the next heading that is not below it. */
function underHeading(prompt: string): RequestPart | null {
  const heading = HEADING.exec(prompt);
  if (heading === null) return null;
  const [line, marks = ""] = heading;
  const start = heading.index + line.length;
  const next = prompt.slice(start).search(new RegExp(`^#{1,${marks.length}} `, "m"));
  const end = next === -1 ? prompt.length : start + next;
  return prompt.slice(start, end).trim() === "" ? null : { start, end };
}

const BLANK_LINE = /\n[ \t\r]*\n/g;

/** The end of the request: the start of a last paragraph about the manner of the answer, or the end of the prompt. */
function withoutManner(prompt: string, start: number): number {
  const last = Array.from(prompt.trimEnd().matchAll(BLANK_LINE), ({ index }) => index).at(-1) ?? 0;
  const isManner = last > start && MANNER.test(prompt.slice(last).trimStart());
  return isManner && prompt.slice(start, last).trim() !== "" ? last : prompt.length;
}
