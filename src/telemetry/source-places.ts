// Where in the sources the frames of a stack lie, when what ran was made of them (tools/bundle.ts). A map is read with
// the first error that needs it, for some 70 ms: with all of them at hand, a start would take a third longer.
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

/** As a frame ends: file, line and column. */
const place = /(file:\/\/[^\s()]+):(\d+):(\d+)/g;

/** null where a file is none that was made, or its map cannot be read. */
const maps = new Map<string, SourceMap | null>();

/** The frames, each place that has been bundled as the place it was bundled from. */
export function inSources(frames: string): string {
  return frames.replaceAll(place, (bundled, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !("fileName" in origin)) return bundled;
    return `${new URL(origin.fileName, file).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = mapBeside(file);
  maps.set(file, map);
  return map;
}

function mapBeside(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), "utf8")));
  } catch {
    return null;
  }
}
