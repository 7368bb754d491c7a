import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BrowserStates } from '../../../app/http/browser-states.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { UnableToCreateVerification } from './provider.errors.ts';

const KIND = 'oauth-state';

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

/** States of authorizations at providers: valid for 10 minutes, once, in the browser that started (docs/IDENTITY.md#starting). */
@Injectable()
export class SignInStates {
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

  constructor(private readonly states: BrowserStates) {}

  /** Says what to remember once this request's strategy has a code verifier. */
  expect(request: FastifyRequest, authorization: Omit<SignInState, 'codeVerifier'>): void {
    this.expected.set(request, authorization);
  }

  /** Answers the state to send to the provider. @throws UnableToCreateVerification */
  async begin(request: FastifyRequest, authorization: SignInState): Promise<string> {
    try {
      return await this.states.begin(request, KIND, authorization);
    } catch (error) {
      throw error instanceof DomainError ? error : new UnableToCreateVerification(error);
    }
  }

  /** Uses a state up; undefined if it is unknown, used, expired, or another browser's. */
  async end(request: FastifyRequest, state: string): Promise<SignInState | undefined> {
    const authorization = await this.states.end<SignInState>(request, KIND, state);
    if (authorization) this.ended.set(request, { state, codeVerifier: authorization.codeVerifier });
    return authorization;
  }
}
