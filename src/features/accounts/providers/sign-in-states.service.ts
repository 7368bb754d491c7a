import { Inject, Injectable } from '@nestjs/common';
import { stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import { cookieOf } from '../../../app/http/credentials.ts';
import { CLOCK, CONFIG, VAULT } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { randomText } from '../../../kernel/ids.ts';
import { equalSecrets, hmac, Keys } from '../../../kernel/secrets/keys.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { UnableToCreateVerification } from './provider.errors.ts';

/** Seconds (docs/IDENTITY.md#tokens-and-hashes). */
const LIFETIME = 600;
const LENGTH = 32;
const PURPOSE = 'oauth-state';
const COOKIE = 'better-auth.state';

/** What is remembered while somebody is at a provider. */
export interface SignInState {
  providerId: string;
  codeVerifier: string | undefined;
  scopes: readonly string[];
  callbackURL: string;
  errorURL: string | undefined;
  newUserURL: string | undefined;
  requestSignUp: boolean;
  /** To whom the account shall be linked; undefined where somebody signs in. */
  linkTo: string | undefined;
}

/**
 * States of visits to providers: good for 10 minutes, once, in the browser that began (docs/IDENTITY.md#starting). The Vault knows a keyed digest
 * of each; the browser is told by a signed cookie, the same for all it begins meanwhile.
 */
@Injectable()
export class SignInStates {
  private readonly cookieName: string;

  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly keys: Keys,
  ) {
    this.cookieName = `${this.isSecure ? '__Secure-' : ''}${COOKIE}`;
  }

  /** Sets the cookie, and answers the state to send along. @throws UnableToCreateVerification */
  async begin(request: Request, visit: SignInState): Promise<string> {
    const state = randomText(LENGTH);
    const browser = this.browserOf(request) ?? randomText(LENGTH);
    const expiresAt = addSeconds(this.clock.machineNow(), LIFETIME);
    const kept = JSON.stringify({ ...visit, browser: this.keys.digest('oauth-browser', browser) });
    try {
      await this.vault.put(this.entryOf(state), kept, { expiresAt });
    } catch (error) {
      throw error instanceof DomainError ? error : new UnableToCreateVerification(error);
    }
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.isSecure, maxAge: LIFETIME } as const;
    const cookie = { name: this.cookieName, value: this.signed(browser), ...options };
    request.res!.append('Set-Cookie', stringifySetCookie(cookie, { encode: encodeURIComponent }));
    return state;
  }

  /** Uses a state up; undefined where it is not known (any more), or another browser's. */
  async end(request: Request, state: string): Promise<SignInState | undefined> {
    const kept = await this.vault.take(this.entryOf(state));
    const browser = this.browserOf(request);
    if (kept === undefined || browser === undefined) return undefined;
    const { browser: begunIn, ...visit } = JSON.parse(kept) as SignInState & { browser: string };
    return equalSecrets(begunIn, this.keys.digest('oauth-browser', browser)) ? visit : undefined;
  }

  private browserOf(request: Request): string | undefined {
    const [browser = '', signature = ''] = (cookieOf(request, this.cookieName) ?? '').split('.');
    const isOurs = this.keys.signing(PURPOSE).some((key) => equalSecrets(signatureOf(key, browser), signature));
    return isOurs ? browser : undefined;
  }

  private signed(browser: string): string {
    return `${browser}.${signatureOf(this.keys.signing(PURPOSE)[0]!, browser)}`;
  }

  private entryOf(state: string): string {
    return `oauth-state/${this.keys.digest(PURPOSE, state)}`;
  }

  private get isSecure(): boolean {
    return this.config.baseUrl.startsWith('https://');
  }
}

function signatureOf(key: Buffer, browser: string): string {
  return hmac(key, browser).toString('base64');
}
