// Takes the pictures of the documentation from the real pages. `make screenshots` writes them into docs/images. Any
// other run writes them to a temporary place and only checks that they are not blank.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import { compileJsonReader } from "../../src/protocols/json/reader.ts";
import { playground } from "../play/playground.ts";
import { reported } from "../report/reported.ts";
import { clickHead, launch, open, visit } from "./opened.ts";

const incident = compileJsonReader(ContextRequestSchema)(
  await readFile(fileURLToPath(new URL("../../docs/examples/incident.json", import.meta.url))),
);
if ("failure" in incident) throw new Error(incident.failure.detail);
const { page: report } = await reported(incident.message);

const kept = process.env.WINNOW_SCREENSHOTS;
let folder: string;
let browser: Awaited<ReturnType<typeof launch>>;
beforeAll(async () => {
  browser = await launch();
  folder = kept ?? (await mkdtemp(join(tmpdir(), "winnow-screenshots-")));
});
afterAll(async () => {
  await browser.close();
  if (kept === undefined) await rm(folder, { recursive: true });
});

const width = 1200;

/** Most bytes of a picture in the documentation, so that a clone stays small. */
const pictureBytesMax = 250_000;

async function picture(page: Page, name: string, top: number, height: number): Promise<void> {
  const path = join(folder, `${name}.png`);
  // Parts far from the window are not laid out and would be white.
  await page.evaluate(`document.querySelectorAll(".record, .block").forEach((one) => {
    one.style.contentVisibility = "visible";
  })`);
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y: top, width, height }, animations: "disabled" });
  const bytes = await readFile(path);
  const seen = pixelsOf(bytes);
  expect([seen.width, seen.height]).toEqual([width, height]);
  expect(seen.colours).toBeGreaterThan(20);
  expect(bytes.byteLength).toBeLessThan(pictureBytesMax);
}

/** Size and variety of a PNG file. A blank image has hardly any distinct bytes after filtering. */
function pixelsOf(png: Buffer) {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const isPixels = png.toString("latin1", at + 4, at + 8) === "IDAT";
    if (isPixels) parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const colours = new Set(inflateSync(Buffer.concat(parts))).size;
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), colours };
}

test("the report", async () => {
  const { page, close } = await open(browser, report, { width });
  await picture(page, "report", 0, 940);
  await clickHead(page.locator("#record-4"));
  await page.mouse.move(0, 0);
  const top = (await page.locator("#record-4").boundingBox())?.y ?? 0;
  const scrolled = await page.evaluate<number>("scrollY");
  await picture(page, "report-records", scrolled + top - 8, 780);
  await close();
});

test("the playground", async () => {
  const running = await playground();
  const { page, close } = await visit(browser, `${running.address}/`, { width, scheme: "dark" });
  await page.locator("#record-7").waitFor({ state: "attached" });
  await page.mouse.move(0, 0);
  await picture(page, "play", 0, 900);
  await close();
  await running.stop();
});
