// In: the published o200k_base ranks as one line, base64 words in rank order. Out: the bytes of every token in a pool.
// Ids are ranks: a lower id is merged earlier.
import { BLANK } from "../vectors/ascii";
import { POOL, POOL_BYTES, SEXTETS, TOKENS } from "./layout";
import { setStart } from "./token-record";

const PADDING: u32 = 0x3d;

/** Decodes the words in [at, end), of whole groups of four; whether they are as many bytes and tokens as expected. */
export function decodeRanks(at: usize, end: usize): bool {
  learnSextets();
  let filled: u32 = 0;
  let token: u32 = 0;
  while (at < end) {
    if (load<u8>(at) === BLANK) {
      token++;
      if (token >= TOKENS) return false;
      setStart(token, filled);
      at++;
    }
    // A group may write three bytes, of which padding counts one or two.
    if (filled > POOL_BYTES) return false;
    const high = (sextet(at) << 6) | sextet(at + 1);
    const low = (sextet(at + 2) << 6) | sextet(at + 3);
    store<u8>(POOL + filled, u8(high >> 4));
    store<u8>(POOL + filled + 1, u8((high << 4) | (low >> 8)));
    store<u8>(POOL + filled + 2, u8(low));
    filled += load<u8>(at + 2) === PADDING ? 1 : load<u8>(at + 3) === PADDING ? 2 : 3;
    at += 4;
  }
  setStart(TOKENS, filled);
  return token + 1 === TOKENS && filled === POOL_BYTES;
}

function sextet(at: usize): u32 {
  return u32(load<u8>(SEXTETS + u32(load<u8>(at))));
}

/** A to Z, a to z, 0 to 9, + and /. */
function learnSextets(): void {
  for (let value: u32 = 0; value < 26; value++) {
    store<u8>(SEXTETS + 0x41 + value, u8(value));
    store<u8>(SEXTETS + 0x61 + value, u8(26 + value));
  }
  for (let value: u32 = 0; value < 10; value++) store<u8>(SEXTETS + 0x30 + value, u8(52 + value));
  store<u8>(SEXTETS + 0x2b, 62);
  store<u8>(SEXTETS + 0x2f, 63);
}
