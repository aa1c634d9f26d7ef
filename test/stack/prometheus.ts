// A Prometheus of its own for a test, and what its HTTP API says.
import { freePort } from "./free-port.ts";
import { type Program, startProgram } from "./program.ts";

export interface Prometheus extends Program {
  /** The series that an instant query gives, with their values. @throws Error when the query is refused */
  readonly query: (expression: string) => Promise<readonly Series[]>;
}

export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** @param configuration of Prometheus; @param files beside it, such as the rules it names */
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
  return {
    ...program,
    query: async (expression) => {
      const answer = await fetch(`${address}/api/v1/query?${new URLSearchParams({ query: expression })}`);
      const { status, error, data }: Answered = JSON.parse(await answer.text());
      if (status !== "success") throw new Error(`${expression}: ${error}`);
      return data.result.map(seriesOf);
    },
  };
}

interface Row {
  readonly metric: Series["labels"];
  /** The time, and the value as text. */
  readonly value: readonly [number, string];
}

interface Answered {
  readonly status: string;
  readonly error?: string;
  readonly data: { readonly result: readonly Row[] };
}

function seriesOf({ metric, value }: Row): Series {
  return { labels: metric, value: Number(value[1]) };
}
