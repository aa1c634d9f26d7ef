import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createSniffer } from "../../../src/http/connections/connections.ts";
import { type Clock, systemClock } from "../../../src/time/clock.ts";
import { listeningPort } from "../../listening-port.ts";
import { manualClock } from "../../time/manual-clock.ts";
import { raw } from "../fixtures/raw.ts";

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

let server: Server | null = null;

afterEach(() => {
  server?.close();
  server = null;
});

/** A listener that writes the protocol it detected, and then every byte that it received. */
async function sniffing(timeoutMs: number, clock: Clock = systemClock): Promise<number> {
  const speak = (name: string) => (socket: Socket) => {
    socket.write(`${name}:`);
    socket.pipe(socket);
  };
  server = createServer(
    { allowHalfOpen: true },
    createSniffer({ http1: speak("1"), http2: speak("2"), timeoutMs, clock }),
  );
  return listeningPort(server);
}

describe("protocol detection", () => {
  test.each([
    ["a preface", [PREFACE], "2"],
    ["a preface followed by more", [`${PREFACE}more`], "2"],
    ["a preface in single bytes", [...PREFACE], "2"],
    ["a preface cut in the middle", [PREFACE.slice(0, 11), PREFACE.slice(11)], "2"],
    ["a request", ["GET / HTTP/1.1\r\n"], "1"],
    ["a request in single bytes", [..."GET / HTTP/1.1\r\n"], "1"],
    ["a method that starts like the preface", ["PRINT / HTTP/1.1\r\n"], "1"],
    ["a preface with its last byte wrong", [`${PREFACE.slice(0, -1)}x`], "1"],
    ["a single byte that starts no preface", ["x"], "1"],
  ])("recognises %s and loses no byte", async (_name, packets, protocol) => {
    const client = await raw(await sniffing(5_000));
    client.socket.setNoDelay(true);
    for (const packet of packets) {
      client.send(packet);
      await new Promise(setImmediate);
    }
    const sent = packets.join("");
    await client.until(new RegExp(`^[12]:[\\s\\S]{${sent.length}}$`));
    expect(client.received()).toBe(`${protocol}:${sent}`);
    client.socket.destroy();
  });

  test.each([
    ["nothing", ""],
    ["half a preface", PREFACE.slice(0, 12)],
  ])("closes a connection that sends %s", async (_name, sent) => {
    const client = await raw(await sniffing(50));
    client.send(sent);
    expect(await client.ended()).toBe("");
  });

  test("does not count the time in which the thread was blocked", async () => {
    const clock = manualClock("2026-01-01T00:00:00Z");
    const client = await raw(await sniffing(50, clock));
    await expect.poll(() => clock.untilNext()).toBe(50);
    await new Promise(setImmediate);
    client.send("GET / HTTP/1.1\r\n");
    // The thread is busy with other work while the bytes arrive at the socket.
    const until = performance.now() + 200;
    while (performance.now() < until);
    clock.pass(200);
    expect(await client.until(/\n$/)).toBe("1:GET / HTTP/1.1\r\n");
    client.socket.destroy();
  });

  test("closes a connection that ends inside the preface", async () => {
    const client = await raw(await sniffing(5_000));
    client.socket.end(PREFACE.slice(0, 12));
    expect(await client.ended()).toBe("");
  });
});
