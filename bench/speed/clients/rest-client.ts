// A plain HTTP/1.1 client on keep-alive connections, cheap enough not to distort the measurement.
import { Agent, type IncomingHttpHeaders, request } from "node:http";

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Milliseconds from the call to the last byte of its answer. */
  readonly wallMs: number;
}

export interface RestClient {
  readonly get: (path: string) => Promise<Answered>;
  readonly post: (path: string, body: Buffer, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  readonly select: (body: Buffer) => Promise<Answered>;
  readonly close: () => void;
}

export function createRestClient(url: string, key: string, connections = 64): RestClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const authorization = `Bearer ${key}`;

  function send(method: string, path: string, body: Buffer | null, extra: Readonly<Record<string, string>>) {
    return new Promise<Answered>((resolve, reject) => {
      const startedAt = performance.now();
      const length = body === null ? {} : { "content-length": body.length, "content-type": "application/json" };
      const req = request(url + path, { method, agent, headers: { authorization, ...length, ...extra } }, (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("error", reject);
        res.on("end", () => {
          const status = res.statusCode ?? 0;
          const wallMs = performance.now() - startedAt;
          resolve({ status, headers: res.headers, body: Buffer.concat(chunks), wallMs });
        });
      });
      req.on("error", reject);
      req.end(body ?? undefined);
    });
  }

  const post = (path: string, body: Buffer, headers: Readonly<Record<string, string>> = {}) =>
    send("POST", path, body, headers);
  return {
    get: (path) => send("GET", path, null, {}),
    post,
    select: async (body) => {
      const answered = await post("/v1/context/select", body);
      if (answered.status !== 200) {
        throw new Error(`select answered ${answered.status}: ${answered.body.toString().slice(0, 200)}`);
      }
      return answered;
    },
    close: () => agent.destroy(),
  };
}

/** Runs `total` calls, `width` of them at a time. */
export async function inParallel(total: number, width: number, call: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const callInTurn = async () => {
    while (next < total) await call(next++);
  };
  await Promise.all(Array.from({ length: width }, callInTurn));
}
