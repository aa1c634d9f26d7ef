// Finds the request in a prompt that also tells a model how to work. Prompt templates mark it with a label, an element
// or a heading. They introduce the model above it, and say how to answer below it. In doubt, the whole prompt is the
// request. In: a prompt. Out: the range of the request. Linear in the prompt.
import {
  ANSWER,
  ELEMENTS,
  EXAMPLES,
  GREETINGS,
  GUIDANCE,
  HEADINGS,
  INSTRUCTS,
  LABEL,
  MANNER,
  ORDER,
  ORDER_TO_ANSWER,
  PERSON,
  PERSONA,
  STEP,
} from "./request-patterns.ts";

interface RequestPart {
  readonly start: number;
  readonly end: number;
}

export function requestPart(prompt: string): RequestPart {
  const step = stepIn(prompt) || questionIn(prompt);
  if (step > 0) return { start: step, end: prompt.length };
  const marked = inElement(prompt) ?? underHeading(prompt);
  // A question or an order around it is the request, and the rest is data.
  if (marked !== null && !asks(prompt.slice(0, marked.start)) && !asks(prompt.slice(marked.end))) return marked;
  const start = belowGreeting(prompt, belowLabel(prompt) || belowIntroduction(prompt));
  const end = withoutManner(prompt, start);
  return prompt.slice(start, end).trim() === "" ? { start: 0, end: prompt.length } : { start, end };
}

/** Does a text hold a question, or an order that may be the request? */
function asks(text: string): boolean {
  return hasQuestion(text) || ORDER.test(text);
}

export function hasQuestion(text: string): boolean {
  return /[?？]/.test(text);
}

/** Where the text after a label starts. 0 if the label opens the prompt, because nothing stands above it. */
function below({ index, 0: label }: RegExpExecArray): number {
  return index === 0 ? 0 : index + label.length;
}

/** Below the last label of a step, if it opens the last paragraph, or if the prompt begins with a task. */
function stepIn(prompt: string): number {
  const isPlan = /^\s*(?:#{1,4} |\*\*)?(?:Task|Goal|Plan)\b/i.test(prompt);
  let step = 0;
  for (const label of prompt.matchAll(STEP)) {
    const isParagraph = /\n[ \t\r]{0,9}\n[ \t]{0,4}$/.test(prompt.slice(Math.max(0, label.index - 20), label.index));
    step = isParagraph || isPlan ? below(label) : 0;
  }
  return /\n[ \t\r]*\n/.test(prompt.slice(step).trimEnd()) ? 0 : step;
}

/** Below the last order to answer, if nothing is asked above it. */
function questionIn(prompt: string): number {
  let last: RegExpExecArray | undefined;
  for (const order of prompt.matchAll(ORDER_TO_ANSWER)) last = order;
  return last === undefined || hasQuestion(prompt.slice(0, last.index)) ? 0 : below(last);
}

/**
 * Below the label of the request: the first, or below examples the last with its name. A label of a person gives way to
 * any other. Returns 0 if there is no label. Also returns 0 if the text above the label does not instruct a model, or
 * holds a question or an order: the label then belongs to data.
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
  const isData = !INSTRUCTS.test(above) || asks(above.replace(EXAMPLES, "")) || (!ANSWER.test(above) && asks(above));
  return isData ? 0 : below(chosen);
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
  return isGuidance(prompt.slice(from, end)) || lastSentences(prompt, from).every(isManner) ? 0 : from;
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
    // In a report of a bug, `## Request` is data.
    if (!INSTRUCTS.test(prompt.slice(0, heading.index))) continue;
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

function isManner({ text }: Sentence): boolean {
  return text.length <= MANNER_LENGTH_MAX && MANNER.test(text.trim());
}

/** The end of the request: the start of the last sentences about the manner of the answer, or the end of the prompt. */
function withoutManner(prompt: string, start: number): number {
  const sentences = lastSentences(prompt, start);
  // The first sentence stays, whatever it is about.
  const kept = sentences.find((one, at) => one.start === start || at === MANNERS_MAX || !isManner(one));
  return kept === sentences[0] ? prompt.length : (kept?.end ?? start);
}

interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The last sentences from `start` on, the very last first: as many as may be about the manner, and one more. */
function lastSentences(prompt: string, start: number): readonly Sentence[] {
  const sentences: Sentence[] = [];
  for (let end = prompt.trimEnd().length; end > start && sentences.length <= MANNERS_MAX; ) {
    const from = sentenceStart(prompt, start, end);
    sentences.push({ start: from, end, text: prompt.slice(from, end) });
    end = start + prompt.slice(start, from).trimEnd().length;
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
