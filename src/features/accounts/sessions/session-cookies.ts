import { Inject, Injectable } from '@nestjs/common';
import { stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { cookieOf } from '../../../app/http/credentials.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { equalSecrets, hmac, Keys } from '../../../kernel/keys.ts';

const PREFIX = 'better-auth';
const PURPOSE = 'cookie';
/** Standard base64 of 32 bytes. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

type Name = 'session_token' | 'session_data' | 'dont_remember';

/** The identity contract's cookies: `value.signature`, HMAC-SHA256 in base64, percent-encoded (AUTH_FACTS §2). */
@Injectable()
export class SessionCookies {
  private readonly secure: boolean;

  constructor(
    private readonly keys: Keys,
    @Inject(CONFIG) config: Config,
  ) {
    this.secure = config.baseUrl.startsWith('https://');
  }

  /** The session token the request carries; undefined without one, or with a wrong signature. */
  tokenOf(request: Request): string | undefined {
    return this.read(request, 'session_token');
  }

  isToBeForgotten(request: Request): boolean {
    return this.read(request, 'dont_remember') === 'true';
  }

  /** @param maxAge seconds; undefined: until the browser is closed */
  setToken(response: Response, token: string, maxAge: number | undefined): void {
    this.write(response, 'session_token', this.sign(token), maxAge);
  }

  setToBeForgotten(response: Response): void {
    this.write(response, 'dont_remember', this.sign('true'), undefined);
  }

  clear(response: Response): void {
    for (const name of ['session_token', 'session_data', 'dont_remember'] as const) this.write(response, name, '', 0);
  }

  private read(request: Request, name: Name): string | undefined {
    const cookie = cookieOf(request, this.nameOf(name));
    if (cookie === undefined) return undefined;
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

  private write(response: Response, name: Name, value: string, maxAge: number | undefined): void {
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.secure } as const;
    const cookie = { name: this.nameOf(name), value, maxAge, ...options };
    response.append('Set-Cookie', stringifySetCookie(cookie, { encode: encodeURIComponent }));
  }

  private nameOf(name: Name): string {
    return `${this.secure ? '__Secure-' : ''}${PREFIX}.${name}`;
  }
}
