// The TLS end of a connection: a socket that has just been accepted in, one with its handshake done out, or nothing.
// Half-open handshakes are bounded in time and number, so that who opens connections and stays silent keeps nobody out.
import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { errorCode } from "../../config/error-code.ts";
import { HANDSHAKES_MAX } from "../limits.ts";
import type { TlsIdentity } from "./tls-identity.ts";

/** Why a handshake came to nothing; the closed set of a metric's label. */
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
    // Whether clients must show a certificate does not change while the process lives; who signs them may.
    requestCert: context.ca !== undefined,
    rejectUnauthorized: true,
  });
  identity.onChange((material) => server.setSecureContext(material.context));

  // By age, oldest first. A TLS socket does not tell the socket below it, but both know who is at the other end.
  const shaking = new Map<string, Socket>();
  /** Sockets closed to make room, whose failure is still to come: to the library their client has left. */
  let pushedOut = 0;

  server.on("secureConnection", (socket) => {
    shaking.delete(peerOf(socket));
    // Only TLS 1.2 knows it, nothing here needs it, and it costs the server more than the client.
    socket.disableRenegotiation();
    onSecure(socket);
  });
  server.on("tlsClientError", (error, socket) => {
    const why = failureOf(error, socket);
    const ours = why === "client_left" && pushedOut > 0;
    if (ours) pushedOut -= 1;
    onFailed(ours ? "crowded_out" : why);
    // After a time-out it would stay open: the library only tells of it.
    socket.destroy();
  });

  function pushOutOldest(): void {
    for (const [peer, socket] of shaking) {
      pushedOut += 1;
      shaking.delete(peer);
      socket.destroy();
      return;
    }
  }

  return (socket) => {
    const peer = peerOf(socket);
    // The oldest is the least likely to be done soon: a flood of silent connections pushes itself out.
    if (shaking.size >= HANDSHAKES_MAX) pushOutOldest();
    shaking.set(peer, socket);
    socket.once("close", () => shaking.delete(peer));
    server.emit("connection", socket);
  };
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function failureOf(error: Error, { authorizationError }: TLSSocket): HandshakeFailure {
  const code = errorCode(error);
  if (code === "ERR_TLS_HANDSHAKE_TIMEOUT") return "timeout";
  // One that was shown and not accepted has its reason at the socket, one that was not shown is the library's error.
  if (authorizationError || code.includes("CERTIFICATE")) return "client_certificate";
  return code === "ECONNRESET" ? "client_left" : "protocol";
}
