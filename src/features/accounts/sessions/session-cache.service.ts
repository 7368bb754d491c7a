import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { queryOf, stateOf } from '../../../app/http/request-state.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { AuthConfig, Config } from '../../../config.ts';
import { msOf, type Instant } from '../../../kernel/ports/clock.ts';
import { equalSecrets, hmac, Keys } from '../../../kernel/secrets/keys.ts';
import { SessionCookies } from './session-cookies.service.ts';
import { SessionDataTooLarge } from './session.errors.ts';
import type { SessionAnswer } from './sessions.dto.ts';

const PURPOSE = 'session-data';
/** Characters that browsers keep of one cookie. */
const MAX_LENGTH = 4_093;

/** The browser's copy of its session: `wrong`: not signed by us; `stale`: expired, or another session's. */
type Reading = { kind: 'none' | 'wrong' | 'stale' } | { kind: 'good'; answer: SessionAnswer };

interface Payload {
  session: SessionAnswer;
  /** Milliseconds since 1970. */
  expiresAt: number;
  signature: string;
}

/**
 * The cookie cache: for AUTH_COOKIE_CACHE seconds `get-session` answers with the signed copy that the browser itself carries, without reading
 * the store (docs/IDENTITY.md#cookie-cache; steps 2, 3 and 7 of docs/IDENTITY.md#reading-a-session).
 */
@Injectable()
export class SessionCache {
  private readonly readings = new WeakMap<FastifyRequest, Reading>();

  private readonly config: AuthConfig;

  constructor(
    private readonly cookies: SessionCookies,
    private readonly keys: Keys,
    @Inject(CONFIG) { auth }: Config,
  ) {
    this.config = auth;
  }

  get isOn(): boolean {
    return this.config.cookieCache > 0;
  }

  read(request: FastifyRequest): Reading {
    let reading = this.readings.get(request);
    if (!reading) this.readings.set(request, (reading = this.readNow(request)));
    return reading;
  }

  /** The answer to `get-session`, if the cache may give it. */
  answerTo(request: FastifyRequest): SessionAnswer | undefined {
    if (!this.isOn || queryOf(request).disableCookieCache === 'true') return undefined;
    const reading = this.read(request);
    return reading.kind === 'good' ? reading.answer : undefined;
  }

  /** Whether `get-session` can be answered without the store. */
  settles(request: FastifyRequest): boolean {
    return this.answerTo(request) !== undefined || this.read(request).kind === 'wrong';
  }

  /** @throws SessionDataTooLarge */
  write(reply: FastifyReply, { session, user }: SessionAnswer, now: Instant): void {
    if (!this.isOn) return;
    const expiresAt = msOf(now) + this.config.cookieCache * 1000;
    const signature = signatureOf(this.keys.signing(PURPOSE)[0]!, { session, user }, expiresAt);
    const payload: Payload = { session: { session, user }, expiresAt, signature };
    const value = Buffer.from(JSON.stringify(payload)).toString('base64url');
    if (value.length > MAX_LENGTH) throw new SessionDataTooLarge();
    this.cookies.setData(reply, value, this.config.cookieCache);
  }

  clear(reply: FastifyReply): void {
    this.cookies.clear(reply, ['session_data']);
  }

  private readNow(request: FastifyRequest): Reading {
    const payload = parsed(this.cookies.dataOf(request));
    if (!payload) return { kind: 'none' };
    const { session: answer, expiresAt, signature } = payload;
    const isOurs = this.keys
      .signing(PURPOSE)
      .some((key) => equalSecrets(signatureOf(key, answer, expiresAt), String(signature)));
    if (!isOurs) return { kind: 'wrong' };
    const { machineNow } = stateOf(request).context;
    const { session } = answer;
    const isExpired = expiresAt <= msOf(machineNow) || session.expiresAt <= machineNow;
    return isExpired || session.token !== this.cookies.tokenOf(request) ? { kind: 'stale' } : { kind: 'good', answer };
  }
}

/** Over `session`, `user` and `expiresAt`, in this order. */
function signatureOf(key: Buffer, answer: SessionAnswer, expiresAt: number): string {
  return hmac(key, JSON.stringify({ ...answer, expiresAt })).toString('base64url');
}

/** undefined if it is not a JSON object. */
function parsed(value: string | undefined): Payload | undefined {
  if (value === undefined) return undefined;
  try {
    const payload = JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as unknown;
    return typeof payload === 'object' && payload !== null ? (payload as Payload) : undefined;
  } catch {
    return undefined;
  }
}
