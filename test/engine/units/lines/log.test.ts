// Logs: one unit for each event with its further lines.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleOf } from "../../../../src/engine/units/line-patterns.ts";
import { looksLikeLog } from "../../../../src/engine/units/lines/log.ts";
import { cut, total } from "../cut.ts";

const STARTS: readonly (readonly [string, string])[] = [
  ["ISO time", "2024-01-02T03:04:05.678Z INFO started"],
  ["log4j", "2024-01-02 03:04:05,678 ERROR [worker-1] com.acme.Job - failed"],
  ["a container's name in front", "web_1  | 2024-01-02 03:04:05 INFO started"],
  ["a file's name in front", "nova-api.log.1.2017-05-16_13:53:08 2017-05-16 00:00:00.008 25746 INFO up"],
  ["American dates", "01/02/2024 03:04:05 started"],
  ["two-digit years", "17/06/09 20:10:53 INFO found block"],
  ["Android", "03-17 16:13:38.811  1702  2395 D WindowManager: shown"],
  ["HDFS", "081109 203615 148 INFO dfs.DataNode: received"],
  ["syslog", "Jun 15 02:04:59 combo sshd[20897]: refused"],
  ["Apache errors", "[Sun Dec 04 04:47:44 2005] [notice] workerEnv.init() ok"],
  ["Apache access", '10.0.0.7 - - [10/Oct/2023:13:55:36 +0000] "GET / HTTP/1.1" 200 23'],
  ["time only", "03:04:05 started"],
  ["time in brackets", "[03:04:05] started"],
  ["kernel seconds", "[    1.234567] usb 1-1: new device"],
  ["seconds since 1970", "1699999999.123 GET /index.html"],
  ["logfmt", 'time="2024-01-02" level=info msg="started"'],
  ["klog", "E0102 03:04:06.123456       1 server.go:20] timeout"],
  ["levels", "ERROR: could not start"],
  ["levels in brackets", "[warn] disk almost full"],
];

describe("logs", () => {
  it.each(STARTS)("recognise events by %s", (_name, line) => {
    const { type, noun, parts, counts } = cut(`${line}\n`.repeat(12));
    expect([type, noun]).toEqual(["log", "events"]);
    expect(parts).toEqual(Array.from({ length: 12 }, () => `${line}\n`));
    expect(total(counts)).toBe(12);
  });

  it("keep an event's further lines with it", () => {
    const trace = "java.lang.RuntimeException: boom\n\tat a.B.c(B.java:1)\n\tat a.B.main(B.java:2)\n";
    const text = `2024-01-02 03:04:05 INFO a\n2024-01-02 03:04:06 ERROR b\n${trace}2024-01-02 03:04:07 INFO c\n`;
    const { type, parts } = cut(text.repeat(2));
    expect(type).toBe("log");
    expect(parts.slice(0, 3)).toEqual([
      "2024-01-02 03:04:05 INFO a\n",
      `2024-01-02 03:04:06 ERROR b\n${trace}`,
      "2024-01-02 03:04:07 INFO c\n",
    ]);
  });

  it("continue a very long event in further units, and count it once", () => {
    const frames = Array.from({ length: 40 }, (_, i) => `\tat com.acme.Some.method${i}(Some.java:${i})\n`).join("");
    const text = `2024-01-02 03:04:05 INFO a\n2024-01-02 03:04:06 ERROR b\n${frames}2024-01-02 03:04:07 INFO c\n`;
    const { parts, counts, heads } = cut(text);
    expect(parts[1]?.startsWith("2024-01-02 03:04:06 ERROR b\n\tat")).toBe(true);
    expect(parts.length).toBeGreaterThan(5);
    expect(heads.slice(2, -1).every((head) => head === 1)).toBe(true);
    expect(total(counts)).toBe(3);
  });

  const frames = (count: number) => "\tat com.acme.Some.method(Some.java:12)\n".repeat(count);
  const failed = "2024-01-02 03:04:06 ERROR could not send the mail";

  it("separate the cause of a long trace from its frames, and keep both below the event", () => {
    const cause = "Caused by: java.net.SocketException: no route to host\n";
    const result = cut(`2024-01-02 03:04:05 INFO a\n${failed}\n${frames(20)}${cause}${frames(20)}`.repeat(2));
    expect(result.type).toBe("log");
    const at = result.parts.indexOf(cause);
    expect(result.parts[result.heads[at] ?? -1]?.startsWith(failed)).toBe(true);
    expect(result.contexts[at]).toBe(`${failed}\n`);
    expect(total(result.counts)).toBe(4);
  });

  it("make the frames below a cause depend on the cause, not on the event", () => {
    const cause = "Caused by: java.net.SocketException: no route to host\n";
    const { parts, heads } = cut(`2024-01-02 03:04:05 INFO a\n${failed}\n${frames(20)}${cause}${frames(20)}`.repeat(2));
    const at = parts.indexOf(cause);
    expect(heads.slice(at + 1, at + 3)).toEqual([at, at]);
    expect(heads[at]).toBe(1);
  });

  const CRASHES = [
    "panic: assignment to entry in nil map",
    "fatal error: all goroutines are asleep - deadlock!",
    "thread 'main' (18972) panicked at src/style.rs:31:53:",
    'Exception in thread "main" java.lang.NullPointerException',
  ];

  it.each(CRASHES)("end the last event where the program dies: %s", (crash) => {
    const event = "2024-01-02 03:04:05 INFO something happened here\n";
    const { parts, counts } = cut(`${event.repeat(6)}${crash}\n\tmain.go:12\n`);
    expect(parts.slice(-2)).toEqual([event, `${crash}\n\tmain.go:12\n`]);
    expect(total(counts)).toBe(7);
  });

  it("keep the cause of a short trace in its event", () => {
    const event = `${failed}\n${frames(2)}Caused by: java.net.SocketException: no route to host\n${frames(2)}`;
    expect(cut(`2024-01-02 03:04:05 INFO a\n${event}`.repeat(2)).parts).toContain(event);
  });

  it("do not count text before the first event", () => {
    const { counts } = cut(`some banner\n${"2024-01-02 03:04:05 INFO something happened here\n".repeat(6)}`);
    expect(total(counts)).toBe(6);
  });

  it("are recognised by their shares of events, traces and other lines, in any order", () => {
    const lines = {
      event: "2024-01-02 03:04:05 INFO started",
      trace: "    at com.acme.Job.run(Job.java:7)",
      other: "Nothing of note was said that day.",
    };
    const kinds = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60)).chain(([event, trace, other]) => {
      const all = [...Array(event).fill("event"), ...Array(trace).fill("trace"), ...Array(other).fill("other")];
      return fc.shuffledSubarray<keyof typeof lines>(all, { minLength: all.length });
    });
    fc.assert(
      fc.property(kinds, (order) => {
        const share = (kind: string) => order.filter((one) => one === kind).length / order.length;
        const isTraced = share("event") >= 0.02 && share("event") + share("trace") > 0.9;
        const isLog = share("event") * order.length >= 3 && (share("event") >= 0.5 || isTraced);
        expect(looksLikeLog(sampleOf(order.map((kind) => lines[kind]).join("\n")))).toBe(isLog);
      }),
    );
  });
});
