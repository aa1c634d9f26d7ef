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

/** The same in German, Spanish, Portuguese, Italian, French, Russian, Chinese, Japanese and Korean. */
const TRANSLATED =
  "Frage|Anfrage|Aufgabe|Pregunta|Consulta|Tarea|Pergunta|Tarefa|Domanda|Richiesta|Requête|Tâche|" +
  "Вопрос|Запрос|Задача|问题|提问|用户|質問|問い|ユーザー|질문|사용자";

/** The label of a request below instructions: `Question: `, `## User query: `. */
const LABEL = labelled(`(?<name>${USER}(?:${REQUESTS}|Task)|User|Human|Q|${TRANSLATED})`);

/** Headings on a line of their own: `# Request`, `## User question`. Last `# Task`, which may head the instructions. */
const HEADINGS = [REQUESTS, "Task"].map((names) => new RegExp(`^(#{1,4}) ${USER}(?:${names})[ \\t]{0,8}\\r?\\n`, "im"));

/** Elements that hold a request: `<user_query>...</user_query>`. Not `<request>`, which is mostly quoted data. */
const ELEMENTS = [
  ...["user_query", "user_question", "user_request", "user_message", "user_input"],
  ...["query", "question", "task"],
];

/** How a prompt introduces the model. */
const PERSONA = /^\s*You are (?:an?|the|[A-Z]\w*)\b/;

/** How a paragraph below the introduction opens if it tells the model how to work. */
const GUIDANCE = new RegExp(
  "^[\\s#*]{0,8}(?:Be|Never|Always|Do not|Don't|Avoid|You|Your|If|Only|Keep|Follow|Remember|Respond|Reply|Today|" +
    "(?:The )?Current date|(?:Behaviou?r|Safety|Style|Tone|Limits|Guidelines?|Constraints?|Instructions?|Rules?|" +
    "Tools?|Important|Notes?|Output|(?:Output )?Format)[\\s*:]{0,8}$)(?!\\w)",
  "im",
);

/** A line that opens a list item. */
const ITEM = /^\s*(?:[-*•]|\d{1,3}[.)]) /;

/** How a sentence begins that only says in which manner or form to answer, or is only polite. */
const MANNERS = [
  "(?:Answer|Respond|Reply) (?:concisely|briefly|precisely|using only|only (?:in|with|using))\\b",
  "(?:Answer|Respond|Reply) in (?:one|two|three|a few|full|plain|English|JSON|Markdown)\\b",
  "(?:Answer|Respond|Reply) with (?:JSON|citations|sources)\\b",
  "(?:Return|Output|Format|Give|Provide|Present|Structure|Write) (?:your|the) (?:answer|response|output)\\b",
  "(?:Return|Output|Give|Provide|Write) (?:only )?(?:valid |a |an? \\w+ )?JSON\\b",
  "(?:Your|The) (?:answer|response|output) (?:must|should)\\b",
  "Use (?:the following|this) (?:format|JSON|schema)\\b",
  "Use (?:only the (?:context|documents|sources)|Markdown|bullet points)\\b",
  "(?:Do not|Don't) (?:add|include) any\\b",
  "(?:Do not|Don't) make (?:anything|things) up\\b",
  "Cite (?:(?:the|your|all) )?sources?\\b",
  "Be (?:concise|brief|precise)\\b",
  "Think step by step\\b",
  "(?:Many )?Thank(?:s| you)\\b",
  "(?:Best|Kind) regards\\b",
  "Have a (?:great|good|nice) day\\b",
];

/** A sentence with a question word asks more than that. */
const MANNER = new RegExp(
  `^(?:Please )?(?:${MANNERS.join("|")})(?![^]*\\b(?:which|what|who|whom|whose|when|where|why|how)\\b)`,
  "i",
);

/** How a polite prompt begins. Each is a sentence or an address that asks nothing. */
const GREETINGS = [
  "(?:Hi|Hello|Hey|Dear|Good (?:morning|afternoon|evening))(?: (?:there|all|team|everyone|[A-Z]\\w+)){0,2}[,.!]",
  "I hope (?:you|this)[^.?!\\n]{0,80}[.!]",
  "I was wondering (?:if|whether) you (?:can|could) help(?: me)?(?: with (?:this|something|a question))?[.!:]",
].map((greeting) => new RegExp(`\\s*${greeting}\\s+`, "y"));

export function requestPart(prompt: string): RequestPart {
  const step = Array.from(prompt.matchAll(STEP), below).at(-1) ?? 0;
  if (step > 0) return { start: step, end: prompt.length };
  const marked = inElement(prompt) ?? underHeading(prompt) ?? inQuotes(prompt);
  if (marked !== null) return marked;
  const start = belowGreeting(prompt, belowLabel(prompt) || belowIntroduction(prompt));
  const end = withoutManner(prompt, start);
  return prompt.slice(start, end).trim() === "" ? { start: 0, end: prompt.length } : { start, end };
}

/** Where the text after a label starts; 0 for a label at the start of the prompt, above which nothing stands. */
function below({ index, 0: label }: RegExpExecArray): number {
  return index === 0 ? 0 : index + label.length;
}

/** Names of people. In a short chat, what they said before counts, too. */
const PERSON = /^(?:User|Human|用户|ユーザー|사용자)$/i;

/** Below the last of the labels that are the same as the first: examples have them, too. 0 if there is no label. */
function belowLabel(prompt: string): number {
  const labels = Array.from(prompt.matchAll(LABEL));
  const nameOf = (label: RegExpExecArray | undefined) => label?.groups?.name?.toLowerCase() ?? "";
  const [first] = labels;
  const label = PERSON.test(nameOf(first)) ? first : labels.findLast((other) => nameOf(other) === nameOf(first));
  return label === undefined ? 0 : below(label);
}

const BLANK_LINES = /\r?\n[ \t\r]*\n\s*/g;

/** 0 if the prompt does not introduce the model, if the introduction itself asks, or if no request follows. */
function belowIntroduction(prompt: string): number {
  if (!PERSONA.test(prompt)) return 0;
  let from = 0;
  for (const { index, 0: blank } of prompt.trimEnd().matchAll(BLANK_LINES)) {
    const paragraph = prompt.slice(from, index);
    if (from === 0 ? paragraph.includes("?") : !isGuidance(paragraph)) return from;
    from = index + blank.length;
  }
  return from;
}

/** Does a paragraph tell the model how to work? So does a list in which nothing is asked. */
function isGuidance(paragraph: string): boolean {
  const [first = "", ...items] = paragraph.split("\n");
  if (paragraph.includes("?")) return false;
  return GUIDANCE.test(first) || (items.length > 0 && items.every((line) => ITEM.test(line)));
}

function belowGreeting(prompt: string, start: number): number {
  let from = start;
  for (const greeting of GREETINGS) {
    greeting.lastIndex = from;
    if (greeting.test(prompt)) from = greeting.lastIndex;
  }
  return from;
}

/** A text in three quotes at the end of a prompt that has instructions above it. */
function inQuotes(prompt: string): RequestPart | null {
  const end = prompt.trimEnd().length - 3;
  const start = prompt.endsWith('"""', end + 3) ? prompt.lastIndexOf('"""', end - 1) + 3 : -1;
  return start > 3 && prompt.slice(start, end).trim() !== "" ? { start, end } : null;
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

/** The most sentences about the manner of the answer. */
const MANNERS_MAX = 8;

/** The end of the request: the start of the last sentences about the manner of the answer, or the end of the prompt. */
function withoutManner(prompt: string, start: number): number {
  let end = prompt.trimEnd().length;
  const last = lastBlankLine(prompt.slice(0, end));
  if (last > start && MANNER.test(prompt.slice(last).trimStart())) end = prompt.slice(0, last).trimEnd().length;
  for (let count = 0; count < MANNERS_MAX; count += 1) {
    const from = sentenceStart(prompt, start, end);
    if (from === start || !MANNER.test(prompt.slice(from, end).trimStart())) break;
    end = start + prompt.slice(start, from).trimEnd().length;
  }
  return end === prompt.trimEnd().length ? prompt.length : end;
}

/** The start of the last sentence or line of `[start, end)`. */
function sentenceStart(prompt: string, start: number, end: number): number {
  for (let at = end - 1; at > start; at -= 1) {
    const before = prompt.charAt(at - 1);
    if (before === "\n" || (prompt.charAt(at) === " " && ".!?".includes(before))) return at;
  }
  return start;
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
