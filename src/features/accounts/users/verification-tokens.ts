import { Inject, Injectable } from '@nestjs/common';
import { errors, jwtVerify, SignJWT } from 'jose';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { msOf, type Clock, type Instant } from '../../../kernel/clock.ts';
import { Keys } from '../../../kernel/keys.ts';

const PURPOSE = 'email-verification';

export interface VerificationClaims {
  email: string;
  /** Seconds since 1970, machine time. */
  issuedAt: number;
}

/** What mails prove an address with: JWTs (HS256), good for AUTH_VERIFICATION_TTL (AUTH_FACTS §6). */
@Injectable()
export class VerificationTokens {
  constructor(
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** How long one is good. */
  get hours(): number {
    return this.config.auth.verificationTtl / 3_600;
  }

  sign(email: string): Promise<string> {
    const now = secondsOf(this.clock.machineNow());
    return new SignJWT({ email })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(now)
      .setExpirationTime(now + this.config.auth.verificationTtl)
      .sign(this.keys.signing(PURPOSE)[0]!);
  }

  async read(token: string): Promise<VerificationClaims | 'token_expired' | 'invalid_token'> {
    const currentDate = new Date(this.clock.machineNow());
    for (const key of this.keys.signing(PURPOSE)) {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate });
        const { email, iat } = payload;
        return typeof email === 'string' && iat !== undefined ? { email, issuedAt: iat } : 'invalid_token';
      } catch (error) {
        if ((error as { code?: string }).code === errors.JWTExpired.code) return 'token_expired';
      }
    }
    return 'invalid_token';
  }
}

/** Whole seconds, as JWTs count. */
export function secondsOf(instant: Instant): number {
  return Math.floor(msOf(instant) / 1000);
}
