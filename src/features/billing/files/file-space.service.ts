import { Inject, Injectable } from '@nestjs/common';
import { UNNAMED_BLOB_SECONDS } from '../../../app/blobs.ts';
import { Documents } from '../../../app/reading/documents.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { fileProjection } from './file.projection.ts';
import { readableSize } from './file.rules.ts';
import { PART_URL_SECONDS } from './part-urls.service.ts';

/** In bytes. */
export interface FileSpaceOf {
  used: number;
  allowed: number;
}

/**
 * What the files of an organization take of what they may. A file counts from when its upload is announced, with the size that was, until it is
 * deleted, or until its upload cannot be completed any more.
 */
@Injectable()
export class FileSpace {
  constructor(
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async of(organizationId: string): Promise<FileSpaceOf> {
    // Nothing is left of its parts later.
    const begun = addSeconds(this.clock.now(), -PART_URL_SECONDS - UNNAMED_BLOB_SECONDS);
    const kept: Where = { eq: ['is_uploaded', true] };
    const arriving: Where = { and: [{ eq: ['is_uploaded', false] }, { gte: ['created_at', begun] }] };
    const sizes = await Promise.all([kept, arriving].map((where) => this.sizeOf(organizationId, where)));
    return { used: sizes[0]! + sizes[1]!, allowed: this.config.organizations.fileBytes };
  }

  /** @throws InvalidInput the organization would have more than it may */
  async demand(organizationId: string, size: number): Promise<void> {
    const { used, allowed } = await this.of(organizationId);
    if (used + size <= allowed) return;
    const limit = `An organization can have files of at most ${readableSize(allowed)}, and ${readableSize(used)} are used`;
    throw InvalidInput.at('body.size', `${limit}: delete files that are no longer needed`, 'too_many_bytes');
  }

  private async sizeOf(organizationId: string, where: Where): Promise<number> {
    const scope = { organizationIds: [organizationId] };
    const sums = await this.documents.sumBy(fileProjection, where, 'organization_id', ['size'], scope);
    return sums.get(organizationId)?.sums['size'] ?? 0;
  }
}
