import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { Target } from './connection-string.ts';
import { EventStoreRefused } from './event-store-refused.ts';

const PROBE_MS = 2_000;
const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** Why the server refused access; undefined for any other error. */
export function refusalOf(error: unknown, { credentials }: Target): EventStoreRefused | undefined {
  const { code, type } = error as { code?: number; type?: string };
  if (code === UNAUTHENTICATED)
    return new EventStoreRefused(
      'EventStoreDB refuses the user or the password in its URL. Percent-encode @ : / ? # % in them',
    );
  if (code !== PERMISSION_DENIED && type !== 'access-denied') return undefined;
  return new EventStoreRefused(
    credentials
      ? `EventStoreDB does not let the user ${credentials.username} read $all: add the user to $admins, or allow it in the server's default ACL (docs/ENGINES.md)`
      : 'EventStoreDB wants a user: name one in its URL, esdb://user:password@host:2113?tls=true',
  );
}

/** Probes each host for why it is unreachable, which the client does not report; undefined if any is reachable. */
export async function unreachable(target: Target): Promise<EventStoreRefused | undefined> {
  const found: string[] = [];
  for (const host of target.hosts) {
    const why = await (target.tls ? withTls(host, target) : withoutTls(host));
    if (why === undefined) return undefined;
    found.push(`EventStoreDB at ${host.address}:${host.port} ${why}`);
  }
  return new EventStoreRefused(found.join('; '));
}

type Host = Target['hosts'][number];

async function withTls({ address, port }: Host, { caFile }: Target): Promise<string | undefined> {
  const ca = caFile === undefined ? undefined : readFileSync(caFile, 'utf8');
  const code = await probe(() => connectTls({ host: address, port, ca, ALPNProtocols: ['h2'], ...named(address) }));
  if (code === undefined) return undefined;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `shows a certificate that is not for ${address}: use the host name of the certificate`;
  if (code === 'CERT_HAS_EXPIRED') return 'shows a certificate that has expired: renew it';
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return `shows a certificate that is not trusted (${code}): set your CA's certificate with tlsCAFile=/path/ca.crt`;
  const plain = await probe(() => connectTcp({ host: address, port }));
  return plain === undefined ? 'speaks no TLS: if that is intended, add ?tls=false to its URL' : notListening(plain);
}

async function withoutTls({ address, port }: Host): Promise<string | undefined> {
  const code = await probe(() => connectTcp({ host: address, port }));
  if (code !== undefined) return notListening(code);
  const unchecked = { host: address, port, rejectUnauthorized: false, ALPNProtocols: ['h2'], ...named(address) };
  const tls = await probe(() => connectTls(unchecked));
  return tls === undefined ? 'speaks TLS: change tls=false to tls=true in its URL' : undefined;
}

/** Server name indication does not allow IP addresses. */
function named(address: string): Pick<ConnectionOptions, 'servername'> {
  return /^[\d.]+$/.test(address) ? {} : { servername: address };
}

function notListening(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'is a name that is not known here: correct the URL';
  return `does not answer (${code}): start the server, or correct the URL; then try again shortly`;
}

/** The code of the error with which connecting fails; undefined if it succeeds. */
async function probe(connect: () => Socket): Promise<string | undefined> {
  const socket = connect();
  const limit = AbortSignal.timeout(PROBE_MS);
  try {
    await once(socket, 'encrypted' in socket ? 'secureConnect' : 'connect', { signal: limit });
    return undefined;
  } catch (error) {
    return limit.aborted ? 'ETIMEDOUT' : ((error as { code?: string }).code ?? 'unknown');
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
