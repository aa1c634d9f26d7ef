// The playground answers this machine alone: what it may bind to, and what its pages may be called.
// In: addresses and header values. Out: true or false. Must never let a name decide: names can be made to lead here.
import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** An IP address that only this machine reaches. A name is none, not even `localhost`. */
export function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** What the `Host` header of an honest page says. A site whose name was pointed at this machine says its own name. */
export function authoritiesOf(address: string, port: number): readonly string[] {
  return [isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`, `localhost:${port}`];
}
