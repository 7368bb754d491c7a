import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../../kernel/errors.ts';
import { msOf, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import { equalSecrets, hmac, Keys } from '../../../kernel/secrets/keys.ts';
import { CLOCK } from '../../tokens.ts';

/** The parameters of a link that its signature and its expiry consist of. */
export interface LinkParameters {
  /** Seconds since 1970. */
  expires?: string;
  signature?: string;
}

/** Links that are permissions themselves, for a while (docs/SECURITY.md#signed-links). */
@Injectable()
export class SignedLinks {
  constructor(
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param says what the link allows, in order */
  sign(purpose: string, says: readonly (string | number)[], expiresAt: Instant): Required<LinkParameters> {
    const expires = String(Math.floor(msOf(expiresAt) / 1_000));
    return { expires, signature: signatureOf(this.keys.signing(purpose)[0]!, says, expires) };
  }

  /** Whether a link is one of ours, and still valid. */
  verdict(
    purpose: string,
    says: readonly (string | number)[],
    { expires = '', signature = '' }: LinkParameters,
  ): 'valid' | 'wrong' | 'expired' {
    const isOurs = (key: Buffer) => equalSecrets(signatureOf(key, says, expires), signature);
    if (!/^\d{1,16}$/.test(expires) || !this.keys.signing(purpose).some(isOurs)) return 'wrong';
    return Number(expires) * 1_000 <= msOf(this.clock.machineNow()) ? 'expired' : 'valid';
  }

  /**
   * @param renewal what to do about a link that has expired
   * @throws DomainError 403 it is not a link of ours
   * @throws DomainError 410 it has expired
   */
  check(purpose: string, says: readonly (string | number)[], link: LinkParameters, renewal: string): void {
    const verdict = this.verdict(purpose, says, link);
    if (verdict === 'wrong') throw new DomainError('NotPermitted', 'The signature of this link is wrong', 403);
    if (verdict === 'expired') throw new DomainError('ResourceUnavailable', `This link has expired: ${renewal}`, 410);
  }
}

function signatureOf(key: Buffer, says: readonly (string | number)[], expires: string): string {
  return hmac(key, [...says, expires].join('\n')).toString('base64url');
}
