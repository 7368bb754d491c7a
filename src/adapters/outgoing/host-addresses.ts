import { lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP, type LookupFunction } from 'node:net';

/** For all servers and repetitions, in milliseconds; after that, their answer is not waited for. */
const LIMIT_MS = 5_000;
/** For the first answer of one server, in milliseconds; for the second, twice as long. */
const FIRST_ANSWER_MS = 1_500;
/** Of a name, to connect to. */
const MOST_ADDRESSES = 4;

export interface Address {
  address: string;
  family: number;
}

export interface HostAddressesOptions {
  /** Addresses of DNS servers, with a port if it is not 53; those of the system by default. */
  servers?: readonly string[];
  limitMs?: number;
  /** The text of a hosts file; the system's by default. */
  hosts?: string;
}

/** DNS has no address of a name, or does not answer. The message says which. */
export class Unresolved extends Error {}

/**
 * Finds the addresses of names in the hosts file or by DNS. Unlike the system's `getaddrinfo`, of which two run at a time for the whole process,
 * so that a few names which nobody answers for hold up every connection, this waits for each name alone. Lookups of one name are shared.
 * Names are taken as they are, without search domains.
 */
export class HostAddresses {
  private readonly pending = new Map<string, Promise<readonly Address[]>>();
  private hosts: ReadonlyMap<string, readonly Address[]> | undefined;

  constructor(private readonly options: HostAddressesOptions = {}) {}

  /** @returns at least one, IPv4 first. @throws Unresolved */
  async of(name: string): Promise<readonly Address[]> {
    this.hosts ??= hostsIn(this.options.hosts ?? systemHosts());
    const host = name.toLowerCase();
    const known = this.hosts.get(host) ?? (/^(.+\.)?localhost$/.test(host) ? LOOPBACK : undefined);
    if (known) return known;
    const pending = this.pending.get(host) ?? this.ask(host).finally(() => this.pending.delete(host));
    this.pending.set(host, pending);
    return pending;
  }

  /** By a resolver of its own, so that servers which do not know one name are asked about others all the same. */
  private async ask(host: string): Promise<readonly Address[]> {
    const { servers, limitMs = LIMIT_MS } = this.options;
    const resolver = new Resolver({ timeout: FIRST_ANSWER_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), limitMs);
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    clearTimeout(timer);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses.slice(0, MOST_ADDRESSES).map(addressOf);
    const [code] = answers
      .map((answer) => (answer.status === 'rejected' ? (answer.reason as { code: string }).code : NONE))
      // That there is no address is only known if both answers say so.
      .sort((one, other) => Number(one === NONE) - Number(other === NONE));
    throw new Unresolved(`${REASONS[code!] ?? 'DNS could not resolve the host name'} (${code})`);
  }
}

const NONE = 'ENODATA';
const LATE = 'DNS did not answer for the host name in time';
/** By the codes of Node's errors. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not exist',
  ENODATA: 'The host name has no address',
  ETIMEOUT: LATE,
  ECANCELLED: LATE,
};

const LOOPBACK = ['127.0.0.1', '::1'].map(addressOf);

/**
 * For connections to servers that operators name: by `addresses`, so that nobody else's name holds them up; what only the system knows, such as a
 * name in a search domain, by the system.
 */
export function lookupBy(addresses: HostAddresses): LookupFunction {
  return (name, options, callback) => {
    addresses.of(name).then(
      (found) => lookupOf(found)(name, options, callback),
      () => lookup(name, options, callback),
    );
  };
}

/** Answers with addresses that are known. */
export function lookupOf(addresses: readonly Address[]): LookupFunction {
  return (_name, { all, family }, callback) => {
    if (all) return callback(null, [...addresses]);
    const one = addresses.find((each) => each.family === family) ?? addresses[0]!;
    return callback(null, one.address, one.family);
  };
}

function addressOf(address: string): Address {
  return { address, family: isIP(address) };
}

function systemHosts(): string {
  try {
    return readFileSync('/etc/hosts', 'utf8');
  } catch {
    return '';
  }
}

function hostsIn(text: string): Map<string, Address[]> {
  const hosts = new Map<string, Address[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map((one) => one.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), addressOf(address)]);
  }
  return hosts;
}
