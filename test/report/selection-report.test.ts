import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { BudgetMode, type ContextRequest, RenderFormat } from "../../gen/winnow/v1/context_pb.ts";
import { faultAt, request } from "../service/calls.ts";
import { hostileTexts, reported } from "./reported.ts";

const rows = JSON.stringify(
  Array.from({ length: 60 }, (_, row) => ({ report: row, place: "archive", items: row * 3 })),
);
const requests: Readonly<Record<string, ContextRequest>> = {
  selected: request(),
  "stood down": request({ task: { prompt: "Where does the zeppelin moor?" } }),
  "nothing fits": request({ budget: { maxContextTokens: 1 } }),
  "no records": request({ records: [] }),
  "blank records": request({ records: [{ text: " " }, {}] }),
  "a ladder": request({
    budget: {
      maxContextTokens: 400,
      mode: BudgetMode.ADAPTIVE,
      adaptive: { initialTokens: 40, escalationTokens: [150], allowFullContextFallback: false },
    },
  }),
  "re-encoded": request({ records: [{ text: rows }], renderFormat: RenderFormat.HYBRID }),
  hostile: request({
    requestId: hostileTexts.join(""),
    task: { prompt: hostileTexts.join(" "), keywords: [...hostileTexts] },
    records: hostileTexts.map((text) => ({ text, id: text, title: text, source: text })),
  }),
};

/** Elements of the page with their attributes as written. */
function tags(page: string): readonly string[] {
  return [...page.matchAll(/<([a-z][a-z0-9]*)/g)].map((found) => found[1] ?? "");
}

describe.each(Object.entries(requests))("the report on %s", (_name, asked) => {
  test("has no script, loads nothing and names its style by hash", async () => {
    const { page } = await reported(asked);
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(page).toContain(`default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;`);
    expect(
      tags(page).filter((tag) => ["script", "img", "iframe", "link", "object", "form", "base"].includes(tag)),
    ).toEqual([]);
    expect(page).not.toMatch(/<[^>]*\s(?:style|on[a-z]+|src|srcdoc)=/);
    expect(page.match(/<[^>]*\shref="(?!#)/)).toBeNull();
    expect(page.isWellFormed()).toBe(true);
  });

  test("closes its elements in the right order", async () => {
    const { page } = await reported(asked);
    for (const tag of ["main", "section", "details", "summary", "li", "div", "dl", "mark", "del", "bdi", "svg"]) {
      const opened = page.split(new RegExp(`<${tag}[ >]`)).length;
      expect([tag, page.split(`</${tag}>`).length]).toEqual([tag, opened]);
    }
  });

  test("lists every record in order of arrival", async () => {
    const { page } = await reported(asked);
    const ids = [...page.matchAll(/<li id="record-(\d+)"/g)].map((found) => Number(found[1]));
    expect(ids).toEqual(asked.records.map((_, position) => position));
  });
});

describe("the report", () => {
  test("marks exactly the sent parts of each record", async () => {
    const asked = request();
    const { page, response } = await reported(asked);
    const [, ...items] = page.split('<li id="record-');
    const marked = items.map((item) => [...item.matchAll(/<mark>([^<]*)<\/mark>/g)].map((found) => found[1]).join(""));
    const sent = asked.records.map((record, position) => {
      const spans = response.selected.find((selected) => selected.position === position)?.spans ?? [];
      return spans
        .map(({ start, end }) =>
          Array.from(record.text ?? "")
            .slice(start, end)
            .join(""),
        )
        .join("");
    });
    expect(response.selected.length).toBeGreaterThan(1);
    expect(marked.slice(0, -1)).toEqual(sent.slice(0, -1));
  });

  test("gives each record a line with its state, tokens, reason and matched words", async () => {
    const records = [
      { id: "log", text: "The Albatross left the harbour at 04:10 with the tide." },
      { id: "bread", text: "Bread is baked of rye and keeps for a month in a dry place." },
    ];
    const asked = request({
      task: { prompt: "When did the Albatross leave?" },
      budget: { maxContextTokens: 20 },
      records,
    });
    const { page } = await reported(asked);
    const lines = [...page.matchAll(/<li id="record-[\s\S]*?<\/summary>/g)].map(([line]) =>
      line
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    );
    expect(lines).toEqual([
      expect.stringMatching(/^0 log sent whole 16 holds .* from the task Albatross/),
      "1 bread not sent 0 of 15 no match",
    ]);
    expect(page).not.toContain("<details open");
  });

  test("links every bar of the strip to its record", async () => {
    const asked = request({ records: request().records.slice(0, 5) });
    const { page } = await reported(asked);
    const strip = /<svg class="arrival"[\s\S]*?<\/svg>/.exec(page)?.[0] ?? "";
    const bars = [...strip.matchAll(/<a href="#record-(\d+)"><title>(\d+) [^<]*: \d+ of \d+ tokens sent<\/title>/g)];
    expect(bars.map(([, target, named]) => [target, named])).toEqual(
      asked.records.map((_, position) => [String(position), String(position)]),
    );
  });

  test("limits the strip of very many records to bars that a pointer and the keyboard can reach", async () => {
    const records = Array.from({ length: 500 }, (_, at) => ({ text: `Report ${at}: ${at} items were counted there.` }));
    const { page } = await reported(request({ records }));
    expect(page.match(/<a href="#record-\d+"><title>/g)?.length).toBeLessThanOrEqual(60);
    expect(page).toMatch(/<title>0 to 8: \d+ of \d+ tokens sent<\/title>/);
    expect(page).toMatch(/<title>495 to 499: /);
  });

  test("says that everything fits if it does", async () => {
    const text = "The Albatross left the harbour at 04:10 with the tide.";
    const whole = await reported(request({ task: { prompt: "When did the Albatross leave?" }, records: [{ text }] }));
    expect(whole.page).toContain("<h1>Everything fits: the whole context is sent</h1>");
    const tight = await reported(request({ task: { prompt: "Where does the zeppelin moor?" } }));
    expect(tight.response.fallbackUsed).toBe(true);
    expect(tight.page).toContain("<h1>Stood down: the whole context is sent</h1>");
    const other = { text: "Bread is baked of rye and keeps for a month in a dry place." };
    const part = await reported(
      request({ task: { prompt: "When did the Albatross leave?" }, records: [{ text }, other] }),
    );
    expect(part.page).toContain("Everything would fit. Records that do not match the task are still left out.");
  });

  test("is the same page for the same answer", async () => {
    const asked = request({ records: request().records.slice(0, 5) });
    const { page } = await reported(asked);
    expect((await reported(asked)).page).toBe(page);
  });

  test("shows the gate's figures on a stand-down, and covers no evidence term that no record contains", async () => {
    const { page } = await reported(request({ task: { prompt: "Where does the zeppelin moor?" } }));
    expect(page).toContain("standdown:high_drift");
    expect(page).toMatch(/what the gate decides by; selects at 0\.\d+ or above/);
    expect(page).toContain("Everything is sent.");
    expect(page).not.toContain("evidence_covered");
  });

  test("distinguishes a failed pass from a stand-down", async () => {
    const { page, insight } = await reported(request(), faultAt("score"));
    expect(insight).toBeNull();
    expect(page).toContain("The selection pass failed with <code>RangeError</code>");
  });
});
