// A session over generated conversations. For any answers of the service, restarts and repeated steps, sent messages
// stay the same, and only tool results ever change.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSession, type Selection, viewOpenAi } from "../../src/client.ts";
import { scriptedClient } from "../adapters/scripted-client.ts";
import { failing, selecting, standingDown } from "../made-selection.ts";

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
}

/** How the service answers, and what the caller does before the step. */
interface Step {
  readonly sizes: readonly number[];
  readonly user: boolean;
  readonly answer: "select" | "half" | "stand down" | "fail";
  readonly restart: boolean;
  readonly repeat: boolean;
  /** The caller continues with the messages that were sent instead of with its own. */
  readonly carryOn: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  sizes: fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 3 }),
  user: fc.boolean(),
  answer: fc.constantFrom("select", "half", "stand down", "fail"),
  restart: fc.boolean(),
  repeat: fc.boolean(),
  carryOn: fc.boolean(),
});

function messagesOf({ sizes, user }: Step, n: number): readonly Message[] {
  const ids = sizes.map((_, index) => `c${n}.${index}`);
  const toolCalls = ids.map((id) => ({ id, type: "function", function: { name: "read", arguments: `{"n":${n}}` } }));
  const results = ids.map((id, index) => {
    return { role: "tool", tool_call_id: id, content: `${id} `.repeat(sizes[index] ?? 0).slice(0, sizes[index]) };
  });
  const turn = [{ role: "assistant", content: null, tool_calls: toolCalls }, ...results];
  return user ? [{ role: "user", content: `question ${n}` }, ...turn] : turn;
}

function clientFor(answerNow: () => Step["answer"]) {
  return scriptedClient(({ records }): Selection => {
    const answer = answerNow();
    if (answer === "fail") return failing(records);
    if (answer === "stand down") return standingDown();
    const kept = answer === "half" ? records.slice(0, Math.ceil(records.length / 2)) : records;
    return selecting(Object.fromEntries(kept.map(({ id, text }) => [id ?? "", text.slice(0, text.length / 4)])));
  });
}

const background: readonly Message[] = [
  { role: "system", content: "rules ".repeat(2_000) },
  { role: "user", content: "Read everything." },
];

async function play(steps: readonly Step[], contextTokens: number): Promise<void> {
  let answer: Step["answer"] = "select";
  const client = clientFor(() => answer);
  const options = { client, view: viewOpenAi, contextTokens, newest: 1 };
  let session = createSession<Message>(options);
  let own: readonly Message[] = background;
  let given: readonly Message[] = background;
  let sent: readonly Message[] = [];
  for (const [n, each] of steps.entries()) {
    answer = each.answer;
    const added = messagesOf(each, n);
    own = [...own, ...added];
    given = [...(each.carryOn && sent.length > 0 ? sent : given), ...added];
    if (each.restart) session = createSession<Message>({ ...options, ledger: JSON.parse(JSON.stringify(session)) });
    for (let times = each.repeat ? 2 : 1; times > 0; times -= 1) {
      const before = session.figures().compactions;
      const prepared = await session.prepare(given);
      expectOnlyResultsChanged(own, prepared);
      expectOriginals(own, prepared, session.expand);
      if (session.figures().compactions === before) expect(prepared.slice(0, sent.length)).toEqual(sent);
      sent = prepared;
    }
  }
}

function expectOnlyResultsChanged(own: readonly Message[], prepared: readonly Message[]): void {
  const withoutResult = (message: Message) => (message.role === "tool" ? { ...message, content: null } : message);
  expect(prepared.map(withoutResult)).toEqual(own.map(withoutResult));
}

function expectOriginals(
  own: readonly Message[],
  prepared: readonly Message[],
  expand: (handle: string) => string | null,
) {
  const cut = prepared.flatMap(({ content }, index) => (content === own[index]?.content ? [] : [{ content, index }]));
  const expanded = cut.map(({ content }) =>
    expand(/\[(w\d+): about \d+ tokens omitted\]$/.exec(content ?? "")?.[1] ?? ""),
  );
  expect(expanded).toEqual(cut.map(({ index }) => own[index]?.content));
}

test("outside compactions every earlier message stays the same, and every cut can be expanded", async () => {
  const contexts = fc.constantFrom(20_000, 60_000, 1_000_000);
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), contexts, play), { numRuns: 60 });
});
