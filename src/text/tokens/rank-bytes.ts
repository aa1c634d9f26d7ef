// In: the published o200k_base ranks as js-tiktoken ships them (base64 words in rank order). Out: one pool of bytes.
// Must never build a string or an object per token: 200,000 of them cost more memory than the whole pool.
import encoding from "js-tiktoken/ranks/o200k_base";

/** Token `id` is `pool[starts[id] .. starts[id + 1])`. Ids are ranks: a lower id is merged earlier. */
export interface RankBytes {
  readonly pool: Uint8Array;
  readonly starts: Uint32Array;
  readonly size: number;
}

const SPACE = 0x20;
const PADDING = 0x3d;
/** Readers may load whole words past the last token. */
const POOL_PADDING = 16;

/** Reads the one line `! 0 <base64> <base64> ...`; throws when the data has another shape. */
export function readRankBytes(): RankBytes {
  const header = "! 0 ";
  const line = encoding.bpe_ranks;
  if (!line.startsWith(header) || line.includes("\n")) {
    throw new Error(`o200k_base ranks start with ${JSON.stringify(line.slice(0, 8))}, expected one line after "! 0 "`);
  }
  const words = new TextEncoder().encode(line);
  let size = 1;
  for (let at = header.length; at < words.length; at++) if (words[at] === SPACE) size++;
  const pool = new Uint8Array(Math.ceil((words.length * 3) / 4));
  const starts = new Uint32Array(size + 1);
  const filled = decodeWords(words, header.length, pool, starts);
  return { pool: pool.slice(0, filled + POOL_PADDING), starts, size };
}

/** Decodes space-separated base64 words into `pool`; returns the bytes written. Words are of whole groups of four. */
function decodeWords(words: Uint8Array, from: number, pool: Uint8Array, starts: Uint32Array): number {
  const sextets = base64Sextets();
  let filled = 0;
  let id = 0;
  for (let at = from; at < words.length; at += 4) {
    if (words[at] === SPACE) {
      starts[++id] = filled;
      at++;
    }
    const high = ((sextets[words[at] ?? 0] ?? 0) << 6) | (sextets[words[at + 1] ?? 0] ?? 0);
    const low = ((sextets[words[at + 2] ?? 0] ?? 0) << 6) | (sextets[words[at + 3] ?? 0] ?? 0);
    pool[filled] = high >> 4;
    pool[filled + 1] = (high << 4) | (low >> 8);
    pool[filled + 2] = low;
    filled += words[at + 2] === PADDING ? 1 : words[at + 3] === PADDING ? 2 : 3;
  }
  starts[id + 1] = filled;
  return filled;
}

function base64Sextets(): Uint8Array {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const sextets = new Uint8Array(256);
  for (let value = 0; value < alphabet.length; value++) sextets[alphabet.charCodeAt(value)] = value;
  return sextets;
}
