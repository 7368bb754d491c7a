import { Inject, Injectable } from '@nestjs/common';
import { SignedLinks, type LinkParameters } from '../../../app/http/callers/signed-links.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';

/** How long a link is valid. */
export const PART_URL_SECONDS = 3_600;
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
export interface PartLink extends LinkParameters {
  size?: string;
  checksum?: string;
}

/** Signed links to upload parts: each says which part of which file, how long it is and, if known, its checksum. */
@Injectable()
export class PartUrls {
  constructor(
    private readonly links: SignedLinks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  urlOf(part: SignedPart, now: Instant): { url: string; expiresAt: Instant } {
    const expiresAt = addSeconds(now, PART_URL_SECONDS);
    const { expires, signature } = this.links.sign(PURPOSE, said(part), expiresAt);
    const parameters = new URLSearchParams({ size: String(part.size), expires });
    if (part.sha256 !== null) parameters.set('checksum', part.sha256);
    parameters.set('signature', signature);
    return { url: `${this.config.baseUrl}/v1/files/${part.fileId}/parts/${part.number}?${parameters}`, expiresAt };
  }

  /**
   * @throws DomainError 403 it is not a link of ours
   * @throws DomainError 410 it has expired
   */
  check(fileId: string, number: string, link: PartLink): SignedPart {
    const { size = '', checksum } = link;
    const part = { fileId, number: Number(number), size: Number(size), sha256: checksum ?? null };
    if (![size, number].every((text) => /^\d{1,16}$/.test(text)))
      throw new DomainError('NotPermitted', 'The signature of this link is wrong', 403);
    this.links.check(PURPOSE, said(part), link, 'create the file again');
    return part;
  }
}

function said({ fileId, number, size, sha256 }: SignedPart): (string | number)[] {
  return ['PUT', fileId, number, size, sha256 ?? ''];
}
