import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/documents.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { LICENSE_KEY_USE_WORK, LicenseKeyUses } from './license-key-uses.service.ts';
import { RecordLicenseKeyUse } from './license-key.commands.ts';
import { licenseKeyProjection } from './license-key.projection.ts';

/** Records each hour of a key's uses once it is over. */
@Injectable()
export class LicenseKeyUseWorker implements Work, OnApplicationBootstrap {
  readonly kind = LICENSE_KEY_USE_WORK;
  readonly atOnce = 4;
  private looked = false;

  constructor(
    private readonly workers: Workers,
    private readonly commands: Commands,
    private readonly uses: LicenseKeyUses,
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  /** Looks once, for hours that were open when the program ended; later uses schedule their own wake-up. */
  async due(): Promise<string[]> {
    if (this.looked) return [];
    this.looked = true;
    return this.uses.unrecorded(this.ids());
  }

  async handle(licenseKeyId: string): Promise<void> {
    const context = startContext({ kind: 'system', id: 'license-keys' }, this.clock);
    await this.commands.execute(new RecordLicenseKeyUse({ licenseKeyId }, context));
  }

  private async *ids(): AsyncIterable<string> {
    for await (const { document } of this.documents.each(licenseKeyProjection)) yield document.id;
  }
}
