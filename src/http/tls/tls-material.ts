// The operator's TLS files as readings in; the options of a TLS server out, or one line for each violation. Lines name
// files and codes and quote nothing: a key must not reach a log.
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import { errorCode } from "../../config/error-code.ts";
import type { Checked } from "../../config/violations.ts";
import type { Reading } from "../../gateway/watched-file.ts";

/** The paths of the settings; each file holds PEM. */
export interface TlsFiles {
  /** The server's certificate first, then those that lead to its root. */
  readonly cert: string;
  readonly key: string;
  /** The authorities that sign clients' certificates; null when clients need none. */
  readonly clientCa: string | null;
}

export interface TlsReadings {
  readonly cert: Reading;
  readonly key: Reading;
  readonly clientCa: Reading | null;
}

export interface TlsMaterial {
  readonly context: SecureContextOptions;
  /** When the server's certificate begins and ends to hold, in milliseconds since 1970. */
  readonly validFromMs: number;
  readonly validToMs: number;
}

/** TLS 1.3, and of TLS 1.2 what is forward secret and authenticated: the rest HTTP/2 forbids (RFC 9113, 9.2.2). */
const CIPHERS = [
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "TLS_AES_128_GCM_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

const pemCertificates = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

export function parseTlsMaterial(files: TlsFiles, readings: TlsReadings): Checked<TlsMaterial> {
  const certText = textOf(readings.cert);
  const keyText = textOf(readings.key);
  const caText = readings.clientCa === null ? { value: null } : textOf(readings.clientCa);
  if ("violations" in certText) return certText;
  if ("violations" in keyText) return keyText;
  if ("violations" in caText) return caText;

  const cert = firstCertificate(certText.value);
  if (cert === null) return violation(`TLS certificate ${files.cert} holds no PEM certificate`);
  const key = privateKey(keyText.value);
  if (typeof key === "string") return violation(`TLS key ${files.key} ${key}`);
  if (!cert.checkPrivateKey(key)) {
    return violation(`TLS key ${files.key} does not belong to the certificate ${files.cert}`);
  }
  if (caText.value !== null && !onlyCertificates(caText.value)) {
    return violation(`TLS client CA ${files.clientCa} holds no PEM certificate, or one that cannot be read`);
  }

  const ca = caText.value === null ? {} : { ca: caText.value };
  const context = { cert: certText.value, key: keyText.value, ...ca, minVersion: "TLSv1.2", ciphers: CIPHERS } as const;
  try {
    createSecureContext(context);
  } catch (error) {
    return violation(`TLS certificate ${files.cert} cannot be used: ${errorCode(error)}`);
  }
  return {
    value: { context, validFromMs: cert.validFromDate.getTime(), validToMs: cert.validToDate.getTime() },
  };
}

function textOf(reading: Reading): Checked<string> {
  return "text" in reading ? { value: reading.text } : violation(`TLS file ${reading.problem}`);
}

function violation(line: string): { readonly violations: readonly string[] } {
  return { violations: [line] };
}

function firstCertificate(pem: string): X509Certificate | null {
  const [first] = pem.match(pemCertificates) ?? [];
  return first === undefined ? null : readable(first);
}

/** A certificate among several that cannot be read is passed over in silence by the TLS library. */
function onlyCertificates(pem: string): boolean {
  const blocks = pem.match(pemCertificates) ?? [];
  return blocks.length > 0 && blocks.every((block) => readable(block) !== null);
}

function readable(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

/** @returns what is wrong with it when it is no key */
function privateKey(pem: string): KeyObject | string {
  // As PKCS 8 says it in its first line and the older form in a header.
  if (pem.includes("ENCRYPTED")) return "is encrypted, must be without a passphrase";
  try {
    return createPrivateKey(pem);
  } catch {
    return "holds no PEM private key";
  }
}
