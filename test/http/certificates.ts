// Certificates for tests, made at run time: an authority, and the certificates that it signs.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

export interface Pair {
  /** PEM */
  readonly cert: string;
  /** PEM */
  readonly key: string;
}

export interface Authority {
  /** PEM */
  readonly cert: string;
  /**
   * A pair for 127.0.0.1 and localhost, valid from `fromMs` to `holdsMs` milliseconds from now (negative: in the past).
   */
  readonly issue: (name: string, holdsMs?: number, fromMs?: number) => Promise<Pair>;
}

const DAY_MS = 86_400_000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

export async function makeAuthority(name: string): Promise<Authority> {
  const own = await makeKeys();
  const subject = `CN=${name}`;
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: subject,
    ...held(DAY_MS),
    signingAlgorithm: algorithm,
    keys: own,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    cert: pem(root),
    issue: async (issued, holdsMs = DAY_MS, fromMs = -2 * DAY_MS) => {
      const keys = await makeKeys();
      const cert = await x509.X509CertificateGenerator.create({
        subject: `CN=${issued}`,
        issuer: subject,
        ...held(holdsMs, fromMs),
        signingAlgorithm: algorithm,
        publicKey: keys.publicKey,
        signingKey: own.privateKey,
        extensions: [
          new x509.SubjectAlternativeNameExtension([
            { type: "dns", value: "localhost" },
            { type: "ip", value: "127.0.0.1" },
          ]),
        ],
      });
      const pkcs8 = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
      return { cert: pem(cert), key: x509.PemConverter.encode(pkcs8, "PRIVATE KEY") };
    },
  };
}

/** With a line end, so that several can be joined in a file. */
function pem(cert: x509.X509Certificate): string {
  return `${cert.toString("pem")}\n`;
}

function makeKeys() {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

function held(holdsMs: number, fromMs = -2 * DAY_MS) {
  return { notBefore: new Date(Date.now() + fromMs), notAfter: new Date(Date.now() + holdsMs) };
}
