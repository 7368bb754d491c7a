import { createPrivateKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

/** Refused itself: who copies it has no secret. */
export const EXAMPLE_KEY = '<32 random bytes, from: openssl rand -base64 32>';

export interface Variable<T> {
  /** @throws Error with what is wrong */
  parse: (text: string) => T;
  example: string;
  /** One line for `.env.example`. */
  help: string;
}

export function variable<T>(parse: (text: string) => T, example: string, help: string): Variable<T> {
  return { parse, example, help };
}

function refuse(what: string): never {
  throw new Error(what);
}

export function nonEmpty(text: string): string {
  return text;
}

export function integer(min: number, max: number): (text: string) => number {
  return (text) =>
    /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? Number(text)
      : refuse(`is ${JSON.stringify(text)}, which is not a whole number from ${min} to ${max}`);
}

/** A part of something. */
export function share(text: string): number {
  return /^(0|1|0?\.\d{1,9}|1\.0+)$/.test(text)
    ? Number(text)
    : refuse(`is ${JSON.stringify(text)}, which is not a number from 0 to 1`);
}

/** A length of time; browsers keep no cookie for more than 400 days. */
export function seconds(min: number): (text: string) => number {
  return integer(min, 34_560_000);
}

/** A name without blanks, such as a role's or a provider's. */
export function word(text: string): string {
  return /^[\w-]{1,50}$/.test(text)
    ? text
    : refuse(`is ${JSON.stringify(text)}, which is not a name of letters, digits, - and _`);
}

export function regularExpression(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch {
    return refuse(`is ${JSON.stringify(text)}, which is not a regular expression`);
  }
}

/** What a role may do: actions by the resource they are done to. */
export type Statements = Readonly<Record<string, readonly string[]>>;

export function roles(text: string): Readonly<Record<string, Statements>> {
  const lists = (value: unknown) =>
    Array.isArray(value) && value.every((action) => typeof action === 'string' && action !== '');
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const parsed = parsedJson(text);
  const isRole = ([name, may]: [string, unknown]) =>
    /^(?!(?:owner|admin|member)$)[\w-]{1,50}$/.test(name) && isObject(may) && Object.values(may).every(lists);
  return isObject(parsed) && Object.entries(parsed).every(isRole)
    ? (parsed as Record<string, Statements>)
    : refuse('is not a JSON object of other roles than those there are, each with its resources and their actions');
}

export function flag(text: string): boolean {
  if (['1', 'true', 'on', 'yes'].includes(text.toLowerCase())) return true;
  if (['0', 'false', 'off', 'no'].includes(text.toLowerCase())) return false;
  return refuse(`is ${JSON.stringify(text)}, which is neither on nor off`);
}

export function oneOf<T extends string>(...allowed: T[]): (text: string) => T {
  return (text) =>
    allowed.find((one) => one === text) ?? refuse(`is ${JSON.stringify(text)}, which is none of ${allowed.join(', ')}`);
}

export function address(text: string): string {
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text;
  return refuse(`is ${JSON.stringify(text)}, which is neither an IP address nor a host name`);
}

export function origin(text: string): string {
  const parsed = parsedUrl(text);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    return refuse(`is ${JSON.stringify(text)}, which is not a URL with http or https`);
  if (parsed.pathname !== '/' || parsed.search || parsed.hash || parsed.username)
    return refuse(`is ${JSON.stringify(text)}: only scheme, host and port are wanted, without a path`);
  return parsed.origin;
}

/** The text itself is not repeated: it may hold a password. */
export function url(...schemes: string[]): (text: string) => string {
  return (text) =>
    schemes.includes(parsedUrl(text)?.protocol ?? '')
      ? text
      : refuse(`is not a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
}

/** Of a server's client: may name several hosts, which no URL does. The text itself is not repeated: it may hold a password. */
export function connection(scheme: RegExp, form: string): (text: string) => string {
  return (text) => (scheme.test(text) ? text : refuse(`is not of the form ${form}`));
}

/** The text itself is not repeated: it holds a secret. */
export function bucket(text: string): string {
  const { protocol, username, password, pathname } = parsedUrl(text) ?? {};
  const isUrl = protocol === 'https:' || protocol === 'http:';
  return isUrl && username && password && /^\/[^/]/.test(pathname ?? '')
    ? text
    : refuse('is not of the form https://key:secret@host/bucket?region=eu-west-1');
}

export function pattern(text: string): string {
  if (text.includes('*') && /^[\w*.:-]+$/.test(text)) return text;
  if (/^https?:/.test(text)) return origin(text);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return refuse(`holds ${JSON.stringify(text)}, which is neither an origin, a scheme nor a host with *`);
}

export function email(text: string): string {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
    ? text
    : refuse(`is ${JSON.stringify(text)}, which is not an e-mail address`);
}

/** The text itself is not repeated: it is a secret. */
export function atLeast(length: number): (text: string) => string {
  return (text) =>
    text.length >= length ? text : refuse(`has ${text.length} characters, and must have ${length} or more`);
}

export function secret(text: string): string {
  return text === EXAMPLE_KEY ? refuse('is the example, which everybody knows') : atLeast(32)(text);
}

/** A key of a service. The text itself is not repeated: it may be a secret. */
export function startingWith(...prefixes: string[]): (text: string) => string {
  return (text) =>
    prefixes.some((prefix) => text.startsWith(prefix)) && /^[\w-]{8,500}$/.test(text)
      ? text
      : refuse(`does not look like a key that starts with ${prefixes.join(' or ')}`);
}

/** An RSA key as PEM: its lines may be joined by \\n, and all of it may be base64. The text is not repeated: it is a secret. */
export function privateKey(text: string): KeyObject {
  try {
    const pem = text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString();
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Refused below.
  }
  return refuse('is not an RSA private key as PEM, or that as base64');
}

export function list<T>(parse: (text: string) => T): (text: string) => T[] {
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

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
