// Several attacks at once on a separate process. Its memory stays bounded, it keeps answering everyone else without a
// noticeable wait, and it stops cleanly.
import { readFileSync } from "node:fs";
import { connect } from "node:http2";
import { deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startWinnow } from "../../winnow-process.ts";
import { END_HEADERS, frameType, h2Field, h2Frame, h2Opening, h2Post } from "../fixtures/frames.ts";
import { answerOf, frame, grpcHeaders, open } from "../fixtures/h2-call.ts";
import { type Raw, raw } from "../fixtures/raw.ts";

const MIB = 1024 * 1024;
const SELECT = "/winnow.v1.ContextService/Select";
/** How much the attacks below may make the process grow: a fifth of what they would hold without limits. */
const GROWTH_MB_MAX = 250;
/** Long, for a busy machine; a slow attacker alone takes 30 s. */
const WAIT_MS_MAX = 10_000;

function residentMb(pid: number | undefined): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1]) / 1024;
}

/** 64 MiB of zeros, in each form that a protocol accepts. */
function bombs(url: string, key: string): readonly (() => Promise<string>)[] {
  const nothing = Buffer.alloc(64 * MIB);
  const zipped = gzipSync(nothing);
  const envelope = frame(zipped);
  envelope[0] = 1;
  const post = (path: string, body: Buffer, headers: Record<string, string>) => async () => {
    const init = {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: new Uint8Array(body),
    };
    const answer = await fetch(url + path, init);
    const text = await answer.text();
    const said = /grpc-status: ?\d+|"code":"\w+"|Too Long|Unavailable/.exec(text)?.[0];
    return `${answer.status} ${answer.headers.get("grpc-status") ?? said}`;
  };
  const grpc = async () => {
    const session = connect(url);
    const headers = { ...grpcHeaders("Select", key), "grpc-encoding": "gzip" };
    const { headers: received, trailers } = await answerOf(open(session, headers, envelope));
    session.close();
    return String((trailers ?? received)["grpc-status"]);
  };
  return [
    post("/v1/context/select", zipped, { "content-encoding": "gzip" }),
    post("/v1/context/select", deflateSync(nothing), { "content-encoding": "deflate" }),
    post(SELECT, zipped, { "content-type": "application/proto", "content-encoding": "gzip" }),
    post(SELECT, envelope, { "content-type": "application/grpc-web+proto", "grpc-encoding": "gzip" }),
    grpc,
  ];
}

/** A header field that refers repeatedly to one large entry of the table (RFC 7541, section 6.1). */
function headerBomb(): Buffer {
  const entry = Buffer.concat([Buffer.from([0x40]), h2Field("x", "y".repeat(120)).subarray(1)]);
  return Buffer.concat([h2Post(SELECT), entry, Buffer.alloc(8_000, 0xbe)]);
}

test("an attack leaves memory bounded and other clients served", async () => {
  const winnow = await startWinnow("--workers", "1", "--log-level", "error");
  const port = Number(new URL(winnow.url).port);
  const health = async () => {
    const startedAt = performance.now();
    const { status } = await fetch(`${winnow.url}/v1/health`, { headers: { authorization: `Bearer ${winnow.key}` } });
    return { status, took: performance.now() - startedAt };
  };
  for (const bomb of bombs(winnow.url, winnow.key)) await bomb();
  const before = residentMb(winnow.process.pid);

  const besiegers: Raw[] = [];
  const besiege = async (count: number, bytes: Buffer | string) => {
    for (let at = 0; at < count; at += 1) {
      const client = await raw(port);
      client.send(bytes);
      besiegers.push(client);
    }
  };
  await besiege(150, "");
  await besiege(150, "GET /v1/health HTTP/1.1\r\nHost: a\r\nX: y");
  const declared = `Authorization: Bearer ${winnow.key}\r\nContent-Length: ${5 * MIB}\r\n\r\n`;
  await besiege(60, `POST /v1/context/select HTTP/1.1\r\nHost: a\r\n${declared}{`);
  await besiege(20, Buffer.concat([h2Opening(), h2Frame(frameType.headers, END_HEADERS, 1, headerBomb())]));
  const halfOpen = await raw(port);
  halfOpen.socket.end(`GET /v1/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${winnow.key}\r\n\r\n`);
  const outcomes = await Promise.all(
    [...bombs(winnow.url, winnow.key), ...bombs(winnow.url, winnow.key)].map((bomb) => bomb()),
  );
  const during = await Promise.all(Array.from({ length: 20 }, health));
  const growth = residentMb(winnow.process.pid) - before;

  // Too large, or refused because of overload, but never a success.
  expect(outcomes.filter((each) => /^(?:200 (?:OK|null|undefined)|0)$/.test(each))).toEqual([]);
  expect(during.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(Math.max(...during.map(({ took }) => took))).toBeLessThan(WAIT_MS_MAX);
  expect(growth).toBeLessThan(GROWTH_MB_MAX);
  expect(await halfOpen.ended()).toMatch(/^HTTP\/1\.1 200 /);
  for (const { socket } of besiegers) socket.destroy();
  expect(await winnow.stop()).toBe(0);
});
