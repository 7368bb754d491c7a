import ipaddr from 'ipaddr.js';
import { isIP, isIPv4 } from 'node:net';

/** Groups of an IPv6 address by which networks are told apart: whoever has one address has all the others of a /64, too. */
const NETWORK_GROUPS = 4;

/** What requests are counted by: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIP(plain) || isIPv4(plain)) return plain;
  const groups = ipaddr.IPv6.parse(plain).parts.slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The address of a client, each in one form: without the port that some proxies append, and IPv4 rather than mapped to IPv6. */
export function plainAddress(reported: string): string {
  const address = withoutPort(reported);
  return isIP(address) ? ipaddr.process(address).toString() : address;
}

/** `192.0.2.1:1000`, `[2001:db8::1]:1000` and `[2001:db8::1]` without port and brackets. */
function withoutPort(address: string): string {
  const [, inBrackets, dotted] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(address) ?? [];
  return inBrackets ?? dotted ?? address;
}
