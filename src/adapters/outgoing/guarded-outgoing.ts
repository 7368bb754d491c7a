import ipaddr from 'ipaddr.js';
import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { OutgoingFailed, type Outgoing, type OutgoingAnswer } from '../../features/delivery/webhooks/outgoing.ts';

const KEPT_BYTES = 2_048;

interface Address {
  address: string;
  family: number;
}

export interface GuardedOutgoingOptions {
  /** Allows http and every address: for the sandbox and for tests. */
  allowPrivate: boolean;
  /** For the whole exchange, in milliseconds. */
  timeoutMs?: number;
  /** Finds a name's addresses; the system's resolver unless given. */
  resolve?: (host: string) => Promise<Address[]>;
}

/**
 * Resolves the host, refuses addresses outside the public internet, and connects to exactly the address that was checked, so that DNS
 * rebinding is impossible. Does not follow redirects.
 */
export class GuardedOutgoing implements Outgoing {
  private readonly resolve: (host: string) => Promise<Address[]>;
  private readonly timeoutMs: number;

  constructor(private readonly options: GuardedOutgoingOptions) {
    this.resolve = options.resolve ?? ((host) => lookup(host, { all: true }));
    this.timeoutMs = options.timeoutMs ?? 10_000;
  }

  async post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<OutgoingAnswer> {
    const signal = AbortSignal.timeout(this.timeoutMs);
    try {
      return await Promise.race([this.exchange(new URL(url), headers, body, signal), rejectedBy(signal)]);
    } catch (error) {
      throw failureOf(error, signal);
    }
  }

  private async exchange(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<OutgoingAnswer> {
    if (url.protocol !== 'https:' && !(this.options.allowPrivate && url.protocol === 'http:'))
      throw new OutgoingFailed('Only https addresses are called');
    const address = await this.checkedAddress(url.hostname.replace(/^\[|\]$/g, ''));
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { method: 'POST', headers: sent, agent: false, signal, lookup: always(address) });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        firstBytes(response).then((text) => resolve({ status: response.statusCode!, body: text }), reject);
      });
      outgoing.end(body);
    });
  }

  /** All addresses of a name must be allowed, so that it does not matter which one is used. */
  private async checkedAddress(host: string): Promise<Address> {
    const family = isIP(host);
    const addresses = family ? [{ address: host, family }] : await this.resolve(host);
    const [first] = addresses;
    if (!first) throw new OutgoingFailed('The name has no address');
    if (!this.options.allowPrivate && !addresses.every(({ address }) => isPublic(address)))
      throw new OutgoingFailed('The address is not on the public internet');
    return first;
  }
}

/** Global unicast (RFC 4291) and IPv4-mapped addresses; all else is reserved or deprecated, such as IPv4-compatible ones (::/96). */
const ASSIGNED = new BlockList();
ASSIGNED.addSubnet('2000::', 3, 'ipv6');
ASSIGNED.addSubnet('::ffff:0:0', 96, 'ipv6');

/** `unicast` is what remains without the special ranges; an IPv4-mapped address counts as IPv4. */
export function isPublic(text: string): boolean {
  return ipaddr.process(text).range() === 'unicast' && (isIP(text) === 4 || ASSIGNED.check(text, 'ipv6'));
}

function always({ address, family }: Address): LookupFunction {
  return (_host, options, callback) =>
    options.all ? callback(null, [{ address, family }]) : callback(null, address, family);
}

async function firstBytes(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= KEPT_BYTES) break;
  }
  response.destroy();
  // A character cut in two at the end becomes one replacement character, and is dropped.
  return Buffer.concat(chunks)
    .subarray(0, KEPT_BYTES)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('Timed out'))));
}

function failureOf(error: unknown, signal: AbortSignal): OutgoingFailed {
  if (error instanceof OutgoingFailed) return error;
  if (signal.aborted) return new OutgoingFailed('No answer in time');
  const { code } = error as { code?: string };
  return new OutgoingFailed(code ? `The connection failed (${code})` : 'The connection failed');
}
