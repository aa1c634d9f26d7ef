import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { gatherLines } from "../../src/telemetry/gathered-lines.ts";

describe("gathered lines", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function gathering() {
    const written: string[] = [];
    return { written, ...gatherLines({ write: (lines) => void written.push(lines) }) };
  }

  test("are handed on together, in their order, a moment later", () => {
    const { written, write } = gathering();
    for (const line of ["a\n", "b\n"]) write(line);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(written).toEqual(["a\nb\n"]);
    write("c\n");
    vi.advanceTimersByTime(100);
    expect(written).toEqual(["a\nb\n", "c\n"]);
  });

  test("are handed on at once when they are many", () => {
    const { written, write } = gathering();
    const line = `${"x".repeat(1_000)}\n`;
    for (let i = 0; i < 100; i++) write(line);
    expect(written.length).toBeGreaterThan(1);
    vi.advanceTimersByTime(100);
    expect(written.join("")).toBe(line.repeat(100));
  });

  test("are handed on when asked to be, and then not again", () => {
    const { written, write, handOn } = gathering();
    write("a\n");
    handOn();
    handOn();
    vi.advanceTimersByTime(100);
    expect(written).toEqual(["a\n"]);
  });
});
