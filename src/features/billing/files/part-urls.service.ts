import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, CLOCK } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { addSeconds, msOf, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import { equalSecrets, hmac, Keys } from '../../../kernel/secrets/keys.ts';

const VALID_SECONDS = 3_600;
const PURPOSE = 'file-parts';

/** What a link allows to upload. */
export interface SignedPart {
  fileId: string;
  number: number;
  /** In bytes. */
  size: number;
  /** In base64; null if the seller said none. */
  sha256: string | null;
}

/** The parameters of a link. */
export interface PartLink {
  size?: string;
  expires?: string;
  checksum?: string;
  signature?: string;
}

/** Signed links to upload parts: each says which part of which file, how long it is and, if known, its checksum. */
@Injectable()
export class PartUrls {
  constructor(
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  urlOf(part: SignedPart, now: Instant): { url: string; expiresAt: Instant } {
    const expiresAt = addSeconds(now, VALID_SECONDS);
    const expires = String(Math.floor(msOf(expiresAt) / 1_000));
    const parameters = new URLSearchParams({ size: String(part.size), expires });
    if (part.sha256 !== null) parameters.set('checksum', part.sha256);
    parameters.set('signature', signature(this.keys.signing(PURPOSE)[0]!, part, expires));
    return { url: `${this.config.baseUrl}/v1/files/${part.fileId}/parts/${part.number}?${parameters}`, expiresAt };
  }

  /**
   * @throws DomainError 403 it is not a link of ours
   * @throws DomainError 410 it has expired
   */
  check(fileId: string, number: string, link: PartLink): SignedPart {
    const { size = '', expires = '', checksum, signature: given = '' } = link;
    const part = { fileId, number: Number(number), size: Number(size), sha256: checksum ?? null };
    const isOurs = [size, number, expires].every((text) => /^\d{1,16}$/.test(text));
    if (!isOurs || !this.keys.signing(PURPOSE).some((key) => equalSecrets(signature(key, part, expires), given)))
      throw new DomainError('NotPermitted', 'The signature of this link is wrong', 403);
    if (Number(expires) * 1_000 <= msOf(this.clock.machineNow()))
      throw new DomainError('ResourceUnavailable', 'This link has expired: create the file again', 410);
    return part;
  }
}

function signature(key: Buffer, { fileId, number, size, sha256 }: SignedPart, expires: string): string {
  return hmac(key, ['PUT', fileId, number, size, sha256 ?? '', expires].join('\n')).toString('base64url');
}
