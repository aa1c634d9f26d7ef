// A report written to disk and opened in a real Chromium, with all its messages and requests.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
}

export interface Look {
  readonly scheme?: "light" | "dark";
  readonly width?: number;
}

export interface Opened {
  readonly page: Page;
  /** Console messages and page errors so far. */
  readonly complaints: readonly string[];
  /** Addresses requested so far, except that of the report. */
  readonly requested: readonly string[];
  readonly close: () => Promise<void>;
}

/** A report, from disk. */
export async function open(browser: Browser, report: string, how: Look = {}): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-report-"));
  const file = join(folder, "report.html");
  await writeFile(file, report);
  return visit(browser, pathToFileURL(file).href, how, () => rm(folder, { recursive: true }));
}

/** What answers at `address`. */
export async function visit(
  browser: Browser,
  address: string,
  { scheme = "light", width = 1200 }: Look = {},
  after: () => Promise<void> = async () => {},
): Promise<Opened> {
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requested: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(dialog.message()));
  page.on("request", (asked) => requested.push(asked.url()));
  await page.goto(address);
  return {
    page,
    complaints,
    get requested() {
      return requested.filter((url) => url !== address);
    },
    close: async () => {
      await context.close();
      await after();
    },
  };
}

/** One browser for a test file. What a test opens through it is closed when the test ends. */
export function useBrowser(): {
  readonly open: (report: string, how?: Look) => Promise<Opened>;
  readonly visit: (address: string, how?: Look, after?: () => Promise<void>) => Promise<Opened>;
} {
  let browser: Browser;
  let opened: Opened | null = null;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await opened?.close();
    opened = null;
  });
  return {
    open: async (report, how) => {
      opened = await open(browser, report, how);
      return opened;
    },
    visit: async (address, how, after) => {
      opened = await visit(browser, address, how, after);
      return opened;
    },
  };
}

/**
 * Clicks on a record's head once it no longer moves. Records out of view have an estimated height, so scrolling to one
 * moves it for a frame or two. A click that is pressed above one element and released above another counts on neither.
 */
export async function clickHead(record: Locator): Promise<void> {
  const head = record.locator("summary").first();
  let before = Number.NaN;
  const moved = async () => {
    await head.scrollIntoViewIfNeeded();
    await head.page().evaluate(twoFrames);
    const now = (await head.boundingBox())?.y ?? Number.NaN;
    const far = Math.abs(now - before);
    before = now;
    return far;
  };
  await expect.poll(moved, { interval: 1 }).toBe(0);
  await head.click();
}

const twoFrames = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))";

/** A file's text, or a part of it repeated. */
type Content = string | { readonly piece: string; readonly times: number };

/** What a browser does on Ctrl-V and on a drop. */
export function give(
  page: Page,
  how: "paste" | "drop",
  files: Readonly<Record<string, Content>>,
  text = "",
): Promise<void> {
  return page.evaluate(`(() => {
    const data = new DataTransfer();
    for (const [name, content] of Object.entries(${JSON.stringify(files)}))
      data.items.add(new File([content.piece?.repeat(content.times) ?? content], name));
    if (${JSON.stringify(text)} !== "") data.setData("text/plain", ${JSON.stringify(text)});
    const init = { clipboardData: data, dataTransfer: data, bubbles: true, cancelable: true };
    const Made = { paste: ClipboardEvent, drop: DragEvent }[${JSON.stringify(how)}];
    document.body.dispatchEvent(new Made(${JSON.stringify(how)}, init));
  })()`);
}
