import { Inject, Injectable } from '@nestjs/common';
import { stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf } from '../../../app/http/callers/credentials.ts';
import { memoized } from '../../../kernel/memoized.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { equalSecrets, hmac, Keys } from '../../../kernel/secrets/keys.ts';

const PREFIX = 'better-auth';
const PURPOSE = 'cookie';
/** Standard base64 of 32 bytes. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

/** So many verified cookies are remembered: one request asks several times, and one browser many. */
const KNOWN = 10_000;

export type CookieName = 'session_token' | 'session_data' | 'dont_remember' | 'admin_session';

/** The cookies to clear when a session ends. */
const OF_SESSION: readonly CookieName[] = ['session_token', 'session_data', 'dont_remember'];

/** The identity contract's cookies: `value.signature`, HMAC-SHA256 in base64, percent-encoded (docs/IDENTITY.md#cookies). */
@Injectable()
export class SessionCookies {
  private readonly secure: boolean;
  private readonly valueOf = memoized(KNOWN, (cookie) => this.verified(cookie));

  constructor(
    private readonly keys: Keys,
    @Inject(CONFIG) config: Config,
  ) {
    this.secure = config.baseUrl.startsWith('https://');
  }

  /** The session token that the request carries; undefined without one, or with a wrong signature. */
  tokenOf(request: FastifyRequest): string | undefined {
    return this.readSigned(request, 'session_token');
  }

  isToBeForgotten(request: FastifyRequest): boolean {
    return this.readSigned(request, 'dont_remember') === 'true';
  }

  /** The session of the admin who acts as somebody else: stop-impersonating returns to it. */
  adminOf(request: FastifyRequest): { token: string; isToBeForgotten: boolean } | undefined {
    const [token, forgotten] = this.readSigned(request, 'admin_session')?.split(':') ?? [];
    return token ? { token, isToBeForgotten: forgotten === 'true' } : undefined;
  }

  /** The raw cookie cache, which carries its own signature. */
  dataOf(request: FastifyRequest): string | undefined {
    return cookieOf(request, this.nameOf('session_data'));
  }

  /** @param maxAge seconds; undefined: until the browser closes */
  setToken(reply: FastifyReply, token: string, maxAge: number | undefined): void {
    this.write(reply, 'session_token', this.sign(token), maxAge);
  }

  setToBeForgotten(reply: FastifyReply): void {
    this.write(reply, 'dont_remember', this.sign('true'), undefined);
  }

  /** @param maxAge seconds */
  setAdmin(reply: FastifyReply, token: string, isToBeForgotten: boolean, maxAge: number): void {
    this.write(reply, 'admin_session', this.sign(`${token}:${isToBeForgotten ? 'true' : ''}`), maxAge);
  }

  /** @param maxAge seconds */
  setData(reply: FastifyReply, value: string, maxAge: number): void {
    this.write(reply, 'session_data', value, maxAge);
  }

  clear(reply: FastifyReply, names: readonly CookieName[] = OF_SESSION): void {
    for (const name of names) this.write(reply, name, '', 0);
  }

  private readSigned(request: FastifyRequest, name: CookieName): string | undefined {
    const cookie = cookieOf(request, this.nameOf(name));
    return cookie === undefined ? undefined : this.valueOf(cookie);
  }

  /** The value of a signed cookie; undefined if the signature is not ours. */
  private verified(cookie: string): string | undefined {
    const dot = cookie.lastIndexOf('.');
    const [value, signature] = [cookie.slice(0, dot), cookie.slice(dot + 1)];
    if (dot < 1 || !SIGNATURE.test(signature)) return undefined;
    const isOurs = this.keys
      .signing(PURPOSE)
      .some((key) => equalSecrets(hmac(key, value).toString('base64'), signature));
    return isOurs ? value : undefined;
  }

  private sign(value: string): string {
    return `${value}.${hmac(this.keys.signing(PURPOSE)[0]!, value).toString('base64')}`;
  }

  /** A response sets each cookie once: the last value wins. */
  private write(reply: FastifyReply, name: CookieName, value: string, maxAge: number | undefined): void {
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.secure } as const;
    const cookie = { name: this.nameOf(name), value, maxAge, ...options };
    const others = setCookiesOf(reply).filter((line) => !line.startsWith(`${cookie.name}=`));
    const own = stringifySetCookie(cookie, { encode: encodeURIComponent });
    // Setting the header again would add to it.
    void reply.removeHeader('Set-Cookie').header('Set-Cookie', [...others, own]);
  }

  private nameOf(name: CookieName): string {
    return `${this.secure ? '__Secure-' : ''}${PREFIX}.${name}`;
  }
}

function setCookiesOf(reply: FastifyReply): string[] {
  const set = reply.getHeader('Set-Cookie') ?? [];
  return Array.isArray(set) ? set : [String(set)];
}
