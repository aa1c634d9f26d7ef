// The loggable facts of an error: its name, its code and its place, mapped from the bundle back to the sources
// (tools/bundle.ts). Never its message, which may quote what a caller sent.
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { framesOf } from "../service/failure.ts";

/** Facts about an error that the log may hold. */
export interface ErrorFacts {
  readonly errorName?: string;
  readonly errorCode?: string;
  /** Where an error was thrown: its stack without its message. */
  readonly at?: string;
}

export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const code = "code" in error && typeof error.code === "string" ? { errorCode: error.code } : {};
  return { errorName: error.name, ...code, at: framesOf(error) };
}

/** The same for an error of Redis, with the code that its message starts with, such as READONLY. */
export function storeErrorFacts(error: unknown): ErrorFacts {
  const [answered] = error instanceof Error ? (/^[A-Z]{2,20}(?= )/.exec(error.message) ?? []) : [];
  const { at, ...facts } = errorFacts(error);
  return answered === undefined ? facts : { ...facts, errorCode: answered };
}

/** The end of a stack frame: file, line and column. */
const place = /(file:\/\/[^\s()]+):(\d+):(\d+)/g;

/** Source maps by file, read for the first error in the file, which takes 70 ms; null if there is none. */
const maps = new Map<string, SourceMap | null>();

/** The frames, with each place in the bundle replaced by its place in the sources. */
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
