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
  test("holds no script, loads nothing and names its style by hash", async () => {
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

  test("opens and closes its elements in step", async () => {
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
  test("marks exactly what is sent of each record", async () => {
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

  test("is the same page for the same answer", async () => {
    const asked = request({ records: request().records.slice(0, 5) });
    const { page } = await reported(asked);
    expect((await reported(asked)).page).toBe(page);
  });

  test("says of a stand-down what the gate decided by, and does not call covered what no record holds", async () => {
    const { page } = await reported(request({ task: { prompt: "Where does the zeppelin moor?" } }));
    expect(page).toContain("standdown:high_drift");
    expect(page).toMatch(/what the gate decides by; selects from 0\.\d+ on/);
    expect(page).toContain("Everything is sent, and with it all that the records hold.");
    expect(page).not.toContain("evidence_covered");
  });

  test("tells a failed pass from a stand-down", async () => {
    const { page, insight } = await reported(request(), faultAt("score"));
    expect(insight).toBeNull();
    expect(page).toContain("The selection pass failed with <code>RangeError</code>");
  });
});
