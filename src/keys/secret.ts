// Secrets of keys: minted from random bytes, recognised by shape, stored only as a digest.
// `wnw_` + 32 bytes in base62 + their CRC-32 in base62. Prefix and checksum let secret scanners recognise a leaked key;
// they protect nothing.
import { hash } from "node:crypto";
import { crc32 } from "node:zlib";

export type RandomBytes = (count: number) => Uint8Array;

const prefix = "wnw_";
/** 256 bits cannot be guessed. */
const SECRET_BYTES = 32;
/** Digits that hold any 32 bytes: 62^43 > 2^256. */
const SECRET_DIGITS = 43;
/** Digits that hold any 32 bits: 62^6 > 2^32. */
const CHECKSUM_DIGITS = 6;
const KEY_ID_BYTES = 8;
/** Digits that hold any 8 bytes: 62^11 > 2^64. */
const KEY_ID_DIGITS = 11;

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const shape = /^wnw_[0-9A-Za-z]{49}$/;

export function mintSecret(random: RandomBytes): string {
  const body = prefix + base62(random(SECRET_BYTES), SECRET_DIGITS);
  return body + checksum(body);
}

/** A public name for a key, independent of its secret. */
export function mintKeyId(random: RandomBytes): string {
  return `key_${base62(random(KEY_ID_BYTES), KEY_ID_DIGITS)}`;
}

/** Whether `text` has the shape and the checksum of a secret. */
export function isSecret(text: string): boolean {
  if (!shape.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_DIGITS);
  return text.slice(-CHECKSUM_DIGITS) === checksum(body);
}

/** SHA-256 in hexadecimal: enough for 256 random bits, which are in no dictionary. */
export function digestSecret(secret: string): string {
  return hash("sha256", secret);
}

function checksum(body: string): string {
  return encode(BigInt(crc32(body)), CHECKSUM_DIGITS);
}

function base62(bytes: Uint8Array, digits: number): string {
  return encode(BigInt(`0x${Buffer.from(bytes).toString("hex")}`), digits);
}

/** `value` in exactly `digits` digits, most significant first. */
function encode(value: bigint, digits: number): string {
  let rest = value;
  let text = "";
  for (let digit = 0; digit < digits; digit++) {
    text = alphabet.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
