// Puts the prompt of a labelled case into a prompt template, as callers do when they send what their model gets.
import type { Task } from "../src/engine/model.ts";

const templates: Readonly<Record<string, (prompt: string) => string>> = {
  label: (prompt) => `You are a helpful assistant. Use only the context. Cite your sources.\n\nQuestion: ${prompt}`,
  persona: (prompt) => `You are a helpful assistant. Use only the context. If it has no answer, say so.\n\n${prompt}`,
  manner: (prompt) => `${prompt}\n\nAnswer concisely, cite the source of each statement, and do not make anything up.`,
  element: (prompt) =>
    `<rules>\nUse only the context. Return JSON with sources.\n</rules>\n<user_query>\n${prompt}\n</user_query>`,
  context: (prompt) =>
    "Answer the question based only on the following context:\n\n{context}\n\n---\n\n" +
    `Answer the question based on the above context: ${prompt}`,
  messages: (prompt) =>
    JSON.stringify([
      { role: "system", content: "You are a helpful assistant that answers from the context." },
      { role: "user", content: prompt },
    ]),
  fields: (prompt) => JSON.stringify({ task: prompt, format: "markdown", max_words: 200 }),
  tokens: (prompt) =>
    "<|im_start|>system\nYou are a helpful assistant. Use the provided context.<|im_end|>\n" +
    `<|im_start|>user\n${prompt}<|im_end|>\n<|im_start|>assistant\n`,
  headings: (prompt) =>
    `# Rules\n- Use only the context.\n- Think step by step.\n\n# Request\n${prompt}\n\n# Format\nA few sentences.`,
  guidance: (prompt) =>
    "You are Aria, the assistant of Northwind Traders.\n\n## Behaviour\n- Be polite and precise.\n" +
    "- Never speculate about prices or delivery dates.\n\n## Output\nWrite plain text. Use the language of the " +
    `customer.\n\nToday is Sunday, 29 November 2026.\n\n${prompt}`,
  examples: (prompt) =>
    "Answer the question.\n\nQ: Who wrote the first report about the harbour?\nA: Ada Lund\n\n" +
    `Q: In which year was the bridge opened to trains?\nA: 1902\n\nQ: ${prompt}\nA:`,
  react: (prompt) =>
    "Answer the following questions. You have access to these tools:\n\nsearch: finds documents\n\n" +
    "Use this format:\n\n" +
    "Question: the input question you must answer\nThought: what you should do\nAction: the action to take\n" +
    "Observation: the result of the action\n... (this can repeat)\nThought: I now know the final answer\n" +
    `Final Answer: the final answer to the input question\n\nBegin!\n\nQuestion: ${prompt}\nThought:`,
  form: (prompt) =>
    `${prompt}\n\nReturn your answer as JSON with the fields "answer" (string), "confidence" (number) and "sources" ` +
    "(list of record ids). Do not add any text outside of the JSON.",
  polite: (prompt) =>
    `Hi there, I hope you are doing well. I was wondering whether you could help me with something. ${prompt} ` +
    "Please think step by step and show your work. Thank you so much in advance!",
};

export const templateNames = Object.keys(templates);

/** @param name one of `templateNames`; without it the task stays as it is */
export function inTemplate(task: Task, name: string | undefined): Task {
  const template = name === undefined ? undefined : templates[name];
  return template === undefined ? task : { ...task, prompt: template(task.prompt) };
}
