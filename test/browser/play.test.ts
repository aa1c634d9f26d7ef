import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Playground } from "../../src/play/server.ts";
import { playground } from "../play/playground.ts";
import { hostileTexts } from "../report/reported.ts";
import { lowContrastTexts } from "./contrast.ts";
import { clickHead, give, type Look, launch, type Opened, visit } from "./opened.ts";

let browser: Awaited<ReturnType<typeof launch>>;
let running: Playground;
let opened: Opened | null = null;

beforeAll(async () => {
  [browser, running] = await Promise.all([launch(), playground()]);
});
afterAll(async () => {
  await browser.close();
  await running.stop();
});
afterEach(async () => {
  // After any test, the page must have reported no error and called only its own server.
  const { complaints = [], requested = [] } = opened ?? {};
  const elsewhere = requested.filter((url) => !url.startsWith(running.address) && !url.startsWith("blob:"));
  await opened?.close();
  opened = null;
  expect([complaints, elsewhere]).toEqual([[], []]);
});

async function play(how: Look = {}): Promise<Page> {
  opened = await visit(browser, `${running.address}/`, how);
  return opened.page;
}

/** The page opens on its first example. */
async function incident(how: Look = {}): Promise<Page> {
  const page = await play(how);
  await page.locator("#record-7").waitFor({ state: "attached" });
  return page;
}

async function empty(): Promise<Page> {
  const page = await incident();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect.poll(() => page.locator("h1").innerText()).toBe("What would be sent?");
  return page;
}

/** The request as the page shows it below its controls. */
async function requestJson(page: Page): Promise<{ readonly task: unknown; readonly records: unknown }> {
  await page.getByText("More of the request").click();
  const json = page.getByLabel("The whole request, in JSON");
  await json.focus();
  return JSON.parse(await json.inputValue());
}

const headline = /^([\d,]+) of ([\d,]+) tokens sent, \d+ % saved$/;

/** Waits until the page shows the result, and returns the tokens that are sent. */
async function sentUnder(page: Page, budget: number): Promise<number> {
  const figure = page.locator("dl.figures div", { hasText: "Budget" }).first().locator("dd");
  await expect.poll(() => figure.innerText()).toBe(budget.toLocaleString("en"));
  return Number(headline.exec(await page.locator("h1").innerText())?.[1]?.replaceAll(",", ""));
}

const toolResult = {
  type: "tool-result",
  toolCallId: "1",
  toolName: "f",
  output: { type: "text", value: "It sails at 04:10." },
};

describe("the playground in a browser", () => {
  test("selects again while the budget is dragged, and ends at the last value", async () => {
    const page = await incident();
    const most = await sentUnder(page, 900);
    const slider = page.getByRole("slider", { name: "Budget" });
    const { x = 0, y = 0, width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
    await page.mouse.move(x + width * 0.23, y + height / 2);
    await page.mouse.down();
    for (let share = 0.23; share > 0.1; share -= 0.01) await page.mouse.move(x + width * share, y + height / 2);
    await page.mouse.up();
    const budget = Number(await page.getByRole("spinbutton", { name: "Budget" }).inputValue());
    expect(budget).toBeLessThan(600);
    const sent = await sentUnder(page, budget);
    expect(sent).toBeLessThan(most);
    expect(sent).toBeLessThanOrEqual(budget);
    expect(await page.locator("#play-share").innerText()).toBe(`tokens, ${Math.round(budget / 39.28)} % of 3,928`);
  });

  test("switches the operating point and climbs a ladder", async () => {
    const page = await incident();
    const before = await page.locator("#play-result").innerText();
    await page.getByLabel("Operating point").selectOption("dense-1");
    await expect.poll(() => page.locator("#play-result").innerText()).not.toBe(before);
    await page.getByLabel("Spent").selectOption("adaptive");
    await page.getByLabel("First rung").fill("100");
    await page.getByLabel("Further rungs, ascending").fill("300 700");
    await expect.poll(() => page.locator("table tbody tr").allInnerTexts()).toHaveLength(3);
  });

  test("accepts pasted and dropped records instead of the example", async () => {
    const page = await incident();
    expect(await page.locator("#play-held").innerText()).toBe("8 records of an example");
    await page.getByRole("textbox", { name: "Task" }).fill("When does the ferry Albatross sail?");
    await give(page, "paste", {}, '{"text":"The Albatross sails at 04:10."}\n{"text":"Bread is baked of rye."}');
    await expect.poll(() => page.locator(".record").count()).toBe(2);
    expect(await page.getByRole("textbox", { name: "Task" }).inputValue()).toBe("When does the ferry Albatross sail?");
    expect(await page.getByRole("textbox", { name: "Keywords" }).inputValue()).toBe("");
    await give(page, "drop", { "notes.md": "# Ferry\nAlbatross, 04:10", "one.json": '[{"text":"one","title":"One"}]' });
    await expect
      .poll(() => page.locator(".record h3").allInnerTexts())
      .toEqual(["records[0]", "records[1]", "notes.md", "One"]);
    expect(await page.locator("#play-held").innerText()).toBe("4 records");
  });

  test("starts over with no record, no task and nothing hidden", async () => {
    const page = await incident();
    expect(await page.getByRole("textbox", { name: "Keywords" }).inputValue()).toBe("payments, timeout");
    await page.getByRole("button", { name: "Start over" }).click();
    await expect.poll(() => page.locator("h1").innerText()).toBe("What would be sent?");
    expect(await page.getByRole("textbox", { name: "Task" }).inputValue()).toBe("");
    const request = await requestJson(page);
    expect([request.task, request.records]).toEqual([{ prompt: "", keywords: [] }, []]);
  });

  test("names the fields of the task that have no control, and removes them", async () => {
    const page = await empty();
    const also = page.locator("#play-also");
    expect(await also.isVisible()).toBe(false);
    const task = { prompt: "rye", keywords: [], tags: ["harbour"], tool_name: "get_tide", step_id: null };
    await give(page, "paste", {}, JSON.stringify({ task, records: [{ text: "Rye in grey sacks." }] }));
    await expect.poll(() => also.innerText()).toMatch(/The task also holds tags \["harbour"\], tool_name "get_tide"/);
    await page.getByRole("button", { name: "Remove these" }).click();
    expect(await also.isVisible()).toBe(false);
    expect((await requestJson(page)).task).toEqual({ prompt: "rye", keywords: [] });
  });

  test("sends only the visible keywords", async () => {
    const page = await empty();
    const task = page.getByRole("textbox", { name: "Task" });
    const keywords = page.getByRole("textbox", { name: "Keywords" });
    const tagged = {
      task: { prompt: "a", keywords: ["sacks, grey", "rye"] },
      records: [{ text: "Rye in grey sacks." }],
    };
    await give(page, "paste", {}, JSON.stringify(tagged));
    await expect.poll(() => task.inputValue()).toBe("a");
    expect(await keywords.inputValue()).toBe("sacks, grey, rye");
    expect((await requestJson(page)).task).toEqual(tagged.task);
    await keywords.fill("rye, bread");
    await page.getByText("More of the request").click();
    expect((await requestJson(page)).task).toEqual({ prompt: "a", keywords: ["rye", "bread"] });
  });

  test.each([
    ["OpenAI", { role: "tool", tool_call_id: "1", content: "The Albatross sails at 04:10." }],
    [
      "Anthropic",
      { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "It sails at 04:10." }] },
    ],
    ["the AI SDK", { role: "tool", content: [toolResult] }],
  ])("turns a pasted conversation of %s into records, and its last user text into the task", async (_name, result) => {
    const page = await incident();
    const messages = [{ role: "assistant", content: "Ahoy." }, result, { role: "user", content: "When does it sail?" }];
    await give(page, "paste", {}, JSON.stringify(messages, null, 2));
    await expect.poll(() => page.getByRole("textbox", { name: "Task" }).inputValue()).toBe("When does it sail?");
    await expect.poll(() => page.locator(".record").count()).toBe(2);
    expect(await page.locator("#record-1 .text").textContent()).toContain("04:10");
    // Missing fields stay unchanged.
    expect(await page.getByRole("spinbutton", { name: "Budget" }).inputValue()).toBe("900");
  });

  test("begins with the inputs of the command line", async () => {
    const given = await playground([{ task: { prompt: "When?" }, records: [{ text: "At 04:10." }] }]);
    opened = await visit(browser, `${given.address}/`);
    await expect.poll(() => opened?.page.locator(".record").count()).toBe(1);
    expect(await opened.page.getByRole("textbox", { name: "Task" }).inputValue()).toBe("When?");
    await opened.close();
    opened = null;
    await given.stop();
  });

  test("opens a file of requests at the first, and switches to the others", async () => {
    const page = await incident();
    const request = (text: string) => ({
      task: { prompt: text },
      budget: { max_context_tokens: 9 },
      records: [{ text }],
    });
    const lines = ["The Albatross sails.", "Bread is baked.", "Sacks are counted."].map((text) => request(text));
    await give(page, "drop", { "log.jsonl": lines.map((line) => JSON.stringify(line)).join("\n") });
    const task = page.getByRole("textbox", { name: "Task" });
    await expect.poll(() => task.inputValue()).toBe("The Albatross sails.");
    expect(await page.locator("#play-pager").innerText()).toMatch(/^Request\s+of 3$/);
    const number = page.getByRole("spinbutton", { name: "Request" });
    await number.press("ArrowUp");
    await expect.poll(() => page.locator(".record .text").textContent()).toBe("Bread is baked.");
    await number.fill("4");
    expect(await task.inputValue()).toBe("Bread is baked.");
    await page.getByRole("button", { name: "an incident" }).click();
    await page.locator("#record-7").waitFor({ state: "attached" });
    expect(await page.locator("#play-pager").isVisible()).toBe(false);
  });

  test("works with the keyboard alone", async () => {
    const page = await empty();
    await page.reload();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the selection");
    await page.keyboard.press("Tab");
    await page.keyboard.type("When does the ferry sail?");
    await page.getByLabel(/^Drop files anywhere/).focus();
    await page.keyboard.type("The ferry sails at 04:10.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("#record-0").waitFor();
    await page.getByRole("slider", { name: "Budget" }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.getByRole("spinbutton", { name: "Budget" }).inputValue()).toBe("1");
    await page.locator("#record-0 summary").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Task" }).press("End");
    expect(await page.locator("#record-0 > details").getAttribute("open")).toBe("");
  });

  test("keeps open folds, choices and the focus", async () => {
    const page = await incident();
    const dropped = page.locator(`#${await page.locator(".record.dropped").last().getAttribute("id")}`);
    await clickHead(dropped);
    await page.locator("#show-dropped").check();
    await page.getByRole("spinbutton", { name: "Budget" }).fill("800");
    await sentUnder(page, 800);
    expect(await dropped.locator("> details").getAttribute("open")).toBe("");
    expect(await page.locator("#show-dropped").isChecked()).toBe(true);
  });

  test("survives a reload and forgets when the tab closes", async () => {
    const page = await incident();
    await page.getByRole("spinbutton", { name: "Budget" }).fill("700");
    await sentUnder(page, 700);
    await page.reload();
    expect(await sentUnder(page, 700)).toBeLessThanOrEqual(700);
    expect(await page.evaluate("[localStorage.length, document.cookie]")).toEqual([0, ""]);
    const other = await page.context().newPage();
    await other.goto(running.address);
    await other.locator("#record-7").waitFor({ state: "attached" });
    expect(await other.getByRole("spinbutton", { name: "Budget" }).inputValue()).toBe("900");
  });

  test("copies and saves the rendered context, the request and the report", async () => {
    const page = await incident();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy rendered context" }).click();
    await expect.poll(() => page.getByRole("status").innerText()).toMatch(/^Copied [\d,]+ characters\.$/);
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain("payments 4.18.0 rolled out");
    const saved = async (name: string): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: `Download ${name}` }).click(),
      ]);
      return readFile(await download.path(), "utf8");
    };
    const request = JSON.parse(await saved("request JSON"));
    expect(request).toMatchObject({ request_id: "demo-1", budget: { max_context_tokens: 900, mode: "fixed" } });
    expect(request.records).toHaveLength(8);
    expect(await saved("report HTML")).toMatch(/^<!doctype html>[\s\S]*<h1>\d+ of 3,928 tokens sent/);
  });
});

describe("an error is shown next to its cause", () => {
  test("an empty budget, an invalid rung", async () => {
    const page = await incident();
    const budget = page.getByRole("spinbutton", { name: "Budget" });
    await budget.fill("");
    await expect
      .poll(() => page.locator("#play-budget-problem").innerText())
      .toBe("budget.max_context_tokens is missing");
    expect(await budget.getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator("#play-result").getAttribute("class")).toContain("stale");
    expect(await page.locator("h1").innerText()).toBe("There is a problem; the last selection is shown below");
    await budget.fill("900");
    await page.locator("#play-budget-problem").waitFor({ state: "hidden" });
    await page.getByLabel("Spent").selectOption("adaptive");
    await page.getByLabel("Further rungs, ascending").fill("500, many");
    await expect
      .poll(() => page.locator("#play-further-problem").innerText())
      .toBe("budget.adaptive.escalation_tokens[1] must be an integer, not a string");
  });

  test("a field of a record, in the request as JSON", async () => {
    const page = await incident();
    await page.getByText("More of the request").click();
    const json = page.getByLabel("The whole request, in JSON");
    await json.focus();
    const wrong = JSON.parse(await json.inputValue());
    wrong.records[3].importance = "high";
    await json.fill(JSON.stringify(wrong));
    await page.getByRole("button", { name: "Apply" }).click();
    await expect
      .poll(() => page.locator("#play-records-problem").innerText())
      .toBe("records[3].importance must be a number, not a string");
    await json.focus();
    await json.fill('{\n  "task": {"prompt" "a"}\n}');
    await page.getByRole("button", { name: "Apply" }).click();
    await expect
      .poll(() => page.locator("#play-json-problem").innerText())
      .toMatch(/^not a request: not valid JSON: Expected ':' .*\(line 2 column 21\)$/);
  });

  test("a file that is too large, one that holds no text, half a file", async () => {
    const page = await incident();
    const problem = page.locator("#play-records-problem");
    await give(page, "drop", { "big.txt": { piece: "a", times: 6 * 1024 * 1024 } });
    await expect.poll(() => problem.innerText()).toMatch(/^big\.txt: the request holds \d+ bytes, at most 6291456/);
    await give(page, "drop", { "film.mp4": { piece: "a", times: 32 * 1024 * 1024 } });
    await expect.poll(() => problem.innerText()).toMatch(/^film\.mp4 holds 33554432 bytes, at most 25165824$/);
    await give(page, "drop", { "a.png": "\u0000PNG" });
    await expect.poll(() => problem.innerText()).toBe("a.png is binary: expected text");
    await give(page, "drop", { "half.json": '{"records":' });
    await expect
      .poll(() => problem.innerText())
      .toBe("half.json: not valid JSON: Expected more, but the text ends (line 1 column 12)");
    const broken = '[\n  {"role": "user", "content": "a"}\n  {"role": "user", "content": "b"}\n]';
    await give(page, "paste", {}, broken);
    await expect
      .poll(() => problem.innerText())
      .toMatch(/Expected ',' or '\]' after array element .*\(line 3 column 3\)$/);
    // The pasted text stays in the box so that the reader can correct it.
    expect(await page.getByLabel(/^Drop files anywhere/).inputValue()).toBe(broken);
    expect(await page.locator("#play-held").innerText()).toBe("8 records of an example");
  });

  test("after the playground has stopped", async () => {
    const gone = await playground();
    opened = await visit(browser, `${gone.address}/`);
    await opened.page.locator("#record-7").waitFor({ state: "attached" });
    await gone.stop();
    await opened.page.getByRole("spinbutton", { name: "Budget" }).fill("800");
    await expect.poll(() => opened?.page.locator("#play-json-problem").innerText()).toMatch(/does not answer/);
    await give(opened.page, "paste", {}, "The ferry sails at 04:10.");
    await expect.poll(() => opened?.page.locator("#play-records-problem").innerText()).toMatch(/does not answer/);
    // A browser reports a server that is gone.
    opened = { ...opened, complaints: [], requested: [] };
  });
});

describe("the playground", () => {
  test.each([
    { scheme: "light", width: 1280 },
    { scheme: "dark", width: 1280 },
    { scheme: "light", width: 360 },
    { scheme: "dark", width: 360 },
  ] as const)("reads well: $scheme, $width pixels", async (how) => {
    const page = await incident(how);
    await page.getByLabel("Spent").selectOption("adaptive");
    await page.getByLabel("First rung").fill("");
    await page.locator("#play-first-problem").waitFor();
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    const contrast = await page.evaluate<{ texts: number; low: unknown[] }>(lowContrastTexts);
    expect(contrast.texts).toBeGreaterThan(100);
    expect(contrast.low).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(how.width);
    const nameless = `[...document.querySelectorAll("input, textarea, select, button")]
      .filter((one) => !one.hidden && !one.labels?.length && !one.ariaLabel && !one.textContent.trim())
      .map((one) => one.id)`;
    expect(await page.evaluate(nameless)).toEqual([]);
  });

  test("renders hostile records, names and long lines as inert text", async () => {
    const page = await incident();
    await page.getByRole("textbox", { name: "Task" }).fill(hostileTexts.join(" "));
    const records = hostileTexts.map((text) => ({ text, id: text, title: text, source: text }));
    const long = { text: `${"x".repeat(50_000)} counted at the archive ${"\u05d0".repeat(50_000)}` };
    await give(page, "drop", { "<img src=x onerror=alert(1)>.json": JSON.stringify([...records, long]) });
    await page.locator("#record-8").waitFor({ state: "attached" });
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    expect(await page.title()).toMatch(/Winnow play$/);
    expect(await page.locator("#play-result :is(script, img, form, iframe, style)").count()).toBe(0);
    const shown = await page.locator("#play-result").textContent();
    expect(shown).toContain("<script>document.title='owned'</script>");
    expect(shown).toContain("[U+202E]evitaler");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(1200);
  });

  test("stays usable with 2,000 records", async () => {
    const page = await incident();
    const lines = Array.from({ length: 2_000 }, (_, at) =>
      JSON.stringify({ text: `Report ${at}: ${at} items were counted at the archive, and one was lost.` }),
    );
    await page.getByRole("textbox", { name: "Task" }).fill("Which items were counted at the archive?");
    await give(page, "drop", { "reports.jsonl": lines.join("\n") });
    await page.locator("#record-1999").waitFor({ state: "attached" });
    await page.getByRole("spinbutton", { name: "Budget" }).fill("2000");
    expect(await sentUnder(page, 2000)).toBeGreaterThan(1_000);
  });
});
