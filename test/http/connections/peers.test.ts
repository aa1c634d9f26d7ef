import { expect, test } from "vitest";
import { createPeers, networkOf, RESETS } from "../../../src/http/connections/peers.ts";
import { manualClock } from "../../time/manual-clock.ts";

const clock = manualClock("2030-01-01T00:00:00Z");

function peerAt(remoteAddress: string) {
  const peer = createPeers(clock, true).of({ remoteAddress });
  if (peer === null) throw new Error("addresses are counted");
  return peer;
}

test.each([
  ["an IPv4 address", "192.0.2.1", "192.0.2.1"],
  ["an IPv4 address in IPv6", "::ffff:192.0.2.1", "192.0.2.1"],
  ["a full IPv6 address", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["a shortened one", "2001:db8::1", "2001:db8:0:0"],
  ["the loopback address", "::1", "0:0:0:0"],
  ["one that ends in zeros", "2001:db8:1::", "2001:db8:1:0"],
])("%s is one peer with its network", (_name, address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("a peer may reset a burst of calls, and then some each second", () => {
  const { resets } = peerAt("192.0.2.1");
  const spend = (count: number) => Array.from({ length: count }, () => resets.spend(1));
  expect(spend(RESETS.burst)).not.toContain(false);
  expect(resets.spend(1)).toBe(false);
  clock.pass(2_000);
  // One was used beyond the limit.
  expect(spend(2 * RESETS.perSecond - 1)).not.toContain(false);
  expect(resets.spend(1)).toBe(false);
});

test("a peer whose connection was closed waits, twice as long each time, until it behaves for a minute", () => {
  const peer = peerAt("192.0.2.1");
  expect(peer.delayMs()).toBe(0);
  const delays: number[] = [];
  for (let cut = 0; cut < 7; cut++) {
    peer.cut();
    // Another connection of the same peer, which is cut together with it.
    peer.cut();
    delays.push(peer.delayMs());
    clock.pass(peer.delayMs());
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(peer.delayMs()).toBe(0);
  clock.pass(60_001);
  peer.cut();
  expect(peer.delayMs()).toBe(1_000);
});

test("beyond ten thousand addresses, those without a connection are forgotten, oldest first", () => {
  const peers = createPeers(clock, true);
  const address = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
  const connected = peers.of({ remoteAddress: address(0) });
  if (connected !== null) connected.connections = 1;
  peers.of({ remoteAddress: address(1) })?.cut();
  for (let at = 2; at <= 10_000; at++) peers.of({ remoteAddress: address(at) });
  expect(peers.of({ remoteAddress: address(0) })).toBe(connected);
  expect(peers.of({ remoteAddress: address(1) })?.delayMs()).toBe(0);
});

test("behind a proxy no address is counted", () => {
  expect(createPeers(clock, false).of({ remoteAddress: "192.0.2.1" })).toBeNull();
});
