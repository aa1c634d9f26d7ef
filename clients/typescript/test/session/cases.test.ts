// Runs clients/session-cases.json: what a session sends at each step, and its requests to the service.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type ContextRequest,
  createSession,
  type LedgerJson,
  type Prices,
  type Selection,
  type SessionFigures,
  viewOpenAi,
} from "../../src/client.ts";
import { scriptedClient } from "../adapters/scripted-client.ts";
import { failing, selecting, standingDown } from "../made-selection.ts";

interface Message {
  readonly role: string;
  readonly content: unknown;
  readonly tool_call_id?: string;
}

/**
 * How the service answers: with an excerpt for each call, or not. `each` has an answer for each request of the step.
 */
interface Answer {
  readonly excerpts?: Readonly<Record<string, string>>;
  readonly stand_down?: boolean;
  readonly fail?: boolean;
  readonly each?: readonly Answer[];
}

interface Step {
  readonly messages: readonly Message[];
  readonly answer?: Answer;
  readonly want: {
    readonly requests: readonly {
      readonly calls: readonly string[];
      readonly budget?: number;
      readonly prompt?: string;
    }[];
    readonly sent: Readonly<Record<string, string>>;
    readonly compactions?: number;
  };
}

interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly options?: {
    readonly contextTokens?: number;
    readonly newest?: number;
    readonly expectedSteps?: number;
    readonly prices?: Prices;
  };
  readonly pinned?: readonly number[];
  readonly ledger?: LedgerJson;
  readonly expand?: Readonly<Record<string, string | null>>;
  readonly figures?: Partial<SessionFigures>;
}

interface Table {
  readonly texts: Readonly<Record<string, { readonly repeat: string; readonly times: number }>>;
  readonly cases: readonly unknown[];
}

const table: Table = JSON.parse(readFileSync(new URL("../../../session-cases.json", import.meta.url), "utf8"));

/** A copy in which each text `$name` is the named long text. */
const cases: readonly Case[] = JSON.parse(JSON.stringify(table.cases), (_key, value) => {
  const named = typeof value === "string" && value.startsWith("$") ? table.texts[value.slice(1)] : undefined;
  return named === undefined ? value : named.repeat.repeat(named.times);
});

function selectionFor({ excerpts, stand_down }: Answer, { records }: ContextRequest): Selection {
  if (stand_down === true) return standingDown();
  if (excerpts === undefined) return failing(records);
  const byRecord = records.flatMap(({ id, step_id }) => {
    const excerpt = excerpts[step_id ?? ""];
    return excerpt === undefined ? [] : [[id ?? "", excerpt] as const];
  });
  return selecting(Object.fromEntries(byRecord));
}

function sessionOf({ options: { expectedSteps, ...options } = {}, pinned = [], ledger }: Case) {
  const answers: Answer[] = [];
  const client = scriptedClient((request) => selectionFor(answers.shift() ?? {}, request));
  const session = createSession<Message>({
    client,
    view: viewOpenAi,
    ...options,
    ledger,
    pinned: (_message, index) => pinned.includes(index),
    expectedSteps: expectedSteps === undefined ? undefined : () => expectedSteps,
  });
  return { session, client, answers };
}

function sentWith(conversation: readonly Message[], sent: Readonly<Record<string, string>>): readonly Message[] {
  return conversation.map((message) => {
    const content = sent[message.tool_call_id ?? ""];
    return content === undefined ? message : { ...message, content };
  });
}

function askedOf({ records, task, budget }: ContextRequest) {
  return { calls: records.map(({ step_id }) => step_id), budget: budget.max_context_tokens, prompt: task.prompt };
}

describe("a session", () => {
  test.each(cases)("$name", async (played) => {
    const { session, client, answers } = sessionOf(played);
    let conversation: Message[] = [];
    let asked = 0;
    for (const { messages, answer = {}, want } of played.steps) {
      conversation = [...conversation, ...messages];
      answers.splice(0, answers.length, ...(answer.each ?? [answer]));
      expect(await session.prepare(conversation)).toEqual(sentWith(conversation, want.sent));
      const requests = client.asked.slice(asked).map(({ request }) => askedOf(request));
      expect(requests).toEqual(want.requests.map((request) => expect.objectContaining(request)));
      expect(session.figures().compactions).toBe(want.compactions ?? 0);
      asked = client.asked.length;
    }
    for (const [handle, text] of Object.entries(played.expand ?? {})) expect(session.expand(handle)).toBe(text);
    expect(session.figures()).toMatchObject(played.figures ?? {});
  });
});
