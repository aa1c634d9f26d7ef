// A Prometheus for one test, and its HTTP API.
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import { type Program, startProgram } from "./program.ts";

/** Longest wait for the expected result of a query, in milliseconds: Prometheus takes five seconds to start. */
const UNTIL_MS_MAX = 20_000;

export interface Prometheus extends Program {
  /** The series of an instant query, with their values. @throws Error if the query is refused */
  readonly query: (expression: string) => Promise<readonly Series[]>;
  /** Settles when the query returns that many series. @throws Error if it does not in time */
  readonly until: (expression: string, series?: number) => Promise<void>;
  readonly rules: () => Promise<readonly Rule[]>;
}

interface Rule {
  readonly name: string;
  /** `ok` once it has been evaluated. */
  readonly health: string;
}

export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** @param configuration of Prometheus; @param files in the same folder, such as the rules that it names */
export async function startPrometheus(
  configuration: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Prometheus> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const program = await startProgram({
    command: "prometheus",
    words: (folder) => [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    files: { "prometheus.yml": configuration, ...files },
    answers: async () => (await fetch(`${address}/-/ready`)).ok,
  });
  async function ask<Data>(path: string): Promise<Data> {
    const { status, error, data }: Answered<Data> = JSON.parse(await (await fetch(`${address}/api/v1/${path}`)).text());
    if (status !== "success") throw new Error(`${path}: ${error}`);
    return data;
  }
  async function query(expression: string): Promise<readonly Series[]> {
    const { result } = await ask<Queried>(`query?${new URLSearchParams({ query: expression })}`);
    return result.map(seriesOf);
  }
  return {
    ...program,
    query,
    until: async (expression, series = 1) => {
      const lateMs = performance.now() + UNTIL_MS_MAX;
      while ((await query(expression)).length < series) {
        if (performance.now() > lateMs) throw new Error(`${expression} does not come to ${series} series`);
        await delay(100);
      }
    },
    rules: async () => (await ask<Loaded>("rules")).groups.flatMap(({ rules }) => rules),
  };
}

interface Row {
  readonly metric: Series["labels"];
  /** The time, and the value as text. */
  readonly value: readonly [number, string];
}

interface Answered<Data> {
  readonly status: string;
  readonly error?: string;
  readonly data: Data;
}

interface Queried {
  readonly result: readonly Row[];
}

interface Loaded {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

function seriesOf({ metric, value }: Row): Series {
  return { labels: metric, value: Number(value[1]) };
}
