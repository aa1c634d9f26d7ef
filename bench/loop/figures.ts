// Figures, bars and a curve over replayed conversations.
import type { Curve } from "../speed/harness/benchmark.ts";
import { type Provider, providers } from "./billing.ts";
import type { Conversation } from "./conversations.ts";
import { type Policy, policies, type Replay } from "./replay.ts";

export interface Replayed {
  readonly conversation: Conversation;
  readonly by: Readonly<Record<Policy, Replay>>;
}

export interface SuiteRow {
  readonly suite: string;
  readonly conversations: number;
  /** Median number of steps, and median tokens of the last untrimmed prompt. */
  readonly steps: number;
  readonly tokens: number;
  /** Median saving against `untrimmed`, by Anthropic's rules. */
  readonly afresh: number;
  readonly session: number;
  /** The least saving of the session, by any provider's rules. */
  readonly least: number;
  /** The session's median saving with its expansions. */
  readonly expanded: number;
  readonly expansions: number;
  readonly evidence: Readonly<Record<Policy, number | null>>;
  readonly cuts: number;
  readonly compactions: number;
  readonly changed: number;
}

export interface Bar {
  readonly name: string;
  readonly measured: string;
  readonly holds: boolean;
}

/** Conversations with fewer tokens have little to save. */
const LONG_TOKENS = 20_000;
const SAVING_MIN = 0.3;
const EVIDENCE_LOSS_MAX = 0.01;
/** Rounding errors of sums of prices. */
const ROUNDING = 1e-9;

export function rowsOf(replayed: readonly Replayed[]): readonly SuiteRow[] {
  const suites = Map.groupBy(replayed, ({ conversation }) => conversation.suite);
  return [...suites].map(([suite, all]) => rowOf(suite, all));
}

function rowOf(suite: string, all: readonly Replayed[]): SuiteRow {
  const sum = (of: (replay: Replay) => number) => all.reduce((total, { by }) => total + of(by.session), 0);
  return {
    suite,
    conversations: all.length,
    steps: median(all.map(({ by }) => by.untrimmed.tokens.length)),
    tokens: median(all.map(lastTokens)),
    afresh: median(all.map((each) => saving(each, "afresh", "anthropic"))),
    session: median(all.map((each) => saving(each, "session", "anthropic"))),
    least: Math.min(...all.map(leastSaving)),
    expanded: median(all.map(expandedSaving)),
    expansions: sum(({ expansions }) => expansions),
    evidence: {
      untrimmed: evidenceOf(all, "untrimmed"),
      afresh: evidenceOf(all, "afresh"),
      session: evidenceOf(all, "session"),
    },
    cuts: sum(({ cuts }) => cuts),
    compactions: sum(({ compactions }) => compactions),
    changed: sum(({ changed }) => changed),
  };
}

export function barsOf(replayed: readonly Replayed[]): readonly Bar[] {
  const changed = replayed.reduce((sum, { by }) => sum + by.session.changed, 0);
  const steps = replayed.reduce((sum, { by }) => sum + by.session.tokens.length, 0);
  const least = Math.min(...replayed.map(leastSaving));
  const long = replayed.filter((each) => lastTokens(each) > LONG_TOKENS && each.by.session.cuts > 0);
  const savings = median(long.map((each) => saving(each, "session", "anthropic")));
  const costlier = replayed.filter((each) => expandedSaving(each) < -ROUNDING).length;
  const afresh = evidenceOf(replayed, "afresh") ?? 0;
  const session = evidenceOf(replayed, "session") ?? 0;
  return [
    {
      name: "every earlier byte identical outside compactions",
      measured: `${steps - changed} of ${steps} steps`,
      holds: changed === 0,
    },
    {
      name: "a session never costs more than no session, by three providers' rules",
      measured:
        `the least saving is ${percent(least)} of ${replayed.length} conversations; ` +
        `${costlier} would cost more if the model expanded every cut with missing evidence`,
      holds: least > -ROUNDING,
    },
    {
      name: `a median saving of at least ${percent(SAVING_MIN)} above ${LONG_TOKENS} tokens with results that are cut`,
      measured: long.length === 0 ? "no such conversation" : `${percent(savings)} of ${long.length} conversations`,
      holds: long.length === 0 || savings >= SAVING_MIN,
    },
    {
      name: "evidence at most 1 point below cutting afresh at the same size",
      measured: `${percent(session)} against ${percent(afresh)}`,
      holds: session >= afresh - EVIDENCE_LOSS_MAX,
    },
  ];
}

/** The bill of the longest conversation, step by step. */
export function longestCurve(replayed: readonly Replayed[]): Curve {
  const stepsOf = ({ by }: Replayed) => by.untrimmed.tokens.length * lastTokens({ by });
  const longest = replayed.toSorted((one, other) => stepsOf(other) - stepsOf(one))[0];
  return {
    name: "loop",
    title: `the bill of ${longest?.conversation.suite ?? "nothing"}, by Anthropic's rules`,
    xLabel: "step",
    yLabel: "US dollars so far",
    series: policies.map((name) => {
      const costs = longest?.by[name].cost.anthropic ?? [];
      return { name, points: costs.map((y, index) => ({ x: index + 1, y })) };
    }),
  };
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function lastTokens({ by }: Pick<Replayed, "by">): number {
  return by.untrimmed.tokens.at(-1) ?? 0;
}

function totalOf(replay: Replay, provider: Provider): number {
  return replay.cost[provider].at(-1) ?? 0;
}

function saving({ by }: Replayed, policy: Policy, provider: Provider): number {
  return 1 - totalOf(by[policy], provider) / totalOf(by.untrimmed, provider);
}

/** The session's bill by Anthropic's rules, with the expansions of cuts that hold missing evidence. */
function expandedSaving({ by }: Replayed): number {
  return 1 - by.session.costExpanded.anthropic / totalOf(by.untrimmed, "anthropic");
}

function leastSaving(replayed: Replayed): number {
  return Math.min(...providers.map((provider) => saving(replayed, "session", provider)));
}

function evidenceOf(all: readonly Replayed[], policy: Policy): number | null {
  const shares = all.flatMap(({ by }) => by[policy].evidence ?? []);
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
