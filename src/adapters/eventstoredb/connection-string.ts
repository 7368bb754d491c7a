import { existsSync } from 'node:fs';
import { EventStoreRefused } from './event-store-refused.ts';

export interface Credentials {
  username: string;
  password: string;
}

/** A parsed connection string. */
export interface Target {
  hosts: readonly { address: string; port: number }[];
  tls: boolean;
  /** Path of the CA certificates to trust instead of Node's own. */
  caFile: string | undefined;
  credentials: Credentials | undefined;
}

const EXAMPLE = 'esdb://user:password@host:2113?tls=true';
const FORM = /^esdb(?:\+discover)?:\/\/(?:(?<user>[^/?]*)@)?(?<hosts>[^/?@]+)\/*(?:\?(?<options>.*))?$/;
const DEFAULT_PORT = '2113';
/** Options passed on to the client unchanged, or read here. */
const OPTIONS = [
  'tls',
  'tlsCAFile',
  'tlsVerifyCert',
  'nodePreference',
  'throwOnAppendFailure',
  'connectionName',
  'defaultDeadline',
  'discoveryInterval',
  'gossipTimeout',
  'maxDiscoverAttempts',
  'keepAliveInterval',
  'keepAliveTimeout',
];
const NUMBERS = OPTIONS.slice(6);

/**
 * Parses a connection string of EventStoreDB more strictly than its client: refuses what the client ignores or misreads.
 * @throws EventStoreRefused what is wrong with it, without the password
 */
export function readConnectionString(text: string): Target {
  const { user, hosts, options } = FORM.exec(text.trim())?.groups ?? {};
  if (hosts === undefined) throw new EventStoreRefused(`The URL of EventStoreDB is malformed. For example: ${EXAMPLE}`);
  const nodes = hosts.split(',').map(hostOf);
  const given = optionsOf(options ?? '');
  const tls = (given.get('tls') ?? 'true') === 'true';
  refuseUnsafe(given);
  const caFile = given.get('tlsCAFile');
  if (caFile !== undefined && !existsSync(caFile))
    throw new EventStoreRefused(`tlsCAFile=${caFile} in the URL of EventStoreDB names no readable file`);
  const credentials = user === undefined ? undefined : credentialsOf(user);
  if (tls && !credentials)
    throw new EventStoreRefused(
      `The URL of EventStoreDB names no user, and a server with TLS requires one: ${EXAMPLE}. For a server without TLS and users add ?tls=false`,
    );
  return { hosts: nodes, tls, caFile, credentials };
}

function credentialsOf(user: string): Credentials {
  const [username, password, ...rest] = user.split(':');
  if (!username || !password || rest.length > 0 || user.includes('@'))
    throw new EventStoreRefused(
      'The URL of EventStoreDB needs user:password before the @. Percent-encode @ : / ? # % in them, such as %40 for @',
    );
  return { username: decoded(username), password: decoded(password) };
}

function hostOf(host: string): { address: string; port: number } {
  const [address = '', port = DEFAULT_PORT, ...rest] = host.split(':');
  if (!/^[\w.-]+$/.test(address) || !/^\d{1,5}$/.test(port) || rest.length > 0)
    throw new EventStoreRefused(
      `The URL of EventStoreDB is malformed at ${JSON.stringify(host)}: write several hosts as host:2113,host:2113, each a name or an IPv4 address`,
    );
  return { address, port: Number(port) };
}

/** Options by the client's own names, which are case-insensitive. */
function optionsOf(text: string): Map<string, string> {
  const known = new Map(OPTIONS.map((name) => [name.toLowerCase(), name]));
  return new Map(
    text
      .split('&')
      .filter((one) => one !== '')
      .map((one) => {
        const [key = '', value = ''] = one.split('=');
        const name = known.get(key.toLowerCase().replace(/[_-]/g, ''));
        if (name === undefined || value === '')
          throw new EventStoreRefused(
            `The URL of EventStoreDB has the option ${JSON.stringify(key)}${name ? ' without a value' : ', which is unknown'}. Known: ${OPTIONS.join(', ')}`,
          );
        return [name, decoded(value)];
      }),
  );
}

function refuseUnsafe(options: ReadonlyMap<string, string>): void {
  const refuse = (name: string, why: string) => {
    throw new EventStoreRefused(`${name}=${options.get(name)} in the URL of EventStoreDB ${why}`);
  };
  for (const name of ['tls', 'tlsVerifyCert', 'throwOnAppendFailure'])
    if (options.has(name) && !['true', 'false'].includes(options.get(name)!)) refuse(name, 'must be true or false');
  for (const name of NUMBERS) if (/\D/.test(options.get(name) ?? '')) refuse(name, 'must be a whole number');
  if ((options.get('nodePreference') ?? 'leader').toLowerCase() !== 'leader')
    refuse('nodePreference', 'is not possible: only the leader shows what was just written. Remove it');
  if (options.get('tlsVerifyCert') === 'false')
    refuse('tlsVerifyCert', 'is not possible. Remove it, and name the certificate of your CA: tlsCAFile=/path/ca.crt');
  if (options.get('throwOnAppendFailure') === 'false') refuse('throwOnAppendFailure', 'is not possible. Remove it');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new EventStoreRefused(
      'The URL of EventStoreDB has a % that does not start a percent-encoded character: write it as %25',
    );
  }
}
