import { Inject, Injectable } from '@nestjs/common';
import { stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { cookieOf } from '../../../app/http/credentials.ts';
import { stateOf } from '../../../app/http/request-state.ts';
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

type StoreCallback = (error: Error | null, answer?: string | false) => void;

/** Remembered while the browser is at a provider. */
export interface SignInState {
  providerId: string;
  codeVerifier: string | undefined;
  scopes: readonly string[];
  callbackURL: string;
  errorURL: string | undefined;
  newUserURL: string | undefined;
  requestSignUp: boolean;
  /** The user to link the account to; undefined to sign in. */
  linkTo: string | undefined;
}

/**
 * States of authorizations at providers: valid for 10 minutes, once, in the browser that started (docs/IDENTITY.md#starting). The Vault has a
 * keyed digest of each; a signed cookie recognizes the browser, the same one for all authorizations that it starts meanwhile.
 */
@Injectable()
export class SignInStates {
  private readonly cookieName: string;
  private readonly expected = new WeakMap<FastifyRequest, Omit<SignInState, 'codeVerifier'>>();
  private readonly ended = new WeakMap<FastifyRequest, { state: string; codeVerifier: string | undefined }>();

  /** For passport's strategies: `expect` has said what to remember, `end` has checked the state before. */
  readonly store = {
    store: (
      request: FastifyRequest,
      codeVerifier: string,
      _state: unknown,
      _meta: unknown,
      done: StoreCallback,
    ): void => {
      this.begin(request, { ...this.expected.get(request)!, codeVerifier }).then((state) => done(null, state), done);
    },
    verify: (request: FastifyRequest, state: string, _meta: unknown, done: StoreCallback): void => {
      const ended = this.ended.get(request);
      done(null, ended?.state === state && (ended.codeVerifier ?? false));
    },
  };

  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly keys: Keys,
  ) {
    this.cookieName = `${this.isSecure ? '__Secure-' : ''}${COOKIE}`;
  }

  /** Says what to remember once this request's strategy has a code verifier. */
  expect(request: FastifyRequest, authorization: Omit<SignInState, 'codeVerifier'>): void {
    this.expected.set(request, authorization);
  }

  /** Sets the cookie, and answers the state to send to the provider. @throws UnableToCreateVerification */
  async begin(request: FastifyRequest, authorization: SignInState): Promise<string> {
    const state = randomText(LENGTH);
    const browser = this.browserOf(request) ?? randomText(LENGTH);
    const expiresAt = addSeconds(this.clock.machineNow(), LIFETIME);
    const stored = JSON.stringify({ ...authorization, browser: this.keys.digest('oauth-browser', browser) });
    try {
      await this.vault.put(this.entryOf(state), stored, { expiresAt });
    } catch (error) {
      throw error instanceof DomainError ? error : new UnableToCreateVerification(error);
    }
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.isSecure, maxAge: LIFETIME } as const;
    const cookie = { name: this.cookieName, value: this.signed(browser), ...options };
    void stateOf(request).reply.header('Set-Cookie', stringifySetCookie(cookie, { encode: encodeURIComponent }));
    return state;
  }

  /** Uses a state up; undefined if it is unknown, used, expired, or another browser's. */
  async end(request: FastifyRequest, state: string): Promise<SignInState | undefined> {
    const stored = await this.vault.take(this.entryOf(state));
    const browser = this.browserOf(request);
    if (stored === undefined || browser === undefined) return undefined;
    const { browser: startedIn, ...authorization } = JSON.parse(stored) as SignInState & { browser: string };
    if (!equalSecrets(startedIn, this.keys.digest('oauth-browser', browser))) return undefined;
    this.ended.set(request, { state, codeVerifier: authorization.codeVerifier });
    return authorization;
  }

  private browserOf(request: FastifyRequest): string | undefined {
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
