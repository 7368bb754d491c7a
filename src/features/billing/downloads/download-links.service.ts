import { Inject, Injectable } from '@nestjs/common';
import { SignedLinks } from '../../../app/http/callers/signed-links.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { addSeconds, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import type { Download } from './downloads.rules.ts';

/** Long enough to continue the download of a large file. */
const VALID_SECONDS = 3_600;
const PURPOSE = 'downloads';

/** Signed links to files that customers have bought, as tokens in a path (docs/BILLING.md#downloads). */
@Injectable()
export class DownloadLinks {
  constructor(
    private readonly links: SignedLinks,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Valid for an hour of machine time. */
  to(download: Download): { url: string; expiresAt: Instant } {
    const expiresAt = addSeconds(this.clock.machineNow(), VALID_SECONDS);
    const { expires, signature } = this.links.sign(PURPOSE, said(download), expiresAt);
    const { customerId, benefitId, fileId } = download;
    return { url: this.urlOf([customerId, benefitId, fileId, expires, signature].join('.')), expiresAt };
  }

  urlOf(token: string, name?: string): string {
    const path = [token, ...(name === undefined ? [] : [name])].map(encodeURIComponent).join('/');
    return `${this.config.baseUrl}/v1/customer-portal/downloadables/${path}`;
  }

  /**
   * @throws DomainError 400 it is not a token of ours
   * @throws DomainError 410 it has expired
   */
  read(token: string): Download {
    const [customerId = '', benefitId = '', fileId = '', expires = '', signature = '', ...rest] = token.split('.');
    const download = { customerId, benefitId, fileId };
    const isOne = rest.length === 0 && Object.values(download).every(isUuid);
    const verdict = isOne ? this.links.verdict(PURPOSE, said(download), { expires, signature }) : 'wrong';
    if (verdict === 'wrong') throw new DomainError('BadRequest', 'The signature of this link is wrong', 400);
    if (verdict === 'expired')
      throw new DomainError('ResourceUnavailable', 'This link has expired: open the list of downloads again', 410);
    return download;
  }
}

function said({ customerId, benefitId, fileId }: Download): string[] {
  return ['GET', customerId, benefitId, fileId];
}
