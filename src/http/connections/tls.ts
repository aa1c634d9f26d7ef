// The TLS side of a connection: an accepted socket in; one with a finished handshake out, or none. Unfinished
// handshakes are limited in time and number, so clients that connect and stay silent keep no one out.
import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { errorCode } from "../../thrown.ts";
import { HANDSHAKES_MAX } from "../limits.ts";
import type { TlsIdentity } from "./tls-identity.ts";

/** Why a handshake failed; the values of a metric's label. */
export const handshakeFailures = ["timeout", "crowded_out", "client_certificate", "client_left", "protocol"] as const;
type HandshakeFailure = (typeof handshakeFailures)[number];

export interface TlsFrontParts {
  readonly identity: TlsIdentity;
  /** Longest time for a handshake, in milliseconds. */
  readonly handshakeMs: number;
  readonly onSecure: (socket: TLSSocket) => void;
  readonly onFailed: (why: HandshakeFailure) => void;
}

/** The listener for a server's `connection` event. */
export function createTlsFront({ identity, handshakeMs, onSecure, onFailed }: TlsFrontParts): (socket: Socket) => void {
  const { context } = identity.current();
  const server = createServer({
    ...context,
    ALPNProtocols: ["h2", "http/1.1"],
    handshakeTimeout: handshakeMs,
    // Whether clients need a certificate is fixed at the start; the authorities may change.
    requestCert: context.ca !== undefined,
    rejectUnauthorized: true,
  });
  identity.onChange((material) => server.setSecureContext(material.context));

  // By age, oldest first. A TLS socket does not give the socket below it, but both have the remote endpoint.
  const handshaking = new Map<string, Socket>();
  /** Sockets evicted here whose failure is not reported yet; the library reports that their client left. */
  let evicted = 0;

  server.on("secureConnection", (socket) => {
    handshaking.delete(peerOf(socket));
    // Only TLS 1.2 has it, nothing here needs it, and it costs the server more than the client.
    socket.disableRenegotiation();
    onSecure(socket);
  });
  server.on("tlsClientError", (error, socket) => {
    const why = failureOf(error, socket);
    const ours = why === "client_left" && evicted > 0;
    if (ours) evicted -= 1;
    onFailed(ours ? "crowded_out" : why);
    // After a time-out the library only reports it and leaves the socket open.
    socket.destroy();
  });

  function evictOldest(): void {
    for (const [peer, socket] of handshaking) {
      evicted += 1;
      handshaking.delete(peer);
      socket.destroy();
      return;
    }
  }

  return (socket) => {
    const peer = peerOf(socket);
    // The oldest is the least likely to finish soon, so a flood of silent connections evicts itself.
    if (handshaking.size >= HANDSHAKES_MAX) evictOldest();
    handshaking.set(peer, socket);
    socket.once("close", () => handshaking.delete(peer));
    server.emit("connection", socket);
  };
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function failureOf(error: Error, { authorizationError }: TLSSocket): HandshakeFailure {
  const code = errorCode(error);
  if (code === "ERR_TLS_HANDSHAKE_TIMEOUT") return "timeout";
  // A rejected certificate has its reason at the socket; a missing one is the library's error.
  if (authorizationError || code.includes("CERTIFICATE")) return "client_certificate";
  return code === "ECONNRESET" ? "client_left" : "protocol";
}
