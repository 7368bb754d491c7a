import { Inject, Injectable } from '@nestjs/common';
import { errors, jwtVerify, SignJWT } from 'jose';
import { CLOCK, CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { msOf, toInstant, type Clock, type Instant } from '../../../../kernel/ports/clock.ts';
import { Keys } from '../../../../kernel/secrets/keys.ts';

const PURPOSE = 'email-verification';

export interface VerificationClaims {
  email: string;
  /** The address to change to; undefined if `email` itself is to be verified. */
  updateTo: string | undefined;
  /** Machine time. */
  issuedAt: Instant;
}

/** The tokens in mails that verify an address: JWTs (HS256), valid for AUTH_VERIFICATION_TTL (docs/IDENTITY.md#tokens-and-hashes). */
@Injectable()
export class VerificationTokens {
  constructor(
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** How long a token is valid. */
  get hours(): number {
    return this.config.auth.verificationTtl / 3_600;
  }

  /** Times are exact to the millisecond, to tell whether the link or a new password that voids it came first. */
  sign(email: string, updateTo?: string): Promise<string> {
    const now = msOf(this.clock.machineNow()) / 1000;
    return new SignJWT({ email, ...(updateTo !== undefined && { updateTo }) })
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
        const { email, iat, updateTo } = payload;
        if (typeof email !== 'string' || iat === undefined) return 'invalid_token';
        return {
          email,
          updateTo: typeof updateTo === 'string' ? updateTo : undefined,
          issuedAt: toInstant(Math.round(iat * 1000)),
        };
      } catch (error) {
        if ((error as { code?: string }).code === errors.JWTExpired.code) return 'token_expired';
      }
    }
    return 'invalid_token';
  }
}
