import { Inject, Injectable } from '@nestjs/common';
import { stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { addSeconds, type Clock } from '../../kernel/ports/clock.ts';
import { randomText } from '../../kernel/ids.ts';
import { equalSecrets, hmac, Keys } from '../../kernel/secrets/keys.ts';
import type { Vault } from '../../kernel/ports/vault.ts';
import { CLOCK, CONFIG, VAULT } from '../tokens.ts';
import { cookieOf } from './callers/credentials.ts';
import { stateOf } from './request-state.ts';

/** Seconds (docs/IDENTITY.md#tokens-and-hashes). */
const LIFETIME = 600;
const LENGTH = 32;
const PURPOSE = 'oauth-state';
const COOKIE = 'better-auth.state';

/**
 * What is remembered while a browser is at another site, which sends it back with a state: valid for 10 minutes, once, in the browser that
 * started. The Vault has a keyed digest of each state; a signed cookie recognizes the browser, the same one for all that it starts meanwhile.
 */
@Injectable()
export class BrowserStates {
  private readonly cookieName: string;

  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly keys: Keys,
  ) {
    this.cookieName = `${this.isSecure ? '__Secure-' : ''}${COOKIE}`;
  }

  /** Sets the cookie, and answers the state to send along. @param kind what the state is for: it is not valid for anything else */
  async begin(request: FastifyRequest, kind: string, remembered: object): Promise<string> {
    const state = randomText(LENGTH);
    const browser = this.browserOf(request) ?? randomText(LENGTH);
    const expiresAt = addSeconds(this.clock.machineNow(), LIFETIME);
    const stored = JSON.stringify({ ...remembered, browser: this.keys.digest('oauth-browser', browser) });
    await this.vault.put(this.entryOf(kind, state), stored, { expiresAt });
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.isSecure, maxAge: LIFETIME } as const;
    const cookie = { name: this.cookieName, value: this.signed(browser), ...options };
    void stateOf(request).reply.header('Set-Cookie', stringifySetCookie(cookie, { encode: encodeURIComponent }));
    return state;
  }

  /** Uses a state up; undefined if it is unknown, used, expired, or another browser's. */
  async end<T extends object>(request: FastifyRequest, kind: string, state: string): Promise<T | undefined> {
    const stored = await this.vault.take(this.entryOf(kind, state));
    const browser = this.browserOf(request);
    if (stored === undefined || browser === undefined) return undefined;
    const { browser: startedIn, ...remembered } = JSON.parse(stored) as T & { browser: string };
    return equalSecrets(startedIn, this.keys.digest('oauth-browser', browser)) ? (remembered as T) : undefined;
  }

  private browserOf(request: FastifyRequest): string | undefined {
    const [browser = '', signature = ''] = (cookieOf(request, this.cookieName) ?? '').split('.');
    const isOurs = this.keys.signing(PURPOSE).some((key) => equalSecrets(signatureOf(key, browser), signature));
    return isOurs ? browser : undefined;
  }

  private signed(browser: string): string {
    return `${browser}.${signatureOf(this.keys.signing(PURPOSE)[0]!, browser)}`;
  }

  private entryOf(kind: string, state: string): string {
    return `${kind}/${this.keys.digest(kind, state)}`;
  }

  private get isSecure(): boolean {
    return this.config.baseUrl.startsWith('https://');
  }
}

function signatureOf(key: Buffer, browser: string): string {
  return hmac(key, browser).toString('base64');
}
