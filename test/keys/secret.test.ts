import { createHash, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { digestSecret, isSecret, mintKeyId, mintSecret } from "../../src/keys/secret.ts";

const filled = (byte: number) => (count: number) => new Uint8Array(count).fill(byte);

test("all secrets have the same length", () => {
  expect(mintSecret(filled(0))).toMatch(/^wnw_0{43}[0-9A-Za-z]{6}$/);
  expect(mintSecret(filled(255))).toMatch(/^wnw_[0-9A-Za-z]{49}$/);
});

test("every random byte changes the secret", () => {
  const bytes = randomBytes(32);
  const secrets = Array.from(bytes, (_, index) =>
    mintSecret(() => bytes.map((byte, place) => (place === index ? byte ^ 1 : byte))),
  );
  expect(new Set([...secrets, mintSecret(() => bytes)]).size).toBe(33);
});

test("secrets are recognised, and a changed character is detected", () => {
  const position = fc.integer({ min: 4, max: 52 });
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(bytes, position, fc.constantFrom("0", "A", "z", "-", "é"), (random, at, replacement) => {
      const secret = mintSecret(() => random);
      const changed = secret.slice(0, at) + replacement + secret.slice(at + 1);
      expect(isSecret(secret)).toBe(true);
      expect(isSecret(changed)).toBe(changed === secret);
    }),
  );
});

test.each(["", "wnw_", `wnw_${"0".repeat(49)}`, `wnx_${mintSecret(filled(1)).slice(4)}`, `${mintSecret(filled(1))}\n`])(
  "%j is not a secret",
  (text) => {
    expect(isSecret(text)).toBe(false);
  },
);

test("the digest is SHA-256 in lower-case hexadecimal", () => {
  expect(digestSecret("abc")).toBe(createHash("sha256").update("abc").digest("hex"));
});

test("key ids are plain words of the same length", () => {
  expect(mintKeyId(filled(0))).toBe("key_00000000000");
  expect(mintKeyId(filled(255))).toMatch(/^key_[0-9A-Za-z]{11}$/);
});
