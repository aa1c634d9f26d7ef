// In: the published ranks of o200k_base as one line: its tokens in base64, in the order of their ranks, separated by
// blanks. Out: the bytes of all tokens, one after the other in the pool, and where each starts. A token is identified
// by its rank; a lower rank is merged earlier.
import { BLANK, DIGITS, EQUALS_SIGN, LETTERS, LOWER_A, PLUS, SLASH, UPPER_A, ZERO } from "../../bytes/ascii";
import { POOL, POOL_BYTES, SEXTETS, TOKENS } from "../layout";
import { setStart } from "./token-record";

/**
 * Decodes [at, end), whole groups of four characters. Returns whether it has the expected numbers of tokens and bytes.
 */
export function decodeRanks(at: usize, end: usize): bool {
  fillSextets();
  let filled: u32 = 0;
  let token: u32 = 0;
  while (at < end) {
    if (load<u8>(at) === BLANK) {
      token++;
      if (token >= TOKENS) return false;
      setStart(token, filled);
      at++;
    }
    // A group writes three bytes, even if padding means that one or two of them do not count.
    if (filled > POOL_BYTES) return false;
    const high = (sextet(at) << 6) | sextet(at + 1);
    const low = (sextet(at + 2) << 6) | sextet(at + 3);
    store<u8>(POOL + filled, u8(high >> 4));
    store<u8>(POOL + filled + 1, u8((high << 4) | (low >> 8)));
    store<u8>(POOL + filled + 2, u8(low));
    filled += load<u8>(at + 2) === EQUALS_SIGN ? 1 : load<u8>(at + 3) === EQUALS_SIGN ? 2 : 3;
    at += 4;
  }
  setStart(TOKENS, filled);
  return token + 1 === TOKENS && filled === POOL_BYTES;
}

function sextet(at: usize): u32 {
  return u32(load<u8>(SEXTETS + u32(load<u8>(at))));
}

/** The values of base64 (RFC 4648): A to Z, a to z, 0 to 9, + and /. */
function fillSextets(): void {
  for (let value: u32 = 0; value < LETTERS; value++) {
    store<u8>(SEXTETS + UPPER_A + value, u8(value));
    store<u8>(SEXTETS + LOWER_A + value, u8(LETTERS + value));
  }
  for (let value: u32 = 0; value < DIGITS; value++) store<u8>(SEXTETS + ZERO + value, u8(2 * LETTERS + value));
  store<u8>(SEXTETS + PLUS, 2 * LETTERS + DIGITS);
  store<u8>(SEXTETS + SLASH, 2 * LETTERS + DIGITS + 1);
}
