import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import type { Reading } from "../../../src/gateway/watched-file.ts";
import { parseTlsMaterial } from "../../../src/http/connections/tls-identity.ts";
import { unwrap, violationsOf } from "../../config/checked.ts";
import { makeAuthority } from "../fixtures/certificates.ts";

const authority = await makeAuthority("ca");
const pair = await authority.issue("one");
const other = await authority.issue("two");
const { privateKey: encrypted } = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "words" },
});

function parse(cert: string, key: string, ca: string | null = null) {
  const reading = (text: string): Reading => ({ text, identity: text });
  return parseTlsMaterial(
    { cert: "c.pem", key: "k.pem", clientCa: ca === null ? null : "ca.pem" },
    { cert: reading(cert), key: reading(key), clientCa: ca === null ? null : reading(ca) },
  );
}

test("a pair is loaded with its intermediates, and its expiry is known", () => {
  const { context, validFromMs, validToMs } = unwrap(parse(pair.cert + authority.cert, pair.key, authority.cert));
  expect(context).toMatchObject({ cert: pair.cert + authority.cert, ca: authority.cert, minVersion: "TLSv1.2" });
  expect(validToMs - Date.now()).toBeGreaterThan(80_000_000);
  expect(validFromMs).toBeLessThan(Date.now());
});

const noCertificate = "TLS certificate c.pem holds no PEM certificate";
const noKey = "TLS key k.pem holds no PEM private key";
const noCa = "TLS client CA ca.pem holds no PEM certificate, or one that cannot be read";

test.each([
  ["an empty certificate", "", pair.key, null, noCertificate],
  ["half a certificate", pair.cert.slice(0, 300), pair.key, null, noCertificate],
  ["a key instead of a certificate", pair.key, pair.key, null, noCertificate],
  ["an empty key", pair.cert, "", null, noKey],
  ["half a key", pair.cert, pair.key.slice(0, 80), null, noKey],
  ["a certificate instead of a key", pair.cert, pair.cert, null, noKey],
  ["an encrypted key", pair.cert, encrypted, null, "TLS key k.pem is encrypted, must be without a passphrase"],
  [
    "the key of another certificate",
    pair.cert,
    other.key,
    null,
    "TLS key k.pem does not belong to the certificate c.pem",
  ],
  ["no authority", pair.cert, pair.key, "words", noCa],
  [
    "an unreadable authority among others",
    pair.cert,
    pair.key,
    `${authority.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
    noCa,
  ],
])("%s is a violation that names the file", (_name, cert, key, ca, violation) => {
  expect(violationsOf(parse(cert, key, ca))).toEqual([violation]);
});

test("a malformed certificate after the first is a violation", () => {
  const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  expect(violationsOf(parse(pair.cert + broken, pair.key))).toEqual([
    expect.stringMatching(/^TLS certificate c\.pem cannot be used: ERR_/),
  ]);
});
