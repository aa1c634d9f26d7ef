// Reads a file or standard input as text, in any encoding that tools write: UTF-8, UTF-16 with a byte order mark, gzip.
// In: a path. Out: text without the mark. Every failure is a one-line error that begins with the name.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { errorCode, errorMessage } from "../thrown.ts";
import type { NamedText } from "./input.ts";

/** One string can hold more. A larger file must be split. Bytes. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

/** A zero byte among the first ones means that a file is not text. */
const SAMPLE_BYTES = 8_192;

const unzip = promisify(gunzip);

/**
 * @param file a path; `-` for standard input
 * @throws Error that begins with the name
 */
export async function readText(file: string): Promise<NamedText> {
  const name = file === "-" ? "standard input" : file;
  const text = textOf(name, await plainBytes(name, await bytesOf(name, file)));
  if (text.trim() === "") throw new Error(`${name} is empty`);
  return { name: name.replace(/\.gz$/, ""), text };
}

async function bytesOf(name: string, file: string): Promise<Buffer> {
  try {
    return await (file === "-" ? buffer(process.stdin) : readFile(file));
  } catch (error) {
    const code = errorCode(error);
    const folder = `${name} is a folder: name its files, or measure it with \`winnow eval ${basename(name)}\``;
    throw new Error(code === "EISDIR" ? folder : `${name} cannot be read: ${code}`);
  }
}

async function plainBytes(name: string, bytes: Buffer): Promise<Buffer> {
  const isGzip = name.endsWith(".gz") || (bytes[0] === 0x1f && bytes[1] === 0x8b);
  const plain = isGzip ? await unzipped(name, bytes) : bytes;
  if (plain.byteLength > FILE_BYTES_MAX) {
    throw new Error(`${name} holds ${plain.byteLength} bytes, at most ${FILE_BYTES_MAX}`);
  }
  return plain;
}

async function unzipped(name: string, bytes: Buffer): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: FILE_BYTES_MAX });
  } catch (error) {
    throw new Error(`${name} is not valid gzip: ${errorMessage(error)}`);
  }
}

function textOf(name: string, bytes: Buffer): string {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) throw new Error(`${name} is binary: expected text`);
  return new TextDecoder().decode(bytes);
}
