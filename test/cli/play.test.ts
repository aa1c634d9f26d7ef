import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { binary } from "../winnow-process.ts";

test("winnow play starts with its files as one request", async () => {
  const play = spawn(binary, ["play", "--port", "0", "--task", "Which pump stopped?", "-"]);
  play.stdin.end("pump 7 stopped\n");
  const [ready] = await once(createInterface({ input: play.stdout }), "line");
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(ready)?.[0] ?? "";
  const page = await (await fetch(address)).text();
  const known = JSON.parse(
    /<script type="application\/json" id="play-page-data">(.*?)<\/script>/s.exec(page)?.[1] ?? "",
  );
  expect(known.opened).toMatchObject([
    { task: { prompt: "Which pump stopped?" }, records: [{ text: "pump 7 stopped\n" }] },
  ]);
  const gone = once(play, "exit");
  play.kill("SIGTERM");
  expect(await gone).toEqual([0, null]);
});
