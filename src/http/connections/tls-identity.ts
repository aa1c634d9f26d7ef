// The server's certificate and key: the operator's files in, TLS settings out. The files are polled. A new pair that is
// valid replaces the old one; an invalid one is reported and changes nothing. Reports name files and codes and quote
// nothing, because a key must not reach a log.
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import type { Checked } from "../../config/violations.ts";
import { overdue, pollFiles, type Reading, readLater, readNow } from "../../gateway/watched-file.ts";
import { errorCode } from "../../thrown.ts";
import type { Clock } from "../../time/clock.ts";

export interface TlsIdentity {
  readonly current: () => TlsMaterial;
  /** Calls back at every change from now on. */
  readonly onChange: (listener: (material: TlsMaterial) => void) => void;
  /** Seconds until the current certificate expires; negative once it has. */
  readonly secondsLeft: () => number;
  /** Number of rejected changes of the files so far. */
  readonly rejections: () => number;
  /** Whether the current files are rejected and an earlier pair is in force. */
  readonly rejected: () => boolean;
  readonly close: () => void;
}

interface TlsIdentityParts {
  readonly files: TlsFiles;
  readonly clock: Clock;
  readonly onLoaded: (material: TlsMaterial) => void;
  /** Changed files were rejected; the earlier pair stays in force. */
  readonly onRejected: (violations: readonly string[]) => void;
}

/** The first reading is part of the start: files that are missing or bad are returned as violations. */
export function watchTlsIdentity({ files, clock, onLoaded, onRejected }: TlsIdentityParts): Checked<TlsIdentity> {
  const first = readFiles(files, readNow);
  const parsed = parseTlsMaterial(files, first);
  if ("violations" in parsed) return parsed;

  let material = parsed.value;
  let seen = identityOf(first);
  let doubtful = "";
  let rejections = 0;
  let rejected = false;
  const listeners = new Set<(material: TlsMaterial) => void>();
  const paths = [files.cert, files.key, ...(files.clientCa === null ? [] : [files.clientCa])];

  function take(next: TlsReadings): void {
    const identity = identityOf(next);
    if (identity === seen) return;
    const checked = checkReplacement(files, next, clock.wallMs());
    if ("violations" in checked && identity !== doubtful) {
      doubtful = identity;
      return;
    }
    seen = identity;
    rejected = "violations" in checked;
    if ("violations" in checked) {
      rejections += 1;
      onRejected(checked.violations);
      return;
    }
    material = checked.value;
    for (const listener of listeners) listener(material);
    onLoaded(material);
  }

  onLoaded(material);
  const reader = { read: () => readFilesLater(files), isRead: areRead, overdue: () => readFiles(files, overdue) };
  const close = pollFiles(paths, clock, reader, take);
  return {
    value: {
      current: () => material,
      onChange: (listener) => listeners.add(listener),
      secondsLeft: () => (material.validToMs - clock.wallMs()) / 1000,
      rejections: () => rejections,
      rejected: () => rejected,
      close,
    },
  };
}

/** A certificate that is not valid now may be served at the start, but does not replace a valid one. */
function checkReplacement(files: TlsFiles, readings: TlsReadings, nowMs: number): Checked<TlsMaterial> {
  const parsed = parseTlsMaterial(files, readings);
  if ("violations" in parsed) return parsed;
  const { validFromMs, validToMs } = parsed.value;
  if (nowMs < validToMs && nowMs >= validFromMs) return parsed;
  const [from, to] = [validFromMs, validToMs].map((ms) => new Date(ms).toISOString());
  return { violations: [`TLS certificate ${files.cert} is valid from ${from} to ${to}, must be valid now`] };
}

function readFiles({ cert, key, clientCa }: TlsFiles, read: (path: string) => Reading): TlsReadings {
  return { cert: read(cert), key: read(key), clientCa: clientCa === null ? null : read(clientCa) };
}

async function readFilesLater({ cert, key, clientCa }: TlsFiles): Promise<TlsReadings> {
  const readings = [readLater(cert), readLater(key), clientCa === null ? null : readLater(clientCa)] as const;
  const [ofCert, ofKey, ofClientCa] = await Promise.all(readings);
  return { cert: ofCert, key: ofKey, clientCa: ofClientCa };
}

function areRead({ cert, key, clientCa }: TlsReadings): boolean {
  return [cert, key, clientCa].every((reading) => reading === null || "text" in reading);
}

function identityOf({ cert, key, clientCa }: TlsReadings): string {
  return [cert, key, clientCa].map((reading) => reading?.identity ?? "").join(" ");
}

/** The paths of the settings; each file holds PEM. */
interface TlsFiles {
  /** The server's certificate first, then its intermediates. */
  readonly cert: string;
  readonly key: string;
  /** The authorities that sign client certificates; null if clients need none. */
  readonly clientCa: string | null;
}

interface TlsReadings {
  readonly cert: Reading;
  readonly key: Reading;
  readonly clientCa: Reading | null;
}

interface TlsMaterial {
  readonly context: SecureContextOptions;
  /** The validity of the server's certificate, in milliseconds since 1970. */
  readonly validFromMs: number;
  readonly validToMs: number;
}

/** TLS 1.3, and the authenticated ciphers with forward secrecy of TLS 1.2: HTTP/2 forbids others (RFC 9113, 9.2.2). */
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

/** The TLS library silently skips an unreadable certificate among several. */
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

/** @returns the violation if it is not a key */
function privateKey(pem: string): KeyObject | string {
  // PKCS 8 states it in its first line, the older form in a header.
  if (pem.includes("ENCRYPTED")) return "is encrypted, must be without a passphrase";
  try {
    return createPrivateKey(pem);
  } catch {
    return "holds no PEM private key";
  }
}
