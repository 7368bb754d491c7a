import { Inject, Injectable } from '@nestjs/common';
import { stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf } from '../../../app/http/callers/credentials.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { randomText } from '../../../kernel/ids.ts';
import { equalSecrets, hmac, Keys } from '../../../kernel/secrets/keys.ts';

const COOKIE = 'tillbook.known_device';
const PURPOSE = 'known-device';
const ID_LENGTH = 16;
/** Seconds; browsers keep no cookie for longer than 400 days. */
const LIFETIME = 400 * 86_400;
/** The only routes that need it. */
const PATH = '/api/auth/sign-in';

/**
 * Recognizes a browser in which a user has signed in before, also after they signed out: `id.signature` in a cookie, HMAC-SHA256 of the id and the
 * user's. It opens nothing; wrong passwords from such a browser have a count of their own.
 */
@Injectable()
export class KnownDevices {
  private readonly secure: boolean;
  private readonly cookieName: string;

  constructor(
    private readonly keys: Keys,
    @Inject(CONFIG) { baseUrl }: Config,
  ) {
    this.secure = baseUrl.startsWith('https://');
    this.cookieName = `${this.secure ? '__Secure-' : ''}${COOKIE}`;
  }

  /** The browser's id, if this user was the last to sign in there. */
  idOf(request: FastifyRequest, userId: string): string | undefined {
    const [id = '', signature = ''] = (cookieOf(request, this.cookieName) ?? '').split('.');
    const isOurs = this.keys.signing(PURPOSE).some((key) => equalSecrets(signatureOf(key, id, userId), signature));
    return isOurs ? id : undefined;
  }

  /** Sets the cookie. A browser that is known already keeps its id, so that signing in again does not start another count. */
  remember(request: FastifyRequest, reply: FastifyReply, userId: string): void {
    const id = this.idOf(request, userId) ?? randomText(ID_LENGTH);
    const value = `${id}.${signatureOf(this.keys.signing(PURPOSE)[0]!, id, userId)}`;
    const options = { path: PATH, httpOnly: true, sameSite: 'lax', secure: this.secure, maxAge: LIFETIME } as const;
    void reply.header('Set-Cookie', stringifySetCookie({ name: this.cookieName, value, ...options }));
  }
}

function signatureOf(key: Buffer, id: string, userId: string): string {
  return hmac(key, `${id}\0${userId}`).toString('base64url');
}
