import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address by which networks are told apart: whoever has one address has all the others of a /64, too. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** What requests are counted by: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  // An IPv4 address in the form of an IPv6 address.
  const dotted = plain.slice(plain.lastIndexOf(':') + 1);
  if (dotted.includes('.')) return dotted;
  const [head = '', tail] = plain.split('::');
  const first = groupsIn(head);
  const zeros = tail === undefined ? 0 : GROUPS - first.length - groupsIn(tail).length;
  const all = [...first, ...Array<number>(zeros).fill(0), ...groupsIn(tail ?? '')];
  return `${all
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function groupsIn(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => parseInt(group, 16));
}
