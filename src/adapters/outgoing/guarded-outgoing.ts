import ipaddr from 'ipaddr.js';
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import {
  OutgoingFailed,
  type Outgoing,
  type OutgoingAnswer,
} from '../../features/delivery/webhooks/messages/outgoing.ts';
import { HostAddresses, lookupOf, Unresolved, type Address } from './host-addresses.ts';

const KEPT_BYTES = 2_048;
/** How long a connection waits for the next request: less than servers wait, as a rule. */
const IDLE_MS = 4_000;
/** For a connection to one address, before the next one is tried. */
const NEXT_ADDRESS_MS = 1_000;
/** Hosts whose connections are kept. */
const KEPT_HOSTS = 256;

export interface GuardedOutgoingOptions {
  /** Allows http and every address: for the sandbox and for tests. */
  allowPrivate: boolean;
  /** For the whole exchange once the addresses are known, in milliseconds. */
  timeoutMs?: number;
  /** Finds a name's addresses. */
  addresses?: Pick<HostAddresses, 'of'>;
}

/**
 * Resolves the host, refuses addresses outside the public internet, and connects only to addresses that were checked, so that DNS
 * rebinding is impossible: a connection is used again only for the same host at the same addresses. Does not follow redirects.
 */
export class GuardedOutgoing implements Outgoing {
  private readonly addresses: Pick<HostAddresses, 'of'>;
  private readonly timeoutMs: number;
  private readonly agents = new Map<string, HttpAgent>();

  constructor(private readonly options: GuardedOutgoingOptions) {
    this.addresses = options.addresses ?? new HostAddresses();
    this.timeoutMs = options.timeoutMs ?? 10_000;
  }

  async post(url: string, headers: Readonly<Record<string, string>>, body: string | Buffer): Promise<OutgoingAnswer> {
    try {
      const to = new URL(url);
      // DNS has a limit of its own: that it is slow is not the receiver's fault.
      const addresses = await this.checkedAddresses(to);
      const deadline = new Deadline(this.timeoutMs);
      const exchange = this.exchange(to, addresses, headers, body, deadline);
      return await Promise.race([exchange, deadline.passed]).finally(() => deadline.end());
    } catch (error) {
      throw failureOf(error);
    }
  }

  private async exchange(
    url: URL,
    addresses: readonly Address[],
    headers: Readonly<Record<string, string>>,
    body: string | Buffer,
    deadline: Deadline,
  ): Promise<OutgoingAnswer> {
    const sent = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
    const options = {
      method: 'POST',
      headers: sent,
      agent: this.agentFor(url, addresses),
      lookup: lookupOf(addresses),
    };
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const send = (): ClientRequest => deadline.ends(start(url, options));
    const first = send();
    try {
      return await answerTo(first, body);
    } catch (error) {
      if (deadline.isPassed || !wasClosedMeanwhile(first, error)) throw error;
      return answerTo(send(), body);
    }
  }

  /** The connections to a host at its addresses, from an LRU cache. */
  private agentFor({ protocol, host }: URL, addresses: readonly Address[]): HttpAgent {
    const at = addresses.map(({ address }) => address).sort();
    const key = `${protocol}//${host} ${at.join(' ')}`;
    const known = this.agents.get(key);
    this.agents.delete(key);
    const agent =
      known ??
      new (protocol === 'https:' ? HttpsAgent : HttpAgent)({
        keepAlive: true,
        timeout: IDLE_MS,
        maxFreeSockets: 4,
        autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      });
    this.agents.set(key, agent);
    if (this.agents.size > KEPT_HOSTS) this.forget(this.agents.keys().next().value!);
    return agent;
  }

  private forget(key: string): void {
    // Ends idle connections; requests under way keep theirs.
    for (const sockets of Object.values(this.agents.get(key)!.freeSockets))
      for (const socket of sockets!) socket.destroy();
    this.agents.delete(key);
  }

  /** All addresses of a name must be allowed, so that it does not matter which one is used. */
  private async checkedAddresses({ protocol, hostname }: URL): Promise<readonly Address[]> {
    if (protocol !== 'https:' && !(this.options.allowPrivate && protocol === 'http:'))
      throw new OutgoingFailed('Only https addresses are called');
    const host = hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const addresses = family ? [{ address: host, family }] : await this.addresses.of(host);
    if (!this.options.allowPrivate && !addresses.every(({ address }) => isPublic(address)))
      throw new OutgoingFailed('The address is not on the public internet');
    return addresses;
  }
}

/** Ends a request when its time is up. `AbortSignal.timeout` would live until then, with everything that it refers to. */
class Deadline {
  readonly passed: Promise<never>;
  isPassed = false;
  private timer: NodeJS.Timeout | undefined;
  private request: ClientRequest | undefined;

  constructor(ms: number) {
    this.passed = new Promise((_resolve, reject) => {
      this.timer = setTimeout(() => {
        this.isPassed = true;
        reject(new OutgoingFailed('No answer in time'));
        this.request?.destroy();
      }, ms);
    });
  }

  ends(request: ClientRequest): ClientRequest {
    this.request = request;
    return this.isPassed ? request.destroy() : request;
  }

  end(): void {
    clearTimeout(this.timer);
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

function answerTo(request: ClientRequest, body: string | Buffer): Promise<OutgoingAnswer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      firstBytes(response).then((text) => resolve({ status: response.statusCode!, body: text }), reject);
    });
    request.end(body);
  });
}

/** Whether the server had closed the kept connection before the request came, so that it has seen nothing of it. */
function wasClosedMeanwhile(request: ClientRequest, error: unknown): boolean {
  return request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');
}

function firstBytes(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < KEPT_BYTES) return;
      resolve(textOf(chunks));
      response.destroy();
    });
    response.on('end', () => resolve(textOf(chunks)));
    response.on('error', reject);
  });
}

/** A character cut in two at the end becomes one replacement character, and is dropped. */
function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks)
    .subarray(0, KEPT_BYTES)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
}

/** By the codes of Node's errors; others are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing accepts connections at this address and port',
  ECONNRESET: 'The connection was closed before there was an answer',
  EPIPE: 'The connection was closed before there was an answer',
  EHOSTUNREACH: 'No route to this address',
  ENETUNREACH: 'No route to this address',
  CERT_HAS_EXPIRED: 'The certificate of this host has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The host does not send the certificates between its own and the authority',
};

function failureOf(error: unknown): OutgoingFailed {
  if (error instanceof OutgoingFailed) return error;
  if (error instanceof Unresolved) return new OutgoingFailed(error.message);
  const { code } = error as { code?: string };
  const reason = (code && REASONS[code]) ?? 'The connection failed';
  return new OutgoingFailed(code ? `${reason} (${code})` : reason);
}
