// Finds the request in a prompt that also tells a model how to work. Prompt templates mark it with a label, an element
// or a heading. They introduce the model above it, and say how to answer below it. In doubt, all of it is the request.
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

/**
 * The label of what an agent does now, below its whole task: `Next step: `, `Sub-question: `. Also what opens the
 * question below a context: `Answer the question based on the above context: `.
 */
const STEP = labelled(
  "Next (?:step|task|action|question)|Current (?:task|question)|Sub-?(?:task|question)|Follow-?up question|" +
    "Answer the question[^:\\n]{0,80}",
);

/** Labels of a request in German, Spanish, Portuguese, Italian, French, Russian, Chinese, Japanese and Korean. */
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

/** Signs of instructions to a model above a label. Without them, the label may belong to data: `Query: SELECT 1`. */
const INSTRUCTS = new RegExp(
  "\\b(?:You (?:are|will|can|must|should|have)|[Aa]nswer|[Rr]espond|[Rr]eply|[Cc]ite|[Uu]se (?:only|the)|[Cc]ontext|" +
    "[Bb]ased on|Du bist|Sie sind|[Bb]eantworte|[Aa]ntworte|[Rr]esponde|[Rr]épond)|请|回答|答え",
);

/** How a paragraph below the introduction begins if it tells the model how to work. */
const GUIDANCE = new RegExp(
  "^[\\s#*-]{0,8}(?:(?:Be|Never|Always|Do not|Don't|Avoid|Respond|Reply|Follow|Remember|Today is|Current date|" +
    "You (?:must|should|can|may|will|have access))\\b|(?:Behaviou?r|Safety|Style|Tone|Limits|Guidelines?|" +
    "Constraints?|Instructions?|Rules?|Tools?|Important|Notes?|(?:Output )?Format|Output)[\\s*:]{0,8}$)",
  "im",
);

/** Sentences that are only about the manner or the form of the answer, or only polite. Without their last mark. */
const MANNERS = [
  "(?:Answer|Respond|Reply) (?:concisely|briefly|precisely)\\b.{0,100}",
  "(?:Answer|Respond|Reply) (?:only )?(?:in|with) (?:\\w+ ){0,2}(?:English|JSON|Markdown|text|sentences?|words)",
  "(?:Answer|Respond|Reply) (?:only )?with (?:\\w+ ){0,2}(?:citations|sources)",
  "(?:Answer|Respond|Reply) (?:using only|only using) the (?:given |provided )?(?:context|documents|sources)",
  "(?:Return|Output|Format|Give|Provide|Present|Structure) your (?:answer|response|output) (?:as|in|with)\\b.{0,160}",
  "(?:Return|Output) (?:only )?(?:valid |a )?JSON",
  "Your (?:answer|response|output) (?:must|should) be (?:in|valid|concise|short|brief|at most)\\b.{0,40}",
  "Use (?:the following|this) (?:format|JSON|schema)",
  "Use only the (?:context|documents|sources)(?: (?:above|below|given|provided))?",
  "Use (?:bullet points|Markdown(?: with (?:headings|bullet points|lists|tables)\\b.{0,80})?)",
  "(?:Do not|Don't) (?:add|include) any (?:text|explanations?|commentary|preamble|introduction|Markdown)\\b.{0,60}",
  "(?:Do not|Don't) make (?:anything|things) up",
  "Cite (?:(?:the|your|all) )?sources?(?: of \\w+ \\w+)?",
  "Be (?:concise|brief|precise)",
  "Think step by step(?: and (?:show your work|explain your reasoning))?",
  "(?:Many )?Thank(?:s| you)(?: (?:so much|very much|a lot|in advance|for your (?:help|time|support)))*",
  "(?:Best|Kind) regards,?",
  "Have a (?:great|good|nice) day",
];

/** Matches such a sentence. One with a question word or a colon asks for more, so it does not match. */
const MANNER = new RegExp(
  `^(?![^]*(?::|\\b(?:which|what|who|whom|whose|when|where|why|how)\\b))(?:Please )?(?:${MANNERS.join("|")})[.!]?$`,
  "i",
);

/** Beginnings of polite prompts, in this order. None of them asks anything. */
const GREETINGS = [
  "(?:Hi|Hello|Hey|Dear|Good (?:morning|afternoon|evening))(?:(?: (?:there|all|team|everyone))?[,.!]\\s|" +
    " \\w+[,.!]?\\s{0,9}\\n)",
  "I hope (?:you(?:'re| are) (?:doing )?(?:well|fine|good)|this (?:finds you|e-?mail|message)[^.?!\\n]{0,40})[.!]\\s",
  "I was wondering (?:if|whether) you (?:can|could) help(?: me)?(?: with (?:this|something|a question))?[.!:]\\s",
].map((greeting) => new RegExp(`\\s*${greeting}\\s*`, "y"));

export function requestPart(prompt: string): RequestPart {
  const step = lastBelow(prompt, STEP);
  if (step > 0) return { start: step, end: prompt.length };
  const marked = inElement(prompt) ?? underHeading(prompt);
  // A question above it is the request, and the rest is data.
  if (marked !== null && !asks(prompt.slice(0, marked.start))) return marked;
  const start = belowGreeting(prompt, belowLabel(prompt) || belowIntroduction(prompt));
  const end = withoutManner(prompt, start);
  return prompt.slice(start, end).trim() === "" ? { start: 0, end: prompt.length } : { start, end };
}

function asks(text: string): boolean {
  return /[?？]/.test(text);
}

/** Where the text after a label starts. 0 if the label opens the prompt, because nothing stands above it. */
function below({ index, 0: label }: RegExpExecArray): number {
  return index === 0 ? 0 : index + label.length;
}

function lastBelow(prompt: string, pattern: RegExp): number {
  let last = 0;
  for (const label of prompt.matchAll(pattern)) last = below(label);
  return last;
}

/** Labels of the asker's turns. The first of them counts: in a short chat, earlier turns belong to the request. */
const PERSON = /^(?:User|Human|用户|ユーザー|사용자)$/i;

/** The answers of examples. */
const ANSWER = /^\s{0,4}(?:A|Answer)\s?:/im;

/**
 * Below the label of the request: the first, or below examples the last with its name. 0 if there is none, or if what
 * is above it does not instruct a model: then the label belongs to data.
 */
function belowLabel(prompt: string): number {
  let chosen: RegExpExecArray | null = null;
  for (const label of prompt.matchAll(LABEL)) {
    const name = label.groups?.name?.toLowerCase() ?? "";
    const known: string = chosen?.groups?.name?.toLowerCase() ?? "";
    if (chosen === null || (PERSON.test(known) && !PERSON.test(name))) chosen = label;
    else if (name === known && isExample(prompt.slice(below(chosen), label.index))) chosen = label;
  }
  if (chosen === null) return 0;
  const above = prompt.slice(0, chosen.index);
  return INSTRUCTS.test(above) && (ANSWER.test(above) || !asks(above)) ? below(chosen) : 0;
}

/** The most characters of an example. */
const EXAMPLE_CHARS_MAX = 2_000;

/** Is a text between two equal labels an example: a question and its answer, or the steps of an agent? */
function isExample(between: string): boolean {
  return between.length <= EXAMPLE_CHARS_MAX && (ANSWER.test(between) || /^Thought:/m.test(between));
}

const BLANK_LINES = /\r?\n[ \t\r]*\n\s*/g;

/**
 * 0 if the prompt does not introduce the model, if the introduction itself asks, or if only guidance or manner follows
 * it: then the introduction may be the request.
 */
function belowIntroduction(prompt: string): number {
  if (!PERSONA.test(prompt)) return 0;
  const end = prompt.trimEnd().length;
  let from = 0;
  for (const { index, 0: blank } of prompt.slice(0, end).matchAll(BLANK_LINES)) {
    const paragraph = prompt.slice(from, index);
    if (from === 0 ? asks(paragraph) : !isGuidance(paragraph)) return from;
    from = index + blank.length;
  }
  return isGuidance(prompt.slice(from, end)) || lastSentences(prompt, from, end).every(isManner) ? 0 : from;
}

/** Does a paragraph tell the model how to work? */
function isGuidance(paragraph: string): boolean {
  const [first = ""] = paragraph.split("\n", 1);
  return !asks(paragraph) && GUIDANCE.test(first);
}

function belowGreeting(prompt: string, start: number): number {
  let from = start;
  for (const greeting of GREETINGS) {
    greeting.lastIndex = from;
    if (greeting.test(prompt)) from = greeting.lastIndex;
  }
  return from;
}

function inElement(prompt: string): RequestPart | null {
  for (const name of prompt.includes("</") ? ELEMENTS : []) {
    const opening = prompt.lastIndexOf(`<${name}>`);
    const start = opening + name.length + "<>".length;
    const end = opening === -1 ? -1 : prompt.indexOf(`</${name}>`, start);
    const inner = end === -1 ? "" : prompt.slice(start, end).trim();
    // An element that begins with another one, or is one of several or inside another, is quoted data.
    const isData = inner.startsWith("<") || (!name.startsWith("user_") && isNested(prompt, name, opening));
    if (inner !== "" && !isData) return { start, end };
  }
  return null;
}

function isNested(prompt: string, name: string, opening: number): boolean {
  const line = prompt.slice(prompt.lastIndexOf("\n", opening) + 1, opening);
  return prompt.indexOf(`<${name}>`) !== opening || /^\s+$|>\s*$/.test(line);
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

/** At most this many last sentences about the manner of the answer are left out. */
const MANNERS_MAX = 8;

/** A longer sentence says more than that. UTF-16 units. */
const MANNER_LENGTH_MAX = 240;

function isManner(sentence: string): boolean {
  return sentence.length <= MANNER_LENGTH_MAX && MANNER.test(sentence.trim());
}

/** The end of the request: the start of the last sentences about the manner of the answer, or the end of the prompt. */
function withoutManner(prompt: string, start: number): number {
  const whole = prompt.trimEnd().length;
  let end = whole;
  for (let count = 0; count < MANNERS_MAX; count += 1) {
    const from = sentenceStart(prompt, start, end);
    if (from === start || !isManner(prompt.slice(from, end))) break;
    end = start + prompt.slice(start, from).trimEnd().length;
  }
  return end === whole ? prompt.length : end;
}

/** The last sentences of `[start, end)`, as many as may be about the manner of the answer. */
function lastSentences(prompt: string, start: number, end: number): readonly string[] {
  const sentences: string[] = [];
  for (let to = end; to > start && sentences.length <= MANNERS_MAX; ) {
    const from = sentenceStart(prompt, start, to);
    sentences.push(prompt.slice(from, to));
    to = start + prompt.slice(start, from).trimEnd().length;
  }
  return sentences;
}

/** The start of the last sentence or line of `[start, end)`. */
function sentenceStart(prompt: string, start: number, end: number): number {
  for (let at = end - 1; at > start; at -= 1) {
    const before = prompt.charAt(at - 1);
    if (before === "\n" || (prompt.charAt(at) === " " && ".!?".includes(before))) return at;
  }
  return start;
}
