import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** Everything that can be set, parsed. Only this file reads the environment. */
export interface Config {
  production: boolean;
  port: number;
  /** Address that is listened on. */
  host: string;
  /** A HOST that was set and is not listened on, because the sandbox is for this machine only. */
  refusedHost: string | undefined;
  /** How browsers reach it: scheme, host and port, without a slash at the end. */
  baseUrl: string;
  /** Origins of our own pages. */
  ownOrigins: readonly string[];
  /** Our own, and those of TRUSTED_ORIGINS: origins, schemes, or hosts with `*`. */
  trustedOrigins: readonly string[];
  /** Absolute path. */
  dataDir: string;
  /** `local`: on by default, for this machine only; `open`: SANDBOX=1 was said, for everybody. */
  sandbox: 'off' | 'local' | 'open';
  /** How many proxies stand in front: the client is the n-th X-Forwarded-For entry from the right. */
  trustProxy: number;
  admin: { email: string; password: string } | undefined;
  /** Without it mails go to the outbox of the sandbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  authRateLimit: boolean;
  requireEmailVerification: boolean;
  /** Webhooks may go to http and to private addresses. */
  webhookAllowPrivate: boolean;
  /** What is not set here is made at first start, in `keys.json`. */
  keys: { signing?: readonly string[]; master?: readonly string[]; lookup?: string };
}

/** What is wrong with the environment, all of it together. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(['Tillbook does not start, because of its configuration:', ...problems.map((one) => `- ${one}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

export interface Variable<T> {
  /** @throws Error with what is wrong */
  parse: (text: string) => T;
  example: string;
  /** One line for `.env.example`. */
  help: string;
}

/** Refused itself: who copies it has no secret. */
const EXAMPLE_KEY = '<32 random bytes, from: openssl rand -base64 32>';

/** Every variable there is. A new one is a line here, a line in `.env.example` and its place in `Config`. */
export const VARIABLES = {
  NODE_ENV: variable(
    oneOf('development', 'production', 'test'),
    'production',
    'production demands the three keys, turns the sandbox off and the rate limit on',
  ),
  PORT: variable(integer(1, 65_535), '3000', 'Port that is listened on; 3000 unless set'),
  HOST: variable(address, '0.0.0.0', 'Address that is listened on; 127.0.0.1 unless set'),
  BASE_URL: variable(
    origin,
    'https://billing.example.com',
    'How browsers reach it, for links and cookies; this machine unless set',
  ),
  DATA_DIR: variable(nonEmpty, './data', 'Folder of the log, the vault and the read models'),
  SANDBOX: variable(
    flag,
    '1',
    'Outbox, pretend payments and a movable clock; on outside production, for this machine only',
  ),
  TRUSTED_ORIGINS: variable(
    list(pattern),
    'https://app.example.com,*.example.com,myapp://',
    'Other origins that may sign in from the browser, parted by commas',
  ),
  TRUST_PROXY: variable(integer(0, 10), '1', 'How many proxies stand in front; 0 unless set'),
  ADMIN_EMAIL: variable(
    email,
    'admin@example.com',
    'An administrator that is made at start; the address counts as verified',
  ),
  ADMIN_PASSWORD: variable(atLeast(8), 'a-long-password', 'Of that administrator, 8 characters or more'),
  SMTP_URL: variable(
    url('smtp:', 'smtps:'),
    'smtp://user:password@mail.example.com:587',
    'Server that mails are sent by; without it they go to the outbox',
  ),
  MAIL_FROM: variable(nonEmpty, 'Tillbook <billing@example.com>', 'Sender of mails'),
  AUTH_RATE_LIMIT: variable(flag, '1', 'Limits requests to /api/auth per address; on in production'),
  AUTH_REQUIRE_EMAIL_VERIFICATION: variable(
    flag,
    '0',
    'Nobody signs in before the address is verified; off unless set',
  ),
  WEBHOOK_ALLOW_PRIVATE: variable(
    flag,
    '0',
    'Webhooks may go to http and private addresses; as the sandbox unless set',
  ),
  SIGNING_KEY: variable(
    list(secret),
    EXAMPLE_KEY,
    'Signs cookies and links, 32 characters or more; several parted by commas, the newest first',
  ),
  MASTER_KEY: variable(
    list(secret),
    EXAMPLE_KEY,
    'Encrypts the vault and personal fields; several parted by commas, the newest first',
  ),
  LOOKUP_KEY: variable(secret, EXAMPLE_KEY, 'Keyed digests for look-up; lives as long as the log and never changes'),
} satisfies Record<string, Variable<unknown>>;

type Name = keyof typeof VARIABLES;
type Values = { [N in Name]?: ReturnType<(typeof VARIABLES)[N]['parse']> };

const KEYS: readonly Name[] = ['SIGNING_KEY', 'MASTER_KEY', 'LOOKUP_KEY'];

/** @throws ConfigError */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const values: Values = {};
  for (const [name, { parse, example }] of Object.entries(VARIABLES)) {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') continue;
    try {
      Object.assign(values, { [name]: parse(text) });
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}. For example: ${name}=${example}`);
    }
  }
  const needs = (name: Name, why: string) =>
    environment[name]?.trim() || problems.push(`${name} ${why}. For example: ${name}=${VARIABLES[name].example}`);
  if (environment.NODE_ENV === 'production')
    for (const name of KEYS) needs(name, 'is not set, and production wants it');
  if (environment.ADMIN_EMAIL) needs('ADMIN_PASSWORD', 'is not set, and ADMIN_EMAIL is');
  if (environment.ADMIN_PASSWORD) needs('ADMIN_EMAIL', 'is not set, and ADMIN_PASSWORD is');
  if (problems.length > 0) throw new ConfigError(problems);
  return configOf(values);
}

function configOf(values: Values): Config {
  const production = values.NODE_ENV === 'production';
  const sandbox = values.SANDBOX === undefined ? (production ? 'off' : 'local') : values.SANDBOX ? 'open' : 'off';
  const port = values.PORT ?? 3000;
  const refusedHost = sandbox === 'local' && values.HOST !== '127.0.0.1' ? values.HOST : undefined;
  const host = sandbox === 'local' ? '127.0.0.1' : (values.HOST ?? '127.0.0.1');
  const baseUrl = values.BASE_URL ?? `http://${/^(127\.|0\.0\.0\.0$|::)/.test(host) ? '127.0.0.1' : host}:${port}`;
  // On this machine the same pages are reached by either name.
  const ownOrigins = [baseUrl, ...(values.BASE_URL ? [] : [`http://localhost:${port}`])];
  return {
    production,
    port,
    host,
    refusedHost,
    baseUrl,
    ownOrigins,
    trustedOrigins: [...ownOrigins, ...(values.TRUSTED_ORIGINS ?? [])],
    dataDir: resolve(values.DATA_DIR ?? './data'),
    sandbox,
    trustProxy: values.TRUST_PROXY ?? 0,
    admin: values.ADMIN_EMAIL ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD! } : undefined,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Tillbook <no-reply@${new URL(baseUrl).hostname}>`,
    authRateLimit: values.AUTH_RATE_LIMIT ?? production,
    requireEmailVerification: values.AUTH_REQUIRE_EMAIL_VERIFICATION ?? false,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE ?? sandbox !== 'off',
    keys: { signing: values.SIGNING_KEY, master: values.MASTER_KEY, lookup: values.LOOKUP_KEY },
  };
}

function variable<T>(parse: (text: string) => T, example: string, help: string): Variable<T> {
  return { parse, example, help };
}

function refuse(what: string): never {
  throw new Error(what);
}

function nonEmpty(text: string): string {
  return text;
}

function integer(min: number, max: number): (text: string) => number {
  return (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? Number(text)
      : refuse(`is ${JSON.stringify(text)}, which is not a whole number from ${min} to ${max}`);
}

function flag(text: string): boolean {
  if (['1', 'true', 'on', 'yes'].includes(text.toLowerCase())) return true;
  if (['0', 'false', 'off', 'no'].includes(text.toLowerCase())) return false;
  return refuse(`is ${JSON.stringify(text)}, which is neither 1 nor 0`);
}

function oneOf<T extends string>(...allowed: T[]): (text: string) => T {
  return (text) =>
    allowed.find((one) => one === text) ?? refuse(`is ${JSON.stringify(text)}, which is none of ${allowed.join(', ')}`);
}

function address(text: string): string {
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text;
  return refuse(`is ${JSON.stringify(text)}, which is neither an IP address nor a host name`);
}

function origin(text: string): string {
  const parsed = parsedUrl(text);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    return refuse(`is ${JSON.stringify(text)}, which is not a URL with http or https`);
  if (parsed.pathname !== '/' || parsed.search || parsed.hash || parsed.username)
    return refuse(`is ${JSON.stringify(text)}: only scheme, host and port are wanted, without a path`);
  return parsed.origin;
}

/** The text itself is not repeated: it may hold a password. */
function url(...schemes: string[]): (text: string) => string {
  return (text) =>
    schemes.includes(parsedUrl(text)?.protocol ?? '')
      ? text
      : refuse(`is not a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
}

function pattern(text: string): string {
  if (text.includes('*') && /^[\w*.:-]+$/.test(text)) return text;
  if (/^https?:/.test(text)) return origin(text);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return refuse(`holds ${JSON.stringify(text)}, which is neither an origin, a scheme nor a host with *`);
}

function email(text: string): string {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
    ? text
    : refuse(`is ${JSON.stringify(text)}, which is not an e-mail address`);
}

/** The text itself is not repeated: it is a secret. */
function atLeast(length: number): (text: string) => string {
  return (text) =>
    text.length >= length ? text : refuse(`has ${text.length} characters, and must have ${length} or more`);
}

function secret(text: string): string {
  return text === EXAMPLE_KEY ? refuse('is the example, which everybody knows') : atLeast(32)(text);
}

function list<T>(parse: (text: string) => T): (text: string) => T[] {
  return (text) => {
    const all = text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    return all.length > 0 ? all.map(parse) : refuse('holds only commas');
  };
}

function parsedUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
