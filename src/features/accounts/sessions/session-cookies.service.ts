import { Inject, Injectable } from '@nestjs/common';
import { stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { cookieOf } from '../../../app/http/credentials.ts';
import { memoized } from '../../../app/memoized.ts';
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
  tokenOf(request: Request): string | undefined {
    return this.readSigned(request, 'session_token');
  }

  isToBeForgotten(request: Request): boolean {
    return this.readSigned(request, 'dont_remember') === 'true';
  }

  /** The session of the admin who acts as somebody else: stop-impersonating returns to it. */
  adminOf(request: Request): { token: string; isToBeForgotten: boolean } | undefined {
    const [token, forgotten] = this.readSigned(request, 'admin_session')?.split(':') ?? [];
    return token ? { token, isToBeForgotten: forgotten === 'true' } : undefined;
  }

  /** The raw cookie cache, which carries its own signature. */
  dataOf(request: Request): string | undefined {
    return cookieOf(request, this.nameOf('session_data'));
  }

  /** @param maxAge seconds; undefined: until the browser closes */
  setToken(response: Response, token: string, maxAge: number | undefined): void {
    this.write(response, 'session_token', this.sign(token), maxAge);
  }

  setToBeForgotten(response: Response): void {
    this.write(response, 'dont_remember', this.sign('true'), undefined);
  }

  /** @param maxAge seconds */
  setAdmin(response: Response, token: string, isToBeForgotten: boolean, maxAge: number): void {
    this.write(response, 'admin_session', this.sign(`${token}:${isToBeForgotten ? 'true' : ''}`), maxAge);
  }

  /** @param maxAge seconds */
  setData(response: Response, value: string, maxAge: number): void {
    this.write(response, 'session_data', value, maxAge);
  }

  clear(response: Response, names: readonly CookieName[] = OF_SESSION): void {
    for (const name of names) this.write(response, name, '', 0);
  }

  private readSigned(request: Request, name: CookieName): string | undefined {
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
  private write(response: Response, name: CookieName, value: string, maxAge: number | undefined): void {
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.secure } as const;
    const cookie = { name: this.nameOf(name), value, maxAge, ...options };
    const others = setCookiesOf(response).filter((line) => !line.startsWith(`${cookie.name}=`));
    response.setHeader('Set-Cookie', [...others, stringifySetCookie(cookie, { encode: encodeURIComponent })]);
  }

  private nameOf(name: CookieName): string {
    return `${this.secure ? '__Secure-' : ''}${PREFIX}.${name}`;
  }
}

function setCookiesOf(response: Response): string[] {
  const set = response.getHeader('Set-Cookie') ?? [];
  return Array.isArray(set) ? set : [String(set)];
}
